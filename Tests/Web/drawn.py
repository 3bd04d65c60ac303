"""Drawn content for the screenshots: landscapes with the Exif of a camera, tables, mail and documents."""
import io
import json
import math
import random
import zipfile

from PIL import Image, ImageDraw, ImageFilter

import looks
from service import FIXTURES

LAKES = [("Brienz", 260, 29.8), ("Geneva", 310, 580.0), ("Lucerne", 214, 113.6), ("Lugano", 288, 48.7), ("Murten", 45, 22.8),
         ("Thun", 217, 48.3), ("Walen", 151, 24.2), ("Zug", 198, 38.4), ("Uri", 200, 22.0)]
SKIES = [((92, 150, 205), (232, 236, 232)), ((240, 150, 96), (252, 222, 176)), ((60, 74, 128), (226, 160, 150)), ((120, 176, 200), (244, 240, 220))]


def landscape(number, size=(1600, 1200)):
    """Hills before a lake, of other shapes and colours for each number."""
    w, h = size
    dice = random.Random(number)
    top, low = SKIES[number % len(SKIES)]
    picture = Image.linear_gradient("L").resize(size)
    picture = Image.merge("RGB", [picture.point(lambda value, a=a, b=b: a + (b - a) * value // 255) for a, b in zip(top, low)])
    draw = ImageDraw.Draw(picture)
    x, y = w * dice.uniform(0.2, 0.8), h * dice.uniform(0.12, 0.3)
    draw.ellipse((x - 70, y - 70, x + 70, y + 70), fill=(255, 246, 214))
    for layer in range(4):
        base, high = h * (0.38 + 0.1 * layer), h * (0.16 - 0.03 * layer)
        waves = [(dice.uniform(1, 9), dice.uniform(0, 6.3), dice.uniform(0.2, 1)) for _ in range(4)]
        ridge = [(step, base + high * sum(size * math.sin(step / w * often + turn) for often, turn, size in waves) / 2) for step in range(0, w + 8, 8)]
        shade = tuple(int(part * (0.8 - 0.16 * layer)) for part in (top[0] * 0.6 + 30, top[1] * 0.6 + 50, top[2] * 0.6 + 20))
        draw.polygon([*ridge, (w, h), (0, h)], fill=shade)
    shore = int(h * 0.76)
    mirrored = picture.crop((0, 2 * shore - h, w, shore)).transpose(Image.FLIP_TOP_BOTTOM)
    picture.paste(mirrored.filter(ImageFilter.GaussianBlur(5)).point(lambda value: value * 0.85), (0, shore))
    return picture


def photo(path, number, quality=90, **options):
    """A landscape with the Exif of a camera; each number was taken on another day."""
    exif = Image.open(FIXTURES / "camera.jpg").info["exif"].replace(b"2026:02:03", b"2026:%02d:%02d" % (number % 12 + 1, number % 28 + 1))
    landscape(number, **options).save(path, quality=quality, exif=exif)
    return path


MARKDOWN = """# Around the lake

Two days, **42 km**, with a night in the *hut*. The [timetable](https://example.org/boats) of the boats is for summer only.

## What to bring

- [x] water, bread and cheese
- [ ] a map on paper
- [ ] coins for the lockers

| day | from | to | km |
|-----|------|----|----|
| 1 | Brienz | Iseltwald | 19 |
| 2 | Iseltwald | Brienz | 23 |

> The path along the falls is closed after rain.

```swift
let pace = 4.2 // km/h
```
"""

LETTER = """<h2 style="color:#0b6157">Your booking</h2><p>Dear Bea,</p><p>your cabin at the lake is booked for <b>two nights</b>, from
12&nbsp;June. The bill and the way are attached.</p><table border="1" cellpadding="6"><tr><th>Night</th><th>Price</th></tr>
<tr><td>12 June</td><td>EUR 84.00</td></tr><tr><td>13 June</td><td>EUR 84.00</td></tr></table>
<p><img src="https://example.org/logo.png" alt="logo"> <a href="https://example.org/booking">Change the booking</a></p><p>Anna</p>"""

SUBJECTS = ["Boats in summer", "Your booking", "Minutes of the meeting", "A question about the map", "Photos of the weekend", "Invoice 2026-114"]
PEOPLE = ["Anna Muster <anna@example.org>", "Carl Carlson <carl@example.net>", "Dora Dorn <dora@example.com>", "Lake Hotel <desk@example.org>"]


def report():
    """A document of some pages about lakes."""
    pages = [["The lakes", "", *(f"{name}: {depth} m deep, {area} square kilometres" for name, depth, area in LAKES), "", "All depths are the greatest ones."]]
    for name, depth, area in LAKES:
        pages.append([f"Lake of {name}", "", f"It covers {area} square kilometres.", f"Its greatest depth is {depth} m.", "", "Boats cross it from April to October.",
                      "In winter the lake is open to fishers alone."])
    return looks.pdf(pages, [(page[0], number) for number, page in enumerate(pages)])


def mailbox(folder):
    mails = [looks.message(number, PEOPLE[number % 4], SUBJECTS[number % 6], f"Dear Bea,\n\nthis is letter {number} about the lakes.\n\nKind regards", day=number % 28 + 1)
             for number in range(1, 37)]
    files = [("bill.pdf", "application/pdf", report()), ("way.png", "image/png", small(folder / "Lake 2.jpg")), ("notes.txt", "text/plain", b"Ring twice.\n")]
    mails[1] = looks.message(2, PEOPLE[0], "Your booking", "Your cabin is booked.", LETTER, files, day=24)
    mails[4] = looks.message(5, PEOPLE[1], "Photos of the weekend", "Here they are.", files=files[1:2], day=27)
    return looks.mailbox(mails)


def small(path):
    out = io.BytesIO()
    Image.open(path).resize((320, 240)).save(out, "PNG")
    return out.getvalue()


def fill(folder):
    """Puts one of each kind into the folder that is only read, in place of what tests have there."""
    for path in folder.iterdir():
        path.unlink()
    for number in range(1, 6):
        photo(folder / f"Lake {number}.jpg", number)
    (folder / "drawing.svg").write_bytes((FIXTURES / "drawing.svg").read_bytes())
    (folder / "photo.heic").write_bytes((FIXTURES / "photo.heic").read_bytes())
    dice = random.Random(4)
    lines = [f"{2000 + row // 108},{row // 9 % 12 + 1},{LAKES[row % 9][0]},{dice.gauss(9 + 8 * math.sin(row / 17), 2):.1f},{dice.randint(365, 480)}.{dice.randint(0, 99):02}"
             for row in range(2700)]
    (folder / "measures.csv").write_text("year,month,lake,temperature,level\n" + "\n".join(lines) + "\n")
    lakes = [{"name": name, "depth": depth, "area": area, "boats": depth > 200, "towns": [f"{name} {part}" for part in ("North", "South")]} for name, depth, area in LAKES]
    (folder / "lakes.json").write_text(json.dumps({"title": "Lakes", "year": 2026, "source": None, "lakes": lakes}, ensure_ascii=False))
    with zipfile.ZipFile(folder / "travel.zip", "w", zipfile.ZIP_DEFLATED) as pack:
        for name in ("Lake 1.jpg", "Lake 2.jpg", "measures.csv", "lakes.json"):
            pack.write(folder / name, name)
        pack.writestr("notes/way.md", MARKDOWN)
        pack.writestr("notes/hut.txt", "The key is under the stone.\n" * 8)
    (folder / "report.pdf").write_bytes(report())
    (folder / "post.mbox").write_bytes(mailbox(folder))
    (folder / "walk.md").write_text(MARKDOWN)
    (folder / "boats.txt").write_text("".join(
        f"2026-06-{row // 96 % 30 + 1:02} {row // 4 % 24:02}:{row % 4 * 15:02} {dice.choice(('INFO', 'INFO', 'INFO', 'WARN'))} boat {row % 7 + 1} "
        f"{dice.choice(('leaves', 'arrives at'))} {dice.choice(LAKES)[0]} with {dice.randint(3, 180)} passengers\n" for row in range(6000)))
    (folder / "film.mp4").write_bytes(b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom" + dice.randbytes(4000))
