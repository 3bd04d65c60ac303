"""Corners that are typed, and small pictures in which pages are looked for."""
from . import seeds

SIZES = [(1, 1), (1, 4096), (4096, 1), (2, 3), (7, 9), (64, 64), (320, 240), (300, 400)]


@seeds("corners")
def corners():
    size = bytes([199, 149])
    for name, text in [
            ("whole", "0,0,200,0,200,150,0,150"), ("page", "20,10 180,15 190,140 12,130"),
            ("beyond", "-200,-150,400,-150,400,300,-200,300"), ("thin", "0,0,200,0,200,0.1,0,0.1"),
            ("nearly-triangle", "0,0,200,0,100.001,150,99.999,150"), ("auto", "auto"), ("none", "none"),
            ("crossed", "0,0,200,150,200,0,0,150"), ("seven", "1,2,3,4,5,6,7"), ("names", "nan,inf,1e300,-1e-300,0x1p3,1,2,3"),
    ]:
        yield name, size + text.encode()


@seeds("page-detector")
def page_detector():
    for number, (width, height) in enumerate(SIZES):
        for kind in range(4):
            options = (number * 4 + kind) * 37 % 64 << 2
            start = bytes([kind | options & 0xFC]) + (width - 1).to_bytes(2, "big") + (height - 1).to_bytes(2, "big")
            yield f"kind-{kind}", start + bytes([9]) + bytes(range(0, 240, 7))
    # A light page on dark ground, a sample for each block of 32 pixels.
    rows = ["0000000000", "0000000000", "0011111100", "0011111100", "0011111100", "0011111100", "0011111100", "0000000000"]
    blocks = bytes(value for row in rows for shade in row + "0" for value in [(60, 40, 30), (240, 238, 230)][int(shade)])
    yield "page", bytes([3]) + (319).to_bytes(2, "big") + (255).to_bytes(2, "big") + bytes([5]) + blocks
