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

# Standard input; other kinds of file; every scenario that cannot be read is the input's fault.
"$FLEETWRIGHT" check - <"$data/small.yaml" >out 2>err || fail "check - does not read a file"
says out "2 with 8 GPUs each"
sed 's/nodes: 2/nodes: many/' "$data/small.yaml" | "$FLEETWRIGHT" check - >out 2>err && fail "an error in a pipe"
says err "error: stdin:" "pools.a100.nodes: "
run 2 check ""
says err "The name of the scenario is empty ('')."
run 2 check /dev/zero
says err "/dev/zero is a device"
run 0 run "$data/small.yaml" -o trace.h5
run 2 check trace.h5
says err "'trace.h5' is an HDF5 file, not a scenario." "'fleetwright summary'"

# A price of nothing is shown; where gaps begin is not where the first job comes.
run 0 check "$data/small.yaml" --set "pools.a100.price=0 USD/GPU/h" --set "orchestration.per_job=0.05 USD"
says out "0.00 USD/GPU/h" "0.05 USD a job"
run 0 check "$data/replicated.yaml"
says out "; the first gap begins at 0 s"

# A mistyped class is not another class, and one mistake is one error.
run 2 check "$data/small.yaml" --set "jobs.trian.run_time=3 h"
says err 'There is no class `trian` (did you mean `train`?)'
run 2 check "$data/small.yaml" --set "jobs.train.checkpoint.write=-1 s"
says err "1 error; nothing was checked further."
says_not err "durable_after"
