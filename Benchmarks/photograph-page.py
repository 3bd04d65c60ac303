"""Makes a photo of a page as a person might take it: on a dark table, in perspective, unevenly lit.

    photograph-page.py PAGE PHOTO good|shadow|dark

The page has 10 pixels a millimetre in the photo; `shadow` lays a soft shadow over a half of it, and `dark` has
6 pixels a millimetre, a third of the light, and noise. The same every time.
"""

import sys

import numpy
from PIL import Image, ImageFilter


def coefficients(corners, size):
    """The projective map from the photo to the page, as Pillow wants it."""
    width, height = size
    rows, values = [], []
    for (x, y), (u, v) in zip(corners, [(0, 0), (width, 0), (width, height), (0, height)]):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return numpy.linalg.solve(numpy.array(rows, float), numpy.array(values, float))


def main():
    source, target, kind = sys.argv[1:]
    page = Image.open(source).convert("L")
    wide = round(210 * (6 if kind == "dark" else 10))
    page = page.resize((wide, wide * page.height // page.width), Image.LANCZOS)
    w, h = page.size
    size = (round(1.25 * w), round(1.2 * h))
    corners = [(0.14 * w, 0.09 * h), (1.1 * w, 0.12 * h), (1.13 * w, 1.1 * h), (0.1 * w, 1.07 * h)]
    to_page = coefficients(corners, page.size)
    seen = page.transform(size, Image.PERSPECTIVE, to_page, Image.BICUBIC)
    inside = Image.new("L", page.size, 255).transform(size, Image.PERSPECTIVE, to_page, Image.BILINEAR)
    mask = numpy.asarray(inside, float)[..., None] / 255
    paper = numpy.asarray(seen, float)[..., None] * [0.97, 0.95, 0.9] * 0.93
    photo = mask * paper + (1 - mask) * numpy.array([70.0, 52.0, 38.0])
    y, x = numpy.mgrid[0 : size[1], 0 : size[0]] / max(size)
    light = 1 - 0.25 * x - 0.1 * y
    if kind != "good":
        light *= 1 - 0.55 / (1 + numpy.exp((x + 0.4 * y - 0.55) * 40))
    if kind == "dark":
        light *= 0.45
    noise = numpy.random.default_rng(7).normal(0, 4 if kind == "dark" else 1.5, photo.shape)
    photo = numpy.clip(photo * light[..., None] + noise, 0, 255).astype("uint8")
    Image.fromarray(photo).filter(ImageFilter.GaussianBlur(0.6)).save(target, quality=90)


if __name__ == "__main__":
    main()
