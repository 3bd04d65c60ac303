# JSON: 66 MB laid out anew, pretty and on one line, beside jq and beside a mere copy; and 2 GB in little
# memory.
#
# Inputs are the corpus's files again and again in an array; without it, records like theirs. `cat` writes to
# the same folder. TREES_FOLDER names a folder in memory (/dev/shm), for a second look at what the disk costs.

folder=${TREES_FOLDER:-.}
python3 - "$corpus/json" <<'PYTHON'
import json, os, sys

def repeat(path, values, separator, size):
    one = separator.join(values)
    with open(path, "w") as file:
        file.write("[" + one)
        written = len(one.encode())
        while written < size:
            file.write(separator + one)
            written += len(one.encode()) + len(separator)
        file.write("]\n")

names = ["twitter", "citm_catalog", "canada", "github_events"]
if os.path.exists(sys.argv[1] + "/twitter.json"):
    values = [open(f"{sys.argv[1]}/{name}.json").read().strip() for name in names]
else:
    values = [json.dumps([{"id": index * 7919, "name": f"n{index} \u00e9", "at": [index / 7, -index / 3],
        "tags": ["a", "b"], "of": {"x": None, "y": True}} for index in range(20000)], indent=2, ensure_ascii=False)]
repeat("mixed.json", values, ",\n", 66_000_000)
loaded = [json.loads(value) for value in values]
repeat("pretty.json", [json.dumps(value, indent=2, ensure_ascii=False) for value in loaded], ",\n", 66_000_000)
repeat("minified.json", [json.dumps(value, separators=(",", ":"), ensure_ascii=False) for value in loaded], ",",
    66_000_000)
with open("lines.ndjson", "w") as file:
    written = 0
    while written < 66_000_000:
        for value in loaded:
            for record in value if isinstance(value, list) else value.get("statuses", [value]):
                line = json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n"
                written += file.write(line)
PYTHON
{ printf '['; for ((index = 0; index < 29; index++)); do cat mixed.json; printf ','; done; cat mixed.json
  printf ']\n'; } >large.json

prepare="rm -f $folder/out" runs=${RUNS:-9}
for name in mixed pretty minified; do
  job "$name JSON of 66 MB, indented: beside jq" 0.025 \
    "fairy convert $name.json --to json -o $folder/out" \
    "jq=sh -c 'exec jq . $name.json >$folder/out'"
  job "$name JSON of 66 MB, indented: beside a copy" 2.5 \
    "fairy convert $name.json --to json -o $folder/out" \
    "cat=sh -c 'exec cat $name.json >$folder/out'"
done
job "pretty JSON of 66 MB on one line" 0.025 \
  "fairy convert pretty.json --to json --set indent=compact -o $folder/out" \
  "jq -c=sh -c 'exec jq -c . pretty.json >$folder/out'"
job "NDJSON of 66 MB to NDJSON" 0.025 \
  "fairy convert lines.ndjson --to ndjson -o $folder/out" \
  "jq -c=sh -c 'exec jq -c . lines.ndjson >$folder/out'"
job "JSON of 66 MB to NDJSON" 0.025 \
  "fairy convert minified.json --to ndjson -o $folder/out" \
  "jq -c .[]=sh -c 'exec jq -c .[] minified.json >$folder/out'"
runs=1
job "JSON of 2 GB, indented (memory: 30 MB at most)" 2.5 \
  "fairy convert large.json --to json -o $folder/out" \
  "cat=sh -c 'exec cat large.json >$folder/out'"
prepare="" runs=${RUNS:-9}
rm -f "$folder/out"
