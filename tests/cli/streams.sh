# What is done with the standard streams: colour, pipes that close, disks that are full, control characters.
. "$(dirname -- "$0")/lib.bash"
escape=$'\033'

# Colour: not into a file; as asked; not with NO_COLOR, which an explicit --color overrides.
run 0 --help
says_not out "$escape"
run 0 help --color=always
says out "$escape["
NO_COLOR=1 run 0 help --color=always
says out "$escape["
run 2 --color=always rnu
says err "$escape["
run 2 run --color=always
says err "$escape["
run 2 rnu
says_not err "$escape"

# A terminal, made by script(1). Its transcript has stdout and stderr.
on_terminal() {
    env "$1" script -qec "'$FLEETWRIGHT' rnu" transcript >/dev/null </dev/null || true
}
if script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
    on_terminal TERM=xterm
    says transcript "$escape[" "There is no command"
    on_terminal TERM=dumb
    says transcript "There is no command"
    says_not transcript "$escape["
    TERM=xterm on_terminal NO_COLOR=1
    says transcript "There is no command"
    says_not transcript "$escape["
    TERM=xterm on_terminal NO_COLOR=
    says transcript "$escape["
fi

# A reader that has seen enough is no error and gets no message.
status=0
"$FLEETWRIGHT" catalog gpus 2>err | true || status=$?
[[ $status -eq 0 ]] || fail "closed pipe: status $status"
empty err
"$FLEETWRIGHT" reference 2>err | head -n 1 >out || fail "head: status $?"
empty err

mkdir large
"$PYTHON" - <<'PYTHON' # more than any buffer holds
rows = [f"Cloud {i},H100-SXM5-80GB,H100,8,1.00,USD,on_demand,hour,2026-11,an offer,,{'x' * 200}" for i in range(5000)]
header = "provider,gpu,listed_as,gpus,price,currency,tier,granularity,date,source,unverified,note"
open("large/prices.csv", "w").write("\n".join([header] + rows) + "\n")
PYTHON
FLEETWRIGHT_CATALOG=large "$FLEETWRIGHT" catalog prices --csv 2>err | head -n 1 >out || fail "head: status $?"
empty err

# A full disk and a closed stdout are errors.
if [[ -c /dev/full ]]; then
    for command in --help --version catalog reference "completion bash" "help run"; do
        status=0
        # shellcheck disable=SC2086 # the command is words
        "$FLEETWRIGHT" $command >/dev/full 2>err || status=$?
        [[ $status -eq 1 ]] || fail "$command to a full disk: status $status"
        says err "error: Standard output could not be written: No space left on device."
    done
    status=0
    FLEETWRIGHT_CATALOG=large "$FLEETWRIGHT" catalog prices --csv >/dev/full 2>err || status=$?
    [[ $status -eq 1 ]] || fail "much to a full disk: status $status"
    says err "error: Standard output could not be written"
fi
status=0
"$FLEETWRIGHT" --version >&- 2>err || status=$?
[[ $status -eq 1 ]] || fail "closed stdout: status $status"
says err "could not be written"
"$FLEETWRIGHT" run "$data/small.yaml" -o trace.h5 >&- 2>err <&- && fail "run with closed stdout succeeds"
"$FLEETWRIGHT" summary trace.h5 >out 2>err || fail "a closed stdout has damaged the trace"

# Control characters of a user's text do not reach the terminal.
run 2 "a${escape}[31mb"
says err 'a\x1b[31mb'
says_not err "$escape"
