# Help and version: of every command, on stdout, from the tables.
. "$(dirname -- "$0")/lib.bash"

run 0 --help
empty err
says out "Usage: fleetwright COMMAND" "Exit status" "--version" "--color=WHEN"
for command in check run summary catalog reference completion help; do
    says out "  $command"
done
cp out program_help
run 0 help
cmp out program_help || fail "'help' and '--help' differ"
run 0 -h
cmp out program_help || fail "'-h' and '--help' differ"

for command in check run summary catalog reference completion help; do
    run 0 "$command" --help
    empty err
    says out "Usage: fleetwright $command" "--help"
    cp out command_help
    run 0 help "$command"
    cmp out command_help || fail "'help $command' and '$command --help' differ"
    awk 'length > 100 { exit 1 }' out || fail "help of $command has a line of more than 100 characters"
done

# Help wins over what is missing, but not over what is wrong.
run 0 run --help --seed 3
run 2 run --help --sed 3

run 0 --version
empty err
grep -Eq '^fleetwright [0-9]+\.[0-9]+\.[0-9]+$' out || fail "no version"
says out "revision" "GSL" "HDF5" "libyaml"
cp out version
run 0 -V
cmp out version || fail "'-V' and '--version' differ"

run 0 help check
says out "SCENARIO may be '-'" 'jobs."llama-3.1".gpus=16'
