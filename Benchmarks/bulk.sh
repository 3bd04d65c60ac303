# Bulk runs: 10,000 small pictures on two cores, on one, and through a process each.
#
# Each is run once or a few times as a whole (BULK_RUNS, 3), the median counts; the peer, which takes
# minutes, once. "One core" is the same program held to one core with one worker. The parent's memory is
# the peak of the supervising process alone.

count=${BULK_FILES:-10000}
mkdir -p many
fairy convert "$here/fixtures/camera.jpg" --to jpeg --resize 256 --enlarge -o small.jpg >/dev/null
for ((index = 0; index < count; index++)); do
  folder=many/$((index % 100))
  [ "$index" -ge 100 ] || mkdir -p "$folder"
  cp small.jpg "$folder/$index.jpg"
done

# What is measured, each into a folder of its own: removing one right before would be measured with it,
# for ext4 goes over recently removed files again and again.
bulk() { exec fairy convert -r many --to jpeg -q 0.8 -o "out-$round" "$@"; }
bulk_on_one_core() { exec taskset -c 0 fairy convert -r many --to jpeg -q 0.8 -o "out-$round" --jobs 1; }
peer() {
  mkdir "out-$round"
  find many -name '*.jpg' |
    xargs -P2 -I{} sh -c 'vips copy "$1" "$2/$(basename "$1")[Q=80]"' - {} "out-$round"
}

# The milliseconds of one run.
whole_run() {
  local began
  began=$(date +%s%N)
  ("$@") >lines 2>log || { tail -n 3 log >&2; echo "failed: $*" >&2; }
  echo $((($(date +%s%N) - began) / 1000000))
}

# The median of several whole runs.
median_run() {
  for ((index = 0; index < ${BULK_RUNS:-3}; index++)); do
    round=$1-$index
    whole_run "${@:2}"
  done | sort -n | awk '{ line[NR] = $0 } END { print line[int((NR + 1) / 2)] }'
}

# The peak of the process itself in megabytes, in a run of its own: looking takes time, too.
peak_of_run() {
  local pid peak=0 now
  round=peak
  "$@" >lines 2>log &
  pid=$!
  while now=$(awk '/VmHWM/ { print $2 }' "/proc/$pid/status" 2>/dev/null) && [ -n "$now" ]; do
    peak=$now
    sleep 0.1
  done
  wait "$pid"
  echo $((peak / 1000))
}

two=$(median_run two bulk --jobs 2)
alone=$(median_run alone bulk --jobs 1)
one=$(median_run one bulk_on_one_core)
memory=$(peak_of_run bulk --jobs 2)
round=peer
vips=$(whole_run peer)

row() {
  awk -v title="$1" -v time="$2" -v note="$3" -v other="$4" -v name="$5" -v goal="$6" \
    -v count="$count" 'BEGIN {
      printf "| %s | %.1f s, %.0f a second%s | %s %.1f s | %.2f × | ≤ %s × |\n",
        title, time / 1000, count * 1000 / time, note, name, other / 1000, time / other, goal }'
}
row "$count JPEGs of 256 px, two cores" "$two" ", parent $memory MB" "$vips" "xargs -P2 vips" 0.5
row "the same beside one core" "$two" "" "$one" "one core" 0.56
row "the same beside --jobs 1" "$two" "" "$alone" "--jobs 1" 0.56
