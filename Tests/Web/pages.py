"""Made photos of pages: paper with text on a dark desk, in perspective."""
import pathlib

from PIL import Image, ImageDraw, ImageFilter, ImageFont

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def sheet(words, size=(850, 1200)):
    """A page of text."""
    page = Image.new("RGB", size, (245, 243, 238))
    draw = ImageDraw.Draw(page)
    font = ImageFont.truetype(FONT, 34)
    draw.text((80, 80), words, (25, 25, 30), ImageFont.truetype(FONT, 54))
    for line in range(16):
        draw.text((80, 200 + 56 * line), "The quick brown fox jumps over it", (30, 30, 35), font)
    return page


def photo(words="Receipt 4711", size=(1280, 960), corners=((420, 60), (930, 110), (980, 880), (330, 840))):
    """A photo of the page that lies on a desk; its corners from the top left clockwise."""
    paper = sheet(words)
    w, h = paper.size
    rows = []
    for (x, y), (u, v) in zip(corners, ((0, 0), (w, 0), (w, h), (0, h))):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    desk = Image.effect_noise(size, 18).convert("RGB").point(lambda value: value * 0.35)
    laid = paper.transform(size, Image.PERSPECTIVE, solve(rows), Image.BICUBIC)
    mask = Image.new("L", size, 0)
    ImageDraw.Draw(mask).polygon(corners, fill=255)
    desk.paste(laid, (0, 0), mask)
    return desk.filter(ImageFilter.GaussianBlur(0.6))


def solve(rows):
    """The solution of linear equations, each a row with its right side last."""
    rows = [list(map(float, row)) for row in rows]
    count = len(rows)
    for index in range(count):
        pivot = max(range(index, count), key=lambda row: abs(rows[row][index]))
        rows[index], rows[pivot] = rows[pivot], rows[index]
        rows[index] = [value / rows[index][index] for value in rows[index]]
        for other in range(count):
            if other != index:
                factor = rows[other][index]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[index])]
    return [row[-1] for row in rows]


def film(path, pictures=(None,), repeats=30):
    """A film for Chromium's fake camera: the photos one after the other, each for a second."""
    with open(path, "wb") as out:
        for picture in pictures:
            for _ in range(repeats):
                picture.save(out, "JPEG", quality=90)
    return pathlib.Path(path)
