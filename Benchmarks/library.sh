# The library: 100,000 documents of 200 words indexed and searched, photos that show the same grouped.
#
# recoll (Xapian) indexes and searches the same words in text files. Photos are grouped beside findimagedupes, and beside
# imagededup and czkawka, whose packages for Python do the same; imagededup without its neural networks, which it would
# load for nothing. What fairy knows of photos is forgotten before each run, as the others remember nothing.

python3 -m venv peers >log 2>&1 && peers/bin/pip -q install pillow numpy scipy tqdm scikit-learn PyWavelets matplotlib \
  >log 2>&1 && peers/bin/pip -q install --no-deps imagededup czkawka >log 2>&1 || cat log >&2
python=$work/peers/bin/python3
mkdir library
export FAIRY_LIBRARY=$work/first
fairy library new "$here/fixtures/camera.jpg" --title Template >/dev/null
fairy library save Template >/dev/null
cp "$FAIRY_LIBRARY"/documents/*/metadata.json library/template.json
python3 "$here/Benchmarks/make-library.py" library texts 100000
export FAIRY_LIBRARY=$work/library
mkdir recoll
printf 'topdirs = %s\nidxflushmb = 64\n' "$work/texts" >recoll/recoll.conf
prepare="rm -rf recoll/xapiandb"
runs=1 job "100,000 documents indexed" 1 "fairy library reindex" "recoll=recollindex -c recoll -z"
prepare=""
python3 "$here/Benchmarks/search-times.py" library/words.txt "fairy search" "recollq -c recoll -n 20 -a"

cat >find-duplicates.py <<'PYTHON'
import sys
from unittest.mock import MagicMock
for name in ("torch", "torch.nn", "torch.utils", "torch.utils.data", "torchvision", "torchvision.transforms",
             "torchvision.models", "imagededup.methods.cnn", "imagededup.utils.models", "imagededup.utils.data_generator"):
    sys.modules[name] = MagicMock()
sys.modules["torch"].Tensor = type("Tensor", (), {})
if __name__ == "__main__":
    from imagededup.methods import PHash
    print(PHash(verbose=False).find_duplicates(image_dir=sys.argv[1]))
PYTHON
cat >find-similar.py <<'PYTHON'
import sys
from czkawka import ImageSimilarity
finder = ImageSimilarity()
finder.set_directories([sys.argv[1]])
finder.set_similarity(10)
print(finder.find_similar())
PYTHON
sources=$(find "$corpus/images/jpeg" "$corpus/scan" "$here/fixtures" -name '*.jpg' -size +50k | head -n 20)
export FAIRY_LIBRARY=$work/photos
prepare="rm -rf photos"
for set in "1000 4000 3000" "10000 1155 866"; do
  read -r count width height <<<"$set"
  # shellcheck disable=SC2086
  $python "$here/Benchmarks/make-photos.py" "set$count" $set $sources
  runs=1 job "$count photos of $width×$height grouped" 0.5 "fairy triage set$count --list --filter duplicates --json" \
    "findimagedupes=findimagedupes -R set$count" "imagededup=$python find-duplicates.py set$count" \
    "czkawka=$python find-similar.py set$count"
done
prepare=""
unset FAIRY_LIBRARY
