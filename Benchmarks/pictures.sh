# Pictures: start-up, and the conversions of 12-megapixel photos.

photo=$corpus/images/heic/iphone-xr-colorchecker-p3.heic
if [ ! -f "$photo" ]; then
  echo "(no corpus: a synthetic photo stands in for the iPhone's)" >&2
  fairy convert "$here/fixtures/photo.heic" --to heic --resize 4032x3024! --enlarge -o photo.heic \
    >/dev/null
  photo=photo.heic
fi
cp "$photo" in.heic
fairy convert in.heic --to jpeg -q 92 -o in.jpg >/dev/null
fairy convert in.heic --to png -o in.png >/dev/null
fairy convert "$here/fixtures/rgb.png" --to png --resize 64x64! -o small.png >/dev/null
quietly="--on-conflict overwrite"

# Twenty photos, a picture of 200 megapixels in tiles, and a thousand to be made small.
mkdir -p photos many
for ((index = 0; index < 20; index++)); do cp in.heic photos/$index.heic; done
fairy convert in.jpg --to jpeg --resize 1600 -o many/0.jpg $quietly >/dev/null
for ((index = 1; index < 1000; index++)); do cp many/0.jpg many/$index.jpg; done
python3 "$here/Benchmarks/repeat-tiles.py" in.heic large.heic 4 4

job "64×64 PNG → JPEG (start-up)" 0.35 \
  "fairy convert small.png --to jpeg -o f.jpg $quietly" \
  "vips=vips copy small.png v.jpg"
job "12 MP HEIC → JPEG q0.8" 0.5 \
  "fairy convert in.heic --to jpeg -q 0.8 -o f.jpg $quietly" \
  "vips=vips copy in.heic v.jpg[Q=80]" \
  "heif-convert=heif-convert -q 80 in.heic h.jpg" \
  "ImageMagick=convert in.heic -quality 80 m.jpg"
# A run whose outputs are there is not done again.
prepare="rm -rf f t tn"
job "20 of these in one run" 0.45 \
  "fairy convert -r photos --to jpeg -q 0.8 -o f/ $quietly" \
  "xargs -P2 vips copy=sh -c 'ls photos/*.heic | xargs -P2 -I{} vips copy {} v.jpg[Q=80]'" \
  "heif-convert=sh -c 'for f in photos/*.heic; do heif-convert -q 80 \"\$f\" h.jpg; done'"
prepare=""
job "200 MP HEIC in tiles → JPEG" 0.45 \
  "fairy convert large.heic --to jpeg -q 0.8 -o f.jpg --limit pixels=300000000 --limit memory=6000000000 $quietly" \
  "vips=vips copy large.heic[unlimited] v.jpg[Q=80]"
job "12 MP HEIC → 1024 px JPEG" 0.5 \
  "fairy convert in.heic --to jpeg --resize 1024 -o f.jpg $quietly" \
  "vipsthumbnail=vipsthumbnail in.heic --size 1024 -o v.jpg"
job "12 MP JPEG → 1024 px JPEG" 0.4 \
  "fairy convert in.jpg --to jpeg --resize 1024 -o f.jpg $quietly" \
  "vipsthumbnail=vipsthumbnail in.jpg --size 1024 -o v.jpg"
job "12 MP JPEG → JPEG q0.8" 0.6 \
  "fairy convert in.jpg --to jpeg -q 0.8 -o f.jpg $quietly" \
  "vips=vips copy in.jpg v.jpg[Q=80]" \
  "ImageMagick=convert in.jpg -quality 80 m.jpg"
job "12 MP JPEG → PNG" 0.5 \
  "fairy convert in.jpg --to png -o f.png $quietly" \
  "vips=vips copy in.jpg v.png" \
  "ImageMagick=convert in.jpg m.png"
job "12 MP PNG → JPEG" 0.6 \
  "fairy convert in.png --to jpeg -q 0.8 -o f.jpg $quietly" \
  "vips=vips copy in.png v.jpg[Q=80]"
job "12 MP PNG → PNG, 50 %" 0.6 \
  "fairy convert in.png --to png --resize 50% -o f50.png $quietly" \
  "vips=vips resize in.png v50.png 0.5"
# What fairy calls 0.61 is libwebp's 75: the same size and likeness.
job "12 MP JPEG → WebP q75" 0.8 \
  "fairy convert in.jpg --to webp -q 0.61 -o f.webp $quietly" \
  "vips=vips copy in.jpg v.webp[Q=75]"
prepare="sh -c 'rm -rf t && mkdir -p tn'"
job "1,000 thumbnails of 1,600 px JPEGs" 0.4 \
  "fairy convert -r many --to jpeg --resize 256 -o t/ $quietly" \
  "vipsthumbnail=sh -c 'exec vipsthumbnail many/*.jpg --size 256 -o ../tn/%s.jpg'" \
  "xargs -P2 vipsthumbnail=sh -c 'ls many/*.jpg | xargs -P2 -n 25 vipsthumbnail --size 256 -o ../tn/%s.jpg'"
prepare=""
# What fairy calls 0.5 is libheif's 35: the same size within 4 %, and SSIM within 0.003. The peers take long.
often=$runs runs=3
job "12 MP JPEG → HEIC q0.5" 1.0 \
  "fairy convert in.jpg --to heic -q 0.5 -o f.heic $quietly" \
  "vips=vips copy in.jpg v.heic[Q=35]" \
  "heif-enc=heif-enc -q 35 in.jpg -o e.heic"
runs=$often

sizes() { awk -v title="$1" -v ours="$(stat -c %s "$2")" -v theirs="$(stat -c %s "$3")" -v peer="$4" 'BEGIN {
  printf "| %s | %d bytes | %s %d bytes | %.2f × | ≤ 1.00 × |\n", title, ours, peer, theirs, ours / theirs }'; }
sizes "the size of that PNG" f.png m.png ImageMagick
sizes "the size of that WebP" f.webp v.webp vips
sizes "the size of that HEIC" f.heic v.heic vips

# In place of a search over whole encodings: seven of these, as the search makes them, each with what it takes to
# decode and compare it left out.
job "12 MP JPEG → JPEG, -q auto" 0.5 \
  "fairy convert in.jpg --to jpeg -q auto -o f.jpg $quietly" \
  "seven encodings=sh -c 'for q in 50 60 70 75 80 85 90; do fairy convert in.jpg --to jpeg -q \$q -o s.jpg $quietly; done'"

# Eight of the photos above each other must not take more memory than one.
fairy convert in.heic --to ppm -o one.ppm >/dev/null
{ printf 'P6\n4032 24192\n255\n'; for _ in 1 2 3 4 5 6 7 8; do tail -c $((4032 * 3024 * 3)) one.ppm; done; } >tall.ppm
fairy convert tall.ppm --to jpeg -q 92 -o tall.jpg >/dev/null
fairy convert tall.ppm --to png -o tall.png >/dev/null
rm tall.ppm one.ppm

height() { # TITLE EXTENSION ARGUMENTS…: the memory of the tall picture over that of the one
  local title=$1 extension=$2 one tall
  shift 2
  one=$(command time -f %M fairy convert in."$extension" "$@" 2>&1 >/dev/null | tail -n 1)
  tall=$(command time -f %M fairy convert tall."$extension" "$@" 2>&1 >/dev/null | tail -n 1)
  awk -v title="$title" -v one="$one" -v tall="$tall" 'BEGIN {
    printf "| memory of %s, eight times as high | %.0f MB | as high as it is %.0f MB | %.2f × | ≤ 1.1 × |\n", title, tall / 1000, one / 1000, tall / one }'
}
height "JPEG → JPEG" jpg --to jpeg -q 0.8 -o g.jpg $quietly
height "JPEG → PNG" jpg --to png -o g.png $quietly
height "JPEG → JPEG, 25 %" jpg --to jpeg --resize 25% -o g.jpg $quietly
height "PNG → JPEG" png --to jpeg -q 0.8 -o g.jpg $quietly
height "PNG → PNG, 50 %" png --to png --resize 50% -o g.png $quietly
