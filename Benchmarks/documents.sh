# PDF: the corpus made smaller, beside Ghostscript at the same resolution, and OCRmyPDF's optimizer: time,
# and bytes of all files together. Every result must have its input's pages and text, and no more bytes.
#
# What a peer cannot do, or fairy refuses (a file whose author forbids changes), is left out for both.

mkdir -p pdf
for file in "$corpus"/pdf/*.pdf; do
  case $(basename "$file") in bad-* | encrypted-* | form-xfa-*) ;; *) cp "$file" pdf/ ;; esac
done
if ! ls pdf/*.pdf >/dev/null 2>&1; then
  echo "PDF files are measured where the corpus is present."
  return 0
fi

cat >gs-all <<'SCRIPT'
#!/bin/sh
# gs-all SETTINGS: makes gs/ of pdf/.
mkdir -p gs
for file in pdf/*.pdf; do
  gs -q -dNOPAUSE -dBATCH -sDEVICE=pdfwrite -dPDFSETTINGS="/$1" -sOutputFile="gs/${file#pdf/}" "$file" >/dev/null 2>&1
done
true
SCRIPT
cat >ocrmypdf-all <<'SCRIPT'
#!/bin/sh
# Makes ocrmypdf/ of pdf/: nothing is recognised, for time's sake.
mkdir -p ocrmypdf
for file in pdf/*.pdf; do
  ocrmypdf -q --skip-text --optimize 3 --tesseract-timeout 0 --output-type pdf "$file" "ocrmypdf/${file#pdf/}" >/dev/null 2>&1
done
true
SCRIPT
chmod +x gs-all ocrmypdf-all

# weigh TITLE FOLDER: bytes of fairy's files over those of a peer, of the files that both made.
weigh() {
  local ours=0 theirs=0 larger=0 name
  for file in pdf/*.pdf; do
    name=${file#pdf/}
    [ "$(stat -c %s "small/$name")" -le "$(stat -c %s "$file")" ] || larger=$((larger + 1))
    [ -s "$2/$name" ] || continue
    ours=$((ours + $(stat -c %s "small/$name")))
    theirs=$((theirs + $(stat -c %s "$2/$name")))
  done
  awk -v title="$1" -v ours="$ours" -v theirs="$theirs" -v larger="$larger" 'BEGIN {
    printf "| %s | %.2f | %d bytes | %d bytes | %d larger than their input |\n", title, ours / theirs, ours, theirs, larger }'
}

# check_documents PAGES-AND-TEXT: what must not have changed.
check_documents() {
  local file name
  for file in pdf/*.pdf; do
    name=${file#pdf/}
    [ "$(qpdf --show-npages "$file" 2>/dev/null)" = "$(qpdf --show-npages "small/$name")" ] || echo "$name: other pages"
    [ "$(pdftotext "$file" - 2>/dev/null | tr -s '[:space:]' ' ')" = "$(pdftotext "small/$name" - | tr -s '[:space:]' ' ')" ] ||
      echo "$name: other text"
    qpdf --check "small/$name" >/dev/null 2>&1 || echo "$name: qpdf finds something wrong"
  done
}

prepare="rm -rf small gs ocrmypdf" runs=${RUNS:-3}
for pair in "72 screen" "150 ebook"; do
  read -r dpi settings <<<"$pair"
  job "PDF of the corpus at $dpi dpi" 0.33 \
    "fairy compress -r pdf -o small --preset small --dpi $dpi" "Ghostscript /$settings=./gs-all $settings"
  rm -rf small gs
  fairy compress -r pdf -o small --preset small --dpi "$dpi" >/dev/null
  ./gs-all "$settings"
  weigh "bytes at $dpi dpi: Ghostscript /$settings" gs
  check_documents
  [ -d ocrmypdf ] || ./ocrmypdf-all
  weigh "bytes at $dpi dpi: OCRmyPDF --optimize 3" ocrmypdf
done

# Nine books that differ (fairy holds equal files once), 1,053 pages: put together, and taken apart.
for number in 1 2 3 4 5 6 7 8 9; do
  { cat "$corpus/pdf/text-vector-117pages.pdf"; echo "% $number"; } >"book-$number.pdf"
done
books=$(echo book-?.pdf)
prepare="rm -rf merged.pdf parts" runs=${RUNS:-5}
job "1,053 pages of nine files joined" 1.2 "fairy merge $books -o merged.pdf" \
  "qpdf=qpdf --empty --pages $books -- merged.pdf"
qpdf --empty --pages $books -- long.pdf
printf '#!/bin/sh\nrm -rf parts; mkdir parts\n' >empty-parts
chmod +x empty-parts
prepare="./empty-parts" runs=${RUNS:-5}
job "1,053 pages taken apart, 100 a file" 1.2 "fairy split long.pdf --every 100 -o parts/" \
  "qpdf=qpdf --split-pages=100 --object-streams=generate long.pdf parts/p.pdf"
job "1,053 pages taken apart, each by itself" 1.2 "fairy split long.pdf --each -o parts/" \
  "qpdf=qpdf --split-pages --object-streams=generate long.pdf parts/p.pdf" \
  "qpdf, objects not compressed=qpdf --split-pages long.pdf parts/p.pdf"
