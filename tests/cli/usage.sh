# Mistakes on the command line: status 2, what is wrong, what is nearest, where the help is.
. "$(dirname -- "$0")/lib.bash"

# mistake TEXT ARGUMENT...
mistake() {
    local text=$1
    shift
    run 2 "$@"
    empty out
    says err "error: " "$text"
    nothing_left
}

mistake "No command is given."
mistake "Try 'fleetwright --help'."
mistake "There is no command 'rnu'. Did you mean 'run'?" rnu
mistake "Did you mean 'summary'?" sum
mistake "There is no command 'xyzzy'." xyzzy
says_not err "Did you mean"
mistake "There is no command ''." ""
mistake "Did you mean 'check'?" help chekc

mistake "There is no option '--sed'. Did you mean '--seed'?" run --sed 3 x.yaml
says err "Try 'fleetwright run --help'."
mistake "There is no option '--replicatoins'. Did you mean '--replications'?" run --replicatoins=4 x.yaml
mistake "There is no option '--xyzzy'." run --xyzzy x.yaml
mistake "There is no option '-z'." run -z x.yaml
mistake "There is no option '-z'." run -qz x.yaml
mistake "There is no option '--versoin'. Did you mean '--version'?" --versoin
mistake "Option '--s' is short for more than one option." run --s 3 x.yaml
mistake "Option '--quiet' takes no argument" run --quiet=yes x.yaml
mistake "Option '--output' needs an argument: FILE." run x.yaml -o
mistake "Option '--seed' needs an argument: N." run x.yaml --seed
mistake "Option '--seed' is given twice." run x.yaml --seed 1 --seed 2
mistake "Option '--color' is auto, always or never, not 'blue'." run x.yaml --color=blue
mistake "Option '--compress' is none, 0, 1, 2" run x.yaml -o x.h5 --compress 10
mistake "Command 'run' needs an argument: SCENARIO." run
mistake "takes one argument, 'b.yaml' is too much." run a.yaml b.yaml
mistake "Command 'reference' takes no argument: 'x'." reference x
mistake "Give '-o FILE', or '--no-trace'" run "$data/small.yaml"
mistake "exclude each other" run "$data/small.yaml" -n -o x.h5
mistake "exclude each other" summary x.h5 --json --csv
mistake "exclude each other" catalog --json --csv
mistake "The catalogue has no 'price' (did you mean 'prices'?)" catalog price
mistake "Option '--gpu' has no meaning for 'failures'" catalog failures --gpu H100
mistake "bash only" completion fish

# Options may come after operands, be shortened, and end at "--".
run 0 check "$data/small.yaml" --res
run 0 --color=never check --resolved -- "$data/small.yaml"
run 2 check -- --resolved
says err "--resolved"
