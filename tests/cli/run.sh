# run: the trace and the short result; the same bytes for the same input; options.
. "$(dirname -- "$0")/lib.bash"

run 0 run "$data/small.yaml" -o trace.h5
empty err
says out "small" "Jobs" "3 completed" "Makespan" "Bill" "USD" "Per completed job" "trace.h5"
nothing_left trace.h5
[[ $(head -c 8 trace.h5 | tail -c 7 | head -c 3) == HDF ]] || fail "not an HDF5 file"

# Without a trace: the same result.
grep -v '^Trace' out >result
run 0 run "$data/small.yaml" --no-trace
cmp out result || fail "--no-trace gives another result"
nothing_left trace.h5 result

# The same scenario and seed give the same bytes; another seed does not.
run 0 run "$data/replicated.yaml" -o a.h5
cp out a.txt
run 0 run "$data/replicated.yaml" -o b.h5
cmp a.h5 b.h5 || fail "two equal runs differ"
run 0 run "$data/replicated.yaml" -o c.h5 --seed 2
! cmp -s a.h5 c.h5 || fail "the seed has no effect"
says out "seed 2"
run 0 run "$data/replicated.yaml" -o d.h5 --set seed=2
cmp <("$FLEETWRIGHT" summary c.h5 --json) <("$FLEETWRIGHT" summary d.h5 --json) ||
    fail "--seed and --set seed= differ"
says a.txt "4; below: means" "+-"
run 0 run "$data/replicated.yaml" -n --replications 2
says out "2; below: means"
run 0 run "$data/replicated.yaml" -n -r 1
says_not out "+-"
run 2 run "$data/small.yaml" -n --replications 0
says err "--replications" "1 error; nothing was run."
run 2 run "$data/small.yaml" -n --seed=-1
says err "--seed"

# Compression changes the size of the file, not what it says.
run 0 run "$data/replicated.yaml" -o none.h5 --compress none
run 0 run "$data/replicated.yaml" -o nine.h5 --compress 9
[[ $(stat -c %s nine.h5) -lt $(stat -c %s none.h5) ]] || fail "level 9 is not smaller"
cmp <("$FLEETWRIGHT" summary none.h5 --csv) <("$FLEETWRIGHT" summary nine.h5 --csv) ||
    fail "compression changes the summary"

# A locale with a decimal comma changes nothing.
env LC_ALL=de_DE.UTF-8 "$FLEETWRIGHT" run "$data/replicated.yaml" -o german.h5 >out 2>err ||
    fail "a German locale"
cmp a.h5 german.h5 || fail "the locale has an effect"

# The trace holds its scenario, which runs again to the same numbers.
"$PYTHON" - <<'PYTHON' >again.yaml || fail "no /scenario/resolved"
import h5py
print(h5py.File("a.h5")["scenario/resolved"][()].decode(), end="")
PYTHON
run 0 run again.yaml -o again.h5
cmp <("$FLEETWRIGHT" summary a.h5 --csv) <("$FLEETWRIGHT" summary again.h5 --csv) ||
    fail "the resolved scenario gives other numbers"

# What is the same in every replication is a whole number; the lines are those of the summary.
run 0 run "$data/replicated.yaml" -n
grep -qxE 'Jobs +40 completed' out || fail "not 40 jobs: $(grep Jobs out)"
run 0 run "$data/small.yaml" -n --set "jobs.train.arrival.count=1200" --set replications=2
grep -qxE 'Jobs +1,200 completed' out || fail "not 1,200 jobs: $(grep Jobs out)"

# Level 0 is none.
run 0 run "$data/replicated.yaml" -o zero.h5 --compress 0
cmp zero.h5 none.h5 || fail "--compress 0 is not --compress none"

# Numbers beyond what can be counted are the scenario's.
run 2 run "$data/replicated.yaml" -n --set "pools.h100.price=900000000 USD/GPU/h"
says err "exceeds the range of money"
