# What the tests of the command line share; sourced, never run.
#
# A test runs in an empty folder, with the program in $FLEETWRIGHT. Every check that fails says what was
# expected and ends the test.
set -euo pipefail
export LC_ALL=C.UTF-8
unset NO_COLOR TERM FLEETWRIGHT_CATALOG
data=$FLEETWRIGHT_SOURCE_DIR/tests/cli/data

fail() {
    echo "FAILED: $*" >&2
    for stream in out err; do
        if [[ -s $stream ]]; then
            echo "--- $stream:" >&2
            head -n 40 "$stream" >&2
        fi
    done
    exit 1
}

# run STATUS ARGUMENT...: runs the program, what it prints into the files out and err.
run() {
    local expected=$1 status=0
    shift
    "$FLEETWRIGHT" "$@" >out 2>err </dev/null || status=$?
    [[ $status -eq $expected ]] || fail "fleetwright $*: status $status, not $expected"
}

# says FILE TEXT...: each text is in the file.
says() {
    local file=$1 text
    shift
    for text; do
        grep -qF -- "$text" "$file" || fail "$file does not say: $text"
    done
}

says_not() {
    local file=$1 text
    shift
    for text; do
        ! grep -qF -- "$text" "$file" || fail "$file says: $text"
    done
}

empty() {
    [[ ! -s $1 ]] || fail "$1 is not empty"
}

# nothing_left EXCEPT...: the folder holds only the named files (and out, err).
nothing_left() {
    local name
    for name in $(ls -A); do
        case " out err $* " in
        *" $name "*) ;;
        *) fail "a file is left: $name" ;;
        esac
    done
}
