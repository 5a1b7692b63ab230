# summary: text, JSON and CSV of a trace; files that are none.
. "$(dirname -- "$0")/lib.bash"

run 0 run "$data/replicated.yaml" -o trace.h5
cp out short
run 0 summary trace.h5
empty err
says out "USD"
run 0 summary trace.h5 --json
"$PYTHON" -m json.tool out >/dev/null || fail "not JSON"
says out '"fleetwright-summary"'
run 0 summary trace.h5 --csv
[[ $(head -n 1 out) == rep,scope,name,metric,value,unit ]] || fail "another CSV header"
"$PYTHON" -c 'import csv; r = list(csv.DictReader(open("out"))); assert r and all(float(x["value"]) >= 0 for x in r if x["metric"] == "bill")' ||
    fail "not CSV"

run 2 summary missing.h5
says err "missing.h5"
run 2 summary "$data/small.yaml"
says err "small.yaml"
: >empty.h5
run 2 summary empty.h5
says err "empty.h5"
head -c 3000 trace.h5 >cut.h5
run 2 summary cut.h5
says err "cut.h5"
run 2 summary .
says err "error: "

run 2 summary "$data/small.yaml"
says err "note: 'fleetwright run $data/small.yaml -o FILE' makes a trace from a scenario."
run 2 summary cut.h5
says_not err "note: "
