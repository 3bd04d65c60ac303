# Tables: 130 MB of CSV to NDJSON, its rows counted, the first screen of 1 GB, and 1 GB through a pipe.
#
# Twelve columns; of the notes a fifth has commas, some have quotes, a few a line end, all these in quotes. The
# files are in memory where there is such a file system, so that no disk is measured. DuckDB and Polars are
# Python's (pip install duckdb polars); who is not installed is left out.

memory=$work
if [ -d /dev/shm ]; then
  memory=$(mktemp -d /dev/shm/fairy-bench-XXXXXX)
  trap 'rm -rf "$work" "$memory"' EXIT
fi
cd "$memory"
python3 - <<'PYTHON'
import random
random.seed(7)
words = ("needle pickup street cleaning request parking enforcement snow complaint tree light repair "
         "pothole graffiti removal sidewalk hydrant sign noise water leak general").split()
cities = ["Berlin", "München", "Boston", "Roslindale", "Dorchester", "Jamaica Plain", "Zürich", "São Paulo"]
rows = []
for i in range(20000):
    note = " ".join(random.choice(words) for _ in range(random.randrange(3, 9)))
    if i % 5 == 0: note = '"' + note.replace(" ", ", ", 1) + '"'
    elif i % 37 == 0: note = '"' + note.replace(" ", ' ""so"" ', 1) + '"'
    elif i % 211 == 0: note = '"' + note.replace(" ", "\n", 1) + '"'
    rows.append(",2022-%02d-%02d %02d:%02d:%02d,%s,%s,%s,%d %s St,%s,%05d,%.4f,%.4f,%d,%s\n" % (
        random.randrange(1, 13), random.randrange(1, 29), random.randrange(24), random.randrange(60),
        random.randrange(60), random.choice(["Open", "Closed"]), random.choice(["ONTIME", "OVERDUE", ""]),
        note, random.randrange(1, 2000), random.choice(words).title(), random.choice(cities),
        random.randrange(100000), 42 + random.random(), -71 - random.random(), random.randrange(10**6),
        random.choice(["Constituent Call", "Self Service", "App"])))
header = "id,opened,status,on_time,note,street,city,zip,latitude,longitude,value,source\n"
size, number, done = 0, 101004113298, False
with open("t.csv", "w", encoding="utf-8", newline="") as table, \
     open("large.csv", "w", encoding="utf-8", newline="") as large:
    table.write(header)
    large.write(header)
    while size < 1_000_000_000:
        block = "".join(str(number + i) + random.choice(rows) for i in range(10000))
        if size < 130_000_000: table.write(block)
        size += len(block)
        number += 10000
        large.write(block)
PYTHON
cat >duckdb-table.py <<'PYTHON'
import duckdb
duckdb.sql("COPY (SELECT * FROM read_csv('t.csv', all_varchar=true)) TO 'duckdb.ndjson' (FORMAT json)")
PYTHON
cat >polars-table.py <<'PYTHON'
import polars
polars.scan_csv("t.csv", infer_schema=False).sink_ndjson("polars.ndjson")
PYTHON

peers=()
for peer in duckdb polars; do
  if python3 -c "import $peer" 2>/dev/null; then
    peers+=("$peer=python3 $peer-table.py")
  else
    echo "$peer is not installed, and left out" >&2
  fi
done
prepare="rm -f o.ndjson duckdb.ndjson polars.ndjson mlr.ndjson"
size="$(($(stat -c %s t.csv) / 1000000)) MB"
ours="fairy convert t.csv --to ndjson -o o.ndjson"
[ ${#peers[@]} -eq 0 ] || job "CSV of $size to NDJSON" 0.5 "$ours" "${peers[@]}"
if command -v mlr >/dev/null; then
  runs=3 job "the same beside Miller" 0.1 "$ours" "mlr=sh -c 'mlr --icsv --ojsonl cat t.csv >mlr.ndjson'"
else
  echo "mlr is not installed, and left out" >&2
fi
prepare=""
job "the rows of that CSV counted" 2 "fairy info t.csv" "wc -l=wc -l t.csv"

read -r time resident <<<"$(measure "fairy open large.csv --limit 40")"
echo "| the first screen of $(($(stat -c %s large.csv) / 1000000)) MB | $time ms, $resident MB | none | | ≤ 50 ms, 30 MB |"

# Any part of it, once it is open. Column 10, the value, has numbers.
python3 "$here/Benchmarks/view-times.py" large.csv 10

# Results that go to a pipe while they are made.
stream="fairy convert large.csv --to ndjson -o -"
read -r time resident <<<"$(measure "sh -c '$stream | head -n 1'")"
echo "| the first line of that as NDJSON, in a pipe | $time ms, $resident MB | none | | ≤ 50 ms, 30 MB |"
if command -v mlr >/dev/null; then
  runs=3 job "all of it as NDJSON, through a pipe" 0.1 "sh -c '$stream | cat >/dev/null'" \
    "mlr=sh -c 'mlr --icsv --ojsonl cat large.csv | cat >/dev/null'"
fi
cd "$work"
[ "$memory" = "$work" ] || rm -rf "$memory"
