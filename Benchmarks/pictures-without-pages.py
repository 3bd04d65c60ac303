"""Gathers pictures that show no page of paper: pictures-without-pages.py FOLDER OUT COUNT

Takes COUNT pictures at random from those below FOLDER that are large enough, six from one folder at most. Writes them in
the size in which a page is looked for, with `corners.tsv` (the whole picture is its own page), into OUT: for
`page-photos report` and `page-photos features`. Wallpapers, textures and game art of Debian packages are such pictures;
look at what was gathered, and delete what does show paper. It needs Pillow.
"""
import collections
import pathlib
import random
import sys

from PIL import Image

LONG_SIDE = 1000
LEAST_SIDE = 300
MOST_OF_A_FOLDER = 6
KINDS = {".jpg", ".jpeg", ".png", ".webp"}


def small(path):
    """The picture in at most 1,000 pixels on white, or nothing where it is too small or cannot be read."""
    try:
        with Image.open(path) as picture:
            if min(picture.size) < LEAST_SIDE:
                return None
            whole = picture.convert("RGBA")
    except (OSError, ValueError, Image.DecompressionBombError):
        return None
    flat = Image.new("RGB", whole.size, "white")
    flat.paste(whole, mask=whole.getchannel("A"))
    flat.thumbnail((LONG_SIDE, LONG_SIDE), Image.Resampling.BOX)
    return flat


def main():
    source, out, count = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
    out.mkdir(parents=True)
    paths = sorted(path for path in source.rglob("*") if path.suffix.lower() in KINDS and path.is_file())
    random.Random(1).shuffle(paths)
    rows, taken = [], collections.Counter()
    for path in paths:
        if len(rows) == count:
            break
        if taken[path.parent] < MOST_OF_A_FOLDER and (picture := small(path)):
            taken[path.parent] += 1
            name = f"{len(rows)}.jpg"
            picture.save(out / name, quality=90)
            rows.append("\t".join([name, *"0 0 1 0 1 1 0 1".split(), str(path)]))
    (out / "corners.tsv").write_text("\n".join(rows) + "\n")
    print(len(rows), "pictures")


if __name__ == "__main__":
    main()
