# Archives: 3,000 text files out of a ZIP and into one, one large entry, and the list of 100,000.
#
# The texts are words of uneven frequency, 75 kB a file, and compress to a quarter, as prose does. Every
# run writes into a folder that is not there yet.

awk 'BEGIN {
  srand(7)
  letters = "etaoinshrdlucmfwypvbgkjqxz"
  for (word = 0; word < 20000; word++) {
    length_ = 2 + int(rand() * 9); text = ""
    for (i = 0; i < length_; i++) text = text substr(letters, 1 + int(26 * rand() * rand()), 1)
    words[word] = text
  }
  for (file = 0; file < 3000; file++) {
    folder = "texts/" int(file / 100)
    if (file % 100 == 0) system("mkdir -p " folder)
    name = folder "/note-" file ".txt"; size = 0; line = ""
    while (size < 75000) {
      line = line " " words[int(20000 * rand() ^ 15)]
      if (length(line) > 72) { print line > name; size += length(line) + 1; line = "" }
    }
    close(name)
  }
}'
zip -qr texts.zip texts
mkdir large
for ((index = 0; index < 5; index++)); do find texts -name '*.txt' -exec cat {} +; done >large/log.txt
truncate -s 1000000000 large/log.txt
zip -qr large.zip large
python3 - <<'PYTHON'
import zipfile
with zipfile.ZipFile("many.zip", "w") as archive:
    for index in range(100000):
        archive.writestr(f"folder-{index % 500}/entry-{index}.txt", f"{index}\n")
PYTHON

prepare="rm -rf out out.zip" runs=${RUNS:-5}
job "3,000 texts out of a ZIP of $(($(stat -c %s texts.zip) / 1000000)) MB" 0.5 \
  "fairy extract texts.zip -o out" \
  "bsdtar=sh -c 'mkdir out && exec bsdtar -xf texts.zip -C out'" \
  "7z=7z x -bd -y -oout texts.zip" \
  "unzip=unzip -q texts.zip -d out"
job "one entry of 1 GB out of a ZIP" 0.8 \
  "fairy extract large.zip -o out" \
  "unzip=unzip -q large.zip -d out"
job "a list of 100,000 entries" 0.5 \
  "fairy open many.zip" \
  "unzip -l=unzip -l many.zip"
job "3,000 texts into a ZIP" 0.6 \
  "fairy convert texts --to zip -o out.zip" \
  "zip -r=zip -qr out.zip texts"
job "one file of 1 GB into a ZIP" 0.6 \
  "fairy convert large --to zip -o out.zip" \
  "zip -r=zip -qr out.zip large"
prepare="" runs=${RUNS:-9}

sizes() { awk -v title="$1" -v ours="$(stat -c %s f.zip)" -v theirs="$(stat -c %s "$2")" 'BEGIN {
  printf "| the size of that ZIP%s | %d bytes | zip -r %d bytes | %.3f × | ≤ 1.01 × |\n",
    title, ours, theirs, ours / theirs }'; }
fairy convert texts --to zip -o f.zip >/dev/null
sizes "" texts.zip
fairy convert large --to zip -o f.zip --on-conflict overwrite >/dev/null
sizes ", 1 GB" large.zip
