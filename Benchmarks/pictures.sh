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

job "64×64 PNG → JPEG (start-up)" 0.5 \
  "fairy convert small.png --to jpeg -o f.jpg $quietly" \
  "vips=vips copy small.png v.jpg"
job "12 MP HEIC → JPEG q0.8" 1.0 \
  "fairy convert in.heic --to jpeg -q 0.8 -o f.jpg $quietly" \
  "vips=vips copy in.heic v.jpg[Q=80]" \
  "heif-convert=heif-convert -q 80 in.heic h.jpg" \
  "ImageMagick=convert in.heic -quality 80 m.jpg"
job "12 MP HEIC → 1024 px JPEG" 1.0 \
  "fairy convert in.heic --to jpeg --resize 1024 -o f.jpg $quietly" \
  "vipsthumbnail=vipsthumbnail in.heic --size 1024 -o v.jpg"
job "12 MP JPEG → JPEG q0.8" 1.0 \
  "fairy convert in.jpg --to jpeg -q 0.8 -o f.jpg $quietly" \
  "vips=vips copy in.jpg v.jpg[Q=80]" \
  "ImageMagick=convert in.jpg -quality 80 m.jpg"
job "12 MP JPEG → 1024 px JPEG" 1.0 \
  "fairy convert in.jpg --to jpeg --resize 1024 -o f.jpg $quietly" \
  "vipsthumbnail=vipsthumbnail in.jpg --size 1024 -o v.jpg"
job "12 MP JPEG → PNG" 1.0 \
  "fairy convert in.jpg --to png -o f.png $quietly" \
  "vips=vips copy in.jpg v.png"
job "12 MP PNG → JPEG" 1.0 \
  "fairy convert in.png --to jpeg -q 0.8 -o f.jpg $quietly" \
  "vips=vips copy in.png v.jpg[Q=80]"
