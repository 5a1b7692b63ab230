# check: all errors with their places, or what was understood.
. "$(dirname -- "$0")/lib.bash"

run 0 check "$data/small.yaml"
empty err
says out small Pools a100 "A100-SXM4-80GB" "2 with 8 GPUs each, 16 GPUs in all" "1.20 USD/GPU/h" \
    Jobs train "3 at 0 s" "every 30 min of work, blocks 1 min" "as fast as run_time says" fifo first
run 0 check "$data/replicated.yaml"
says out "0 to 4 with 8 GPUs each, at most 32 GPUs" "on_demand" "exponential" "gamma (mean 3 h, shape 2)" \
    "at most 40" "replications"

# An estimate names what binds; one that is longer than any run is still shown.
cat >estimate.yaml <<'END'
fleetwright: 1
pools:
  a: {gpu: A100-SXM4-80GB, market: owned, nodes: 2, price: 1 USD/GPU/h}
jobs:
  j: {gpus: 8, work: 3 steps, speed: {roofline: {compute: 998.4 PFLOP, utilisation: 40 %}}}
END
run 0 check estimate.yaml
says out "a: 16 min 40 s per step, in bf16, from a roofline estimate" \
    "Class j on pool a: the speed is an estimate, bound by compute at 40 % of the peak."
run 0 check estimate.yaml --set 'jobs.j.speed.roofline.compute=3e28 FLOP'
says out "a: 3.48e+08 d per step"

# The resolved scenario is a scenario, and its own resolution.
run 0 check "$data/replicated.yaml" --resolved --set seed=99
cp out resolved.yaml
says resolved.yaml "seed: 99" "idle_release"
run 0 check resolved.yaml --resolved
cmp out resolved.yaml || fail "the resolved scenario is not resolved"

# Every error, each with file, line, column and key path; then how many.
run 2 check "$data/wrong.yaml"
empty out
says err "error: $data/wrong.yaml:4:1: sede: " "$data/wrong.yaml:8:10: pools.a100.gpu: " \
    "$data/wrong.yaml:16:15: jobs.train.run_time: " "3 errors; nothing was checked further."
[[ $(grep -c '^error: ' err) -eq 3 ]] || fail "not three errors"
run 2 run "$data/wrong.yaml" -n
says err "3 errors; nothing was run."

# --set: replaces, adds, and is named when it is wrong.
run 0 check "$data/small.yaml" --set pools.a100.nodes=5 --set jobs.train.tenant=me
says out "5 with 8 GPUs each, 40 GPUs in all" "me"
run 2 check "$data/small.yaml" --set pools.a100.nodes=many
says err "--set pools.a100.nodes=many" "1 error; nothing was checked further."
run 2 check "$data/small.yaml" --set pools.a100.nods=5
says err "nods" "nodes"
run 2 check "$data/small.yaml" --set nonsense
says err "nonsense"

# Files that are none.
run 2 check missing.yaml
says err "missing.yaml"
run 2 check .
says err "error: "
: >empty.yaml
run 2 check empty.yaml
says err "empty.yaml"
