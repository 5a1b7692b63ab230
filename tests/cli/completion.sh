# The completions, by bash itself.
. "$(dirname -- "$0")/lib.bash"

run 0 completion bash
cp out completion.bash
empty err
bash -n completion.bash || fail "no bash"

# complete WORD...: the completions of the last word.
complete_words() {
    bash -c '
        compopt() { :; }
        . ./completion.bash
        COMP_WORDS=(fleetwright "$@")
        COMP_CWORD=$#
        _fleetwright
        printf "%s\n" "${COMPREPLY[@]}"' _ "$@" >out
}

complete_words ""
says out check run summary catalog reference completion help --version
complete_words ru
[[ $(<out) == run ]] || fail "not just run"
complete_words run --se
says out --seed= --set=
says_not out --json
complete_words summary --
says out --json --csv --help --color=
complete_words catalog p
[[ $(<out) == prices ]] || fail "not just prices"
complete_words help ch
[[ $(<out) == check ]] || fail "not just check"
touch scenario.yaml
complete_words check sce
[[ $(<out) == scenario.yaml ]] || fail "no file"
