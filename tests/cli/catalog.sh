# The catalogue as text, CSV and JSON: the same rows in each.
. "$(dirname -- "$0")/lib.bash"

run 0 catalog
empty err
says out "A100-SXM4-80GB" "H100-SXM5-80GB" "memory_GB"
[[ $(awk '{ print NF }' out | head -n 1) -ge 10 ]] || fail "columns are missing"

for topic in "" gpus prices speeds failures storage; do
    # shellcheck disable=SC2086 # the empty topic is no argument
    run 0 catalog $topic --csv
    cp out rows.csv
    # shellcheck disable=SC2086
    run 0 catalog $topic --json
    cp out rows.json
    # shellcheck disable=SC2086
    run 0 catalog $topic
    "$PYTHON" - "$topic" <<'PYTHON' || fail "catalog $topic: CSV and JSON differ"
import csv, json, sys
rows = list(csv.DictReader(open("rows.csv", newline="")))
objects = json.load(open("rows.json"))
text = open("out").read().splitlines()
hint = 0 if sys.argv[1] else 2 # the overview says where its dates and sources are
assert not hint or "catalog gpus" in text[-1]
assert len(rows) == len(objects) == len(text) - 1 - hint > 0, (len(rows), len(objects), len(text))
for row, obj in zip(rows, objects):
    assert list(row) == list(obj)
    for key, value in obj.items():
        if value is None:
            assert row[key] == ""
        elif isinstance(value, str):
            assert row[key] == value
        else:
            assert float(row[key]) == value
    assert obj["source"], obj
PYTHON
done

# The CSV is what FLEETWRIGHT_CATALOG reads.
mkdir same
for topic in gpus prices speeds failures storage; do
    run 0 catalog $topic --csv
    file=same/$topic.csv
    [[ $topic != storage ]] || file=same/storage_network.csv
    cp out "$file"
    FLEETWRIGHT_CATALOG=same run 0 catalog $topic --csv
    # Rows of one key at several dates may come in another order.
    cmp <(sort out) <(sort "$file") || fail "$topic: reading its own CSV changes it"
    run 0 catalog $topic
    ! grep -q ' $' out || fail "$topic: a line ends in blanks"
done

# A name, words of a name, and none.
run 0 catalog prices --gpu H100-SXM5-80GB --csv
[[ $(wc -l <out) -gt 1 ]] || fail "no price of the H100"
"$PYTHON" -c 'import csv; assert {r["gpu"] for r in csv.DictReader(open("out"))} == {"H100-SXM5-80GB"}' ||
    fail "prices of other GPUs"
run 0 catalog gpus --gpu "a100" --csv
"$PYTHON" -c 'import csv; g = {r["gpu"] for r in csv.DictReader(open("out"))}; assert len(g) > 1 and all("A100" in x for x in g), g' ||
    fail "not the A100 family"
run 2 catalog gpus --gpu H999
empty out
says err "H999"

# The user's own rows replace and add.
mkdir own
cat >own/prices.csv <<'CSV'
provider,gpu,listed_as,gpus,price,currency,tier,granularity,date,source,unverified,note
My cloud,H100-SXM5-80GB,"H100, ours",8,0.125,EUR,on_demand,hour,2026-11,"a ""quoted"" offer",,
CSV
FLEETWRIGHT_CATALOG=own run 0 catalog prices --csv
says out 'My cloud,H100-SXM5-80GB,"H100, ours",8,0.125,EUR,on_demand,hour,2026-11,"a ""quoted"" offer",,'
echo "nonsense" >own/prices.csv
FLEETWRIGHT_CATALOG=own run 2 catalog prices
says err "prices.csv"

# The CSV of every topic can be given back under the name of its table.
mkdir back
for topic in gpus prices speeds failures storage; do
    file=$topic
    [[ $topic != storage ]] || file=storage_network
    run 0 catalog "$topic" --csv
    cp out "back/$file.csv"
done
run 0 catalog prices --csv
cp out prices.csv
FLEETWRIGHT_CATALOG=back run 0 catalog prices --csv
[[ $(sort out) == "$(sort prices.csv)" ]] || fail "the tables given back are others"
FLEETWRIGHT_CATALOG=back run 0 catalog
