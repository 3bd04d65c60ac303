#!/usr/bin/env python3
"""Makes a large picture of an iPhone's: repeat-tiles.py IN.heic OUT.heic COLUMNS ROWS

The tiles of IN's grid are written COLUMNS × ROWS times, each as an item of its own, so that a decoder has
as many real tiles to decode as the new picture has places (ISO/IEC 23008-12, 6.6.2.3). Only what the grid
needs is written: no Exif, no thumbnail.
"""
import struct
import sys


def boxes(data, start=0):
    """The boxes of `data` from `start`, as (type, content)."""
    while start + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, start)
        head = 8
        if size == 1:
            size, head = struct.unpack_from(">Q", data, start + 8)[0], 16
        size = size or len(data) - start
        yield kind, data[start + head : start + size]
        start += size


def box(kind, content):
    return struct.pack(">I4s", 8 + len(content), kind) + content


def full_box(kind, version, flags, content):
    return box(kind, struct.pack(">I", version << 24 | flags) + content)


def locations(iloc):
    """(construction method, offset, length) of each item of one extent."""
    version = iloc[0]
    sizes = struct.unpack_from(">H", iloc, 4)[0]
    widths = [sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15, sizes & 15 if version else 0]
    at = 6

    def number(width):
        nonlocal at
        at += width
        return int.from_bytes(iloc[at - width : at], "big")

    found = {}
    identifier = 4 if version == 2 else 2
    for _ in range(number(identifier)):
        item = number(identifier)
        method = number(2) & 15 if version else 0
        number(2)
        base = number(widths[2])
        for _ in range(number(2)):
            number(widths[3])
            offset, length = number(widths[0]), number(widths[1])
            found[item] = (method, base + offset, length)
    return found


def references(iref):
    """The items that each item is derived from."""
    found = {}
    for kind, content in boxes(iref, 4):
        if kind == b"dimg":
            count = struct.unpack_from(">H", content, 2)[0]
            found[struct.unpack_from(">H", content)[0]] = struct.unpack_from(f">{count}H", content, 4)
    return found


def associations(ipma):
    """The properties of each item, as (essential, index)."""
    wide = ipma[3] & 1
    found, at = {}, 8
    for _ in range(struct.unpack_from(">I", ipma, 4)[0]):
        item, count = struct.unpack_from(">HB", ipma, at)
        at += 3
        entries = []
        for _ in range(count):
            value = int.from_bytes(ipma[at : at + 1 + wide], "big")
            entries.append((value >> (15 if wide else 7), value & (0x7FFF if wide else 0x7F)))
            at += 1 + wide
        found[item] = entries
    return found


source, target, columns, rows = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
data = open(source, "rb").read()
top = dict(boxes(data))
meta = dict(boxes(top[b"meta"], 4))
primary = struct.unpack_from(">H", meta[b"pitm"], 4)[0]
places = locations(meta[b"iloc"])
tiles = references(meta[b"iref"])[primary]
properties = dict(boxes(meta[b"iprp"]))
known = list(boxes(properties[b"ipco"]))
owned = associations(properties[b"ipma"])

method, offset, length = places[primary]
grid = (meta[b"idat"] if method == 1 else data)[offset : offset + length]
down, across = grid[2] + 1, grid[3] + 1
side = next(known[index - 1][1] for _, index in owned[tiles[0]] if known[index - 1][0] == b"ispe")
tile_width, tile_height = struct.unpack_from(">II", side, 4)
width, height = across * columns * tile_width, down * rows * tile_height
if down * rows > 256 or across * columns > 256:
    sys.exit("a grid has at most 256 rows and columns")

# The items of the new picture: 1 is the grid, the tiles follow row by row.
order = [
    tiles[row % down * across + column % across]
    for row in range(down * rows)
    for column in range(across * columns)
]
items = range(2, 2 + len(order))

known.append((b"ispe", struct.pack(">III", 0, width, height)))
kept = [(e, i) for e, i in owned[primary] if known[i - 1][0] in (b"colr", b"pixi", b"irot")]
lists = [(1, [(0, len(known)), *kept])] + [(item, owned[old]) for item, old in zip(items, order)]
ipma = struct.pack(">I", len(lists)) + b"".join(
    struct.pack(">HB", item, len(entries)) + b"".join(struct.pack(">H", e << 15 | i) for e, i in entries)
    for item, entries in lists
)
entries = [(1, b"grid")] + [(item, b"hvc1") for item in items]
iinf = struct.pack(">H", len(entries)) + b"".join(
    full_box(b"infe", 2, item != 1, struct.pack(">HH4sB", item, 0, kind, 0)) for item, kind in entries
)
dimg = struct.pack(f">HH{len(order)}H", 1, len(order), *items)
idat = struct.pack(">BBBBII", 0, 1, down * rows - 1, across * columns - 1, width, height)
payload = b"".join(data[places[old][1] : places[old][1] + places[old][2]] for old in order)


def meta_box(first):
    """The `meta` box where the tiles begin at byte `first` of the file."""
    iloc = struct.pack(">HH", 0x4400, len(order) + 1) + struct.pack(">HHHHII", 1, 1, 0, 1, 0, len(idat))
    for item, old in zip(items, order):
        iloc += struct.pack(">HHHHII", item, 0, 0, 1, first, places[old][2])
        first += places[old][2]
    iprp = box(b"ipco", b"".join(box(kind, content) for kind, content in known))
    iprp += full_box(b"ipma", 0, 1, ipma)
    return full_box(
        b"meta",
        0,
        0,
        box(b"hdlr", meta[b"hdlr"])
        + full_box(b"pitm", 0, 0, struct.pack(">H", 1))
        + full_box(b"iinf", 0, 0, iinf)
        + full_box(b"iref", 0, 0, box(b"dimg", dimg))
        + box(b"iprp", iprp)
        + box(b"idat", idat)
        + full_box(b"iloc", 1, 0, iloc),
    )


start = box(b"ftyp", top[b"ftyp"])
first = len(start) + len(meta_box(0)) + 8
with open(target, "wb") as file:
    file.write(start + meta_box(first) + box(b"mdat", payload))
