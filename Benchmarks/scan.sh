# Scanning: processor time of photos that become pages, how well pages and words are found, and how far that is from
# the goals. Rows give seconds of processor time, which other work on the machine changes least.
#
# Peers of their own (OCRmyPDF, img2pdf, OpenCV) are Python's and installed beside the measurements; who cannot be is
# left out. Tesseract is limited to one thread, as two are many times slower.

export OMP_THREAD_LIMIT=1
quietly="--on-conflict overwrite"
python3 -m venv peers >log 2>&1 && peers/bin/pip -q install ocrmypdf img2pdf opencv-python-headless numpy pillow >log 2>&1 ||
  cat log >&2
export PATH=$PATH:$work/peers/bin
photos=$here/.build/release/page-photos
"$here/scripts/swift" build --product page-photos >log 2>&1 || { cat log >&2; return 1; }

# processor COMMAND: the median of its seconds of processor time, and its largest resident set in megabytes.
processor() {
  local run said
  for ((run = 0; run < (runs < 5 ? runs : 5); run++)); do
    said=$(command time -f "%U %S %M" sh -c "exec $1" 2>&1 >/dev/null) ||
      { echo "could not be measured: $1" >&2; break; }
    tail -n 1 <<<"$said"
  done | awk '{ print $1 + $2, $3 / 1000 }' | sort -n | awk '{ line[NR] = $0 } END { print line[int((NR + 1) / 2)] }'
}

# seconds TITLE GOAL FAIRY-COMMAND PEER=COMMAND…: one row of processor time.
seconds() {
  local title=$1 goal=$2 time memory row="" peer figures
  read -r time memory <<<"$(processor "$3")"
  shift 3
  for peer in "$@"; do
    figures=$(processor "${peer#*=}" | awk '{ printf "%.2f s, %.0f MB", $1, $2 }')
    [ -z "$figures" ] || row+="${peer%%=*} $figures; "
  done
  printf '| %s | %.2f s of processor, %.0f MB | %s | | %s |\n' "$title" "$time" "$memory" "${row%; }" "$goal"
}

# A photo of 12 megapixels.
mkdir -p made twelve
"$photos" make made page 7 2
fairy convert made/1.jpg --to jpeg --resize 3024x4032! --enlarge -o twelve/0.jpg $quietly >/dev/null
seconds "12 MP photo → PDF in black and white" "≤ 0.5 s" \
  "fairy scan twelve/0.jpg --filter bw --ocr off -o f.pdf $quietly" "img2pdf=img2pdf twelve/0.jpg -o i.pdf"

cat >contours.py <<'SCRIPT'
# The page as the largest outline of four corners, as most tutorials find it.
import sys
import cv2

picture = cv2.imread(sys.argv[1], cv2.IMREAD_REDUCED_COLOR_4)
edges = cv2.Canny(cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (5, 5), 0), 75, 200)
outlines, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
for outline in sorted(outlines, key=cv2.contourArea, reverse=True)[:5]:
    corners = cv2.approxPolyDP(outline, 0.02 * cv2.arcLength(outline, True), True)
    if len(corners) == 4:
        print(corners.tolist())
        break
SCRIPT
seconds "finding the page in a 12 MP JPEG, start-up included" "≤ 0.06 s and start-up" \
  "fairy why twelve/0.jpg" "OpenCV, contours=peers/bin/python contours.py twelve/0.jpg"

# detection TITLE GOAL ARGUMENTS…: what page-photos says last.
detection() {
  local title=$1 goal=$2
  shift 2
  "$photos" "$@" | tail -n 1 | awk -v title="$title" -v goal="$goal" '{ printf "| %s | %s | | | %s |\n", title, $0, goal }'
}
seed=${SEED:-$RANDOM}
detection "pages in 160 made photos, seed $seed" "mean ≥ 0.96, 144 ≥ 0.95" made page "$seed" 160
detection "pages in 80 harder made photos, seed $seed" "" made hard "$seed" 80
"$photos" made without "$seed" 80 | awk -v seed="$seed" '$1 ~ /^[0-9]/ && NF > 4 { count++; cropped += $3 >= 8.2 }
  END { printf "| 80 flat scans and tables without a page, seed %s: cropped | %d of %d | | | none |\n", seed, cropped, count }'
[ -f "$corpus/scan/QUADS.tsv" ] &&
  detection "pages in the photos of the corpus" "mean ≥ 0.98" report "$corpus/scan/QUADS.tsv"

errors() { python3 "$here/Benchmarks/character-errors.py" "$@"; }

# words TITLE GOAL PICTURE EXPECTED [LANGUAGES]: one row of character errors, beside tesseract's own.
words() {
  local title=$1 goal=$2 picture=$3 expected=$4 languages=${5:-eng} effort row=""
  for effort in accurate fast; do
    fairy convert "$picture" --to txt --set languages="$languages" --set ocr="$effort" -o w.txt $quietly >/dev/null 2>&1 || return 0
    row+="$effort $(errors "$expected" w.txt | cut -d' ' -f1) %, "
    row+="$(processor "fairy convert $picture --to txt --set languages=$languages --set ocr=$effort -o w.txt $quietly" | awk '{ printf "%.2f s", $1 }'); "
  done
  tesseract "$picture" t -l "$languages" >/dev/null 2>&1
  printf '| %s | %s | tesseract %s %%, %s s | | %s |\n' "$title" "${row%; }" \
    "$(errors "$expected" t.txt | cut -d' ' -f1)" \
    "$(processor "tesseract $picture t -l $languages" | cut -d' ' -f1)" "$goal"
}
if [ -d "$corpus/ocr" ]; then
  ocr=$corpus/ocr
  words "character errors: phototest" "≤ tesseract's" "$ocr/phototest.tif" "$ocr/phototest.gold.txt"
  words "character errors: linn" "≤ 0.9 %, 4 s" "$ocr/linn-twocolumn.png" "$ocr/linn-twocolumn.txt"
  words "character errors: newspaper, zones not given" "≤ tesseract's" "$ocr/newspaper-8071.tif" "$ocr/newspaper-8071.txt"
  words "character errors: eurotext, English only" "≤ tesseract's" "$ocr/eurotext.tif" "$ocr/eurotext.txt"
  # Where these languages are installed.
  words "character errors: eurotext, its languages" "≤ 0.9 %" "$ocr/eurotext.tif" "$ocr/eurotext.txt" eng+deu+fra+ita+spa+por

  # The same words whichever way up the page is.
  for scale in 100 33; do
    row=""
    for turn in 0 90 180 270; do
      fairy convert "$ocr/linn-twocolumn.png" --to png --rotate $turn --resize $scale% -o turned.png $quietly >/dev/null
      fairy convert turned.png --to txt -o w.txt $quietly >/dev/null 2>&1
      row+="$turn°: $(errors "$ocr/linn-twocolumn.txt" w.txt | cut -d' ' -f2) %; "
    done
    printf '| words of linn at %s %%, turned | %s | | | all alike |\n' "$scale" "${row%; }"
  done
  seconds "linn → PDF with words" "≤ 4 s" "fairy scan $ocr/linn-twocolumn.png -o f.pdf $quietly" \
    "img2pdf and OCRmyPDF=sh -c 'img2pdf $ocr/linn-twocolumn.png -o i.pdf && ocrmypdf -q --force-ocr i.pdf o.pdf'" \
    "tesseract=tesseract $ocr/linn-twocolumn.png t pdf"

  # Photos of that page, made: evenly lit, in a shadow, and small in little light.
  for kind in good shadow dark; do
    peers/bin/python "$here/Benchmarks/photograph-page.py" "$ocr/linn-twocolumn.png" $kind.jpg $kind || continue
    fairy scan $kind.jpg -o m.pdf $quietly >/dev/null 2>&1
    pdftotext -raw m.pdf m.txt
    tesseract $kind.jpg t >/dev/null 2>&1
    printf '| character errors: made photo of linn, %s | %s %%, %s s | tesseract %s %% | | ≤ 1 %%, 4 s |\n' $kind \
      "$(errors "$ocr/linn-twocolumn.txt" m.txt | cut -d' ' -f1)" \
      "$(processor "fairy scan $kind.jpg -o m.pdf $quietly" | cut -d' ' -f1)" \
      "$(errors "$ocr/linn-twocolumn.txt" t.txt | cut -d' ' -f1)"
  done

  # Ten pages on two cores beside one.
  mkdir -p ten
  for ((index = 0; index < 10; index++)); do cp "$ocr/linn-twocolumn.png" ten/$index.png; done
  for jobs in 1 2; do command time -f %e fairy scan ten --jobs $jobs -o f.pdf $quietly 2>&1 >/dev/null | tail -n 1; done |
    awk '{ wall[NR] = $1 } END { printf "| ten pages of linn, two cores beside one | %.1f s beside %.1f s: %.2f × | | | ≥ 1.8 × |\n", wall[2], wall[1], wall[1] / wall[2] }'
fi

if [ -f "$corpus/scan/receipt-wholefoods.jpg" ]; then
  cat >receipt.txt <<'WORDS'
WHOLE FOODS MARKET - WESTPORT,CT 06880
399 POST RD WEST - (203) 227-6858
365 BACON LS NP 4.99 F
365 BACON LS NP 4.99 F
365 BACON LS NP 4.99 F
365 BACON LS NP 4.99 F
BROTH CHIC NP 2.19 F
FLOUR ALMOND NP 11.99 F
CHKN BRST BNLSS SK NP 18.80 F
HEAVY CREAM NP 3.39 F
BALSMC REDUCT NP 6.49 F
BEEF GRND 85/15 NP 5.04 F
JUICE COF CASHEW C NP 8.99 F
DOCS PINT ORGANIC NP 14.49 F
HNY ALMOND BUTTER NP 9.99 F
TAX .00 BAL 101.33
WORDS
  fairy scan "$corpus/scan/receipt-wholefoods.jpg" -o r.pdf $quietly >/dev/null 2>&1
  pdftotext -layout r.pdf r.txt
  tesseract "$corpus/scan/receipt-wholefoods.jpg" t >/dev/null 2>&1
  printf '| words of the receipt that are found | %s %% | tesseract %s %% | | ≥ 95 %% |\n' \
    "$(errors receipt.txt r.txt | cut -d' ' -f2)" "$(errors receipt.txt t.txt | cut -d' ' -f2)"
fi

# Five hundred pages, all of them different, take no more memory than fifty, but for what the system keeps of the file.
mkdir -p fifty many
"$photos" make many page "$seed" 500 >log
for ((index = 0; index < 50; index++)); do cp many/$index.jpg fifty/; done
for filter in gray color; do
  for folder in fifty many; do
    command time -f %M fairy scan $folder --filter $filter --ocr off --rotate none -o f.pdf $quietly 2>&1 >/dev/null |
      tail -n 1
  done | awk -v filter="$filter" '{ resident[NR] = $1 / 1000 }
    END { printf "| memory of 500 pages in %s beside 50 | %.0f MB beside %.0f MB: %.2f × | | | flat |\n", filter, resident[2], resident[1], resident[2] / resident[1] }'
done
