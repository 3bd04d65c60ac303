#!/usr/bin/env python3
"""make-photos.py FOLDER COUNT WIDTH HEIGHT SOURCE…: COUNT photos of that size, each a part of one of the sources with
noise of its own; every tenth is a smaller copy of the one before, as messengers send them. Needs Pillow and NumPy."""
import concurrent.futures
import functools
import pathlib
import random
import sys

import numpy
from PIL import Image

folder, count, width, height = pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:5])
sources = sys.argv[5:]


@functools.cache
def source(path):
    return Image.open(path).convert("RGB")


def part(number):
    chance = random.Random(number)
    picture = source(chance.choice(sources))
    share = chance.uniform(0.3, 0.7)
    w, h = picture.width * share, picture.height * share
    x, y = chance.uniform(0, picture.width - w), chance.uniform(0, picture.height - h)
    picture = picture.resize((width, height), Image.Resampling.BICUBIC, (x, y, x + w, y + h))
    if chance.random() < 0.5:
        picture = picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    noise = numpy.random.default_rng(number).integers(-6, 7, (height, width, 1), numpy.int16)
    return Image.fromarray((numpy.asarray(picture) + noise).clip(0, 255).astype(numpy.uint8))


def make(number):
    if number % 10 == 9:
        part(number - 1).resize((width // 2, height // 2)).save(folder / f"copy-{number:05}.jpg", quality=80)
    else:
        part(number).save(folder / f"IMG_{number:05}.jpg", quality=88)


folder.mkdir(parents=True)
with concurrent.futures.ProcessPoolExecutor() as pool:
    list(pool.map(make, range(count), chunksize=20))
