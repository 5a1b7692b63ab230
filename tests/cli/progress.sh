# The progress line: on a terminal only, erased at the end.
. "$(dirname -- "$0")/lib.bash"
# Without pseudo-terminals (a container without /dev/pts) there is nothing to see.
script -qec true /dev/null >/dev/null 2>&1 </dev/null || exit 77

# watch ENVIRONMENT SECONDS ARGUMENT...: runs on a terminal, at most so long; all of it in transcript.
watch() {
    local environment=$1 seconds=$2
    shift 2
    env $environment timeout 60 script -qec "timeout -s TERM $seconds '$FLEETWRIGHT' run $*" transcript \
        >/dev/null </dev/null || true
}

watch TERM=xterm 2 "$data/long.yaml" -n
says transcript "[" "jobs/s" "left" " %" "interrupted"
lines=$(tr '\r' '\n' <transcript | grep -c 'jobs/s') || true
[[ $lines -ge 2 ]] || fail "drawn $lines times in 2 s"
[[ $lines -le 11 ]] || fail "drawn $lines times in 2 s: more than five a second"
# The last thing about the line is its being erased.
tr '\r' '\n' <transcript | grep -aF 'interrupted' | grep -qF $'\033[K' || fail "the line is not erased"

# Many short replications report too.
watch TERM=xterm 2 "$data/small.yaml" -n -r 1000000
says transcript "replication " " of 1000000, " "jobs/s"

watch TERM=xterm 2 "$data/long.yaml" -n --quiet
says_not transcript "jobs/s"
watch TERM=dumb 2 "$data/long.yaml" -n
says_not transcript "jobs/s, "

# Not a terminal: nothing at all on stderr.
run 0 run "$data/replicated.yaml" -n
empty err
