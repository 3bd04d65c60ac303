"""Pictures of every form, by fairy's own writers and by hand."""
import functools
import struct
import zlib

from . import converted, fixtures, prefixed, seeds


def png(width, height, depth, kind, lines, *chunks):
    """A PNG of these lines, which have their bytes for filters."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    head = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + b"".join(chunk(*pair) for pair in chunks) \
        + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b"")


@functools.cache
def small():
    """Pictures of 16 × 12 pixels of each kind of sample."""
    kinds = {"gray": (0, 1), "rgb": (2, 3), "graya": (4, 2), "rgba": (6, 4)}
    made = []
    for name, (kind, channels) in kinds.items():
        for depth in (8, 16):
            size = 16 * channels * depth // 8
            lines = b"".join(bytes([y % 5]) + bytes((x * 7 + y * 31) % 256 for x in range(size)) for y in range(12))
            made.append((f"{name}{depth}.png", png(16, 12, depth, kind, lines)))
    return made


def of(*names):
    return [pair for pair in small() if pair[0].split(".")[0] in names]


@seeds("png")
def pngs():
    yield from fixtures("*.png", "*.apng")
    yield from small()
    palette = (b"PLTE", bytes(range(48))), (b"tRNS", bytes([0, 128]))
    for depth in (1, 2, 4):
        line = 16 * depth // 8
        yield f"palette{depth}", png(16, 3, depth, 3, (b"\0" + bytes(range(line))) * 3, *palette)
        yield f"gray{depth}", png(16, 3, depth, 0, (b"\0" + bytes(range(line))) * 3, (b"tRNS", b"\0\1"))
    texts = [(b"gAMA", struct.pack(">I", 45455)), (b"pHYs", struct.pack(">IIB", 2835, 2835, 1)), (b"tEXt", b"Title\0a"),
             (b"zTXt", b"Comment\0\0" + zlib.compress(b"text")), (b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta/>"),
             (b"cICP", bytes([9, 16, 0, 1])), (b"tIME", struct.pack(">HBBBBB", 2024, 1, 2, 3, 4, 5)),
             (b"bKGD", bytes(6)), (b"sBIT", bytes([8, 8, 8])), (b"cHRM", bytes(32)), (b"eXIf", b"II*\0\x08\0\0\0\0\0\0\0\0\0")]
    yield "chunks", png(1, 1, 8, 2, bytes(4), *texts)


@seeds("heif")
def heif():
    yield from fixtures("*.heic", "*.avif", "bad/*.heic", "bad/*.HEIC")
    yield from converted(of("rgb8", "rgba8", "gray8", "rgb16"), "heic", [], ["--set", "lossless=on"], ["-q", "0.3"])
    yield from converted(of("rgb8", "rgba16", "gray8"), "avif", [], ["--set", "depth=10"], ["--set", "chroma=444"])


@seeds("jpeg", "jpeg-recoding")
def jpeg():
    yield from fixtures("*.jpg", "bad/*.jpg")
    yield from converted(
        of("rgb8", "gray8"), "jpeg", [], ["--set", "progressive=on"], ["--set", "subsampling=444"],
        ["--set", "subsampling=422"], ["-q", "0.2"])


@seeds("jpeg2000")
def jpeg2000():
    yield from fixtures("*.jp2")
    yield from converted(of("rgb8", "rgba8", "gray16", "graya8"), "jp2", [], ["--set", "lossless=on"], ["-q", "0.2"])


@seeds("tiff")
def tiff():
    yield from fixtures("*.tiff")
    yield from converted(
        of("rgb8", "rgba16", "gray8", "graya8"), "tiff", [], ["--set", "bigtiff=on"],
        *[["--set", f"compression={name}"] for name in ("none", "lzw", "deflate", "jpeg", "packbits", "zstd")])
    # One bit a sample, as fax machines code it, and strips of both orders of bytes.
    for order, mark in (("<", b"II*\0"), (">", b"MM\0*")):
        for compression in (1, 2, 3, 4, 32773):
            entries = [(256, 16), (257, 2), (258, 1), (259, compression), (262, 0), (273, 8), (277, 1), (278, 2), (279, 8)]
            table = struct.pack(order + "H", len(entries)) + b"".join(
                struct.pack(order + "HHIHxx", tag, 3, 1, value) for tag, value in entries) + bytes(4)
            yield f"fax{compression}{mark[0]:c}", mark + struct.pack(order + "I", 16) + b"\x26\xa0\xd5\x01\x10\x01\x00\x10" + table


@seeds("jpegxl")
def jpegxl():
    yield from fixtures("*.jxl")
    yield from converted(of("rgb8", "rgba8", "gray16"), "jxl", [], ["--set", "lossless=on"], ["--set", "progressive=on"])
    yield from converted(fixtures("gray.jpg"), "jxl", [], ["--set", "lossless=on"])


@seeds("webp")
def webp():
    yield from fixtures("*.webp")
    yield from converted(of("rgb8", "rgba8"), "webp", [], ["--set", "lossless=on"], ["--set", "exact=on"])


@seeds("gif")
def gif():
    yield from fixtures("*.gif")
    yield from converted(of("rgb8", "rgba8"), "gif", [], ["--set", "interlace=on"], ["--set", "colours=2"])


@seeds("bmp")
def bmp():
    yield from fixtures("*.bmp")
    yield from converted(of("rgb8", "rgba8", "gray8"), "bmp")
    for depth in (1, 2, 4, 8, 16, 24, 32):
        for header in (12, 40, 56, 108, 124):
            yield f"{depth}-{header}", bitmap(depth, header, 0, bytes(range(4 * 16 * depth // 8)))
    yield "rle8", bitmap(8, 40, 1, bytes([3, 1, 0, 3, 1, 2, 3, 0, 0, 0, 2, 7, 0, 2, 1, 1, 0, 1]))
    yield "rle4", bitmap(4, 40, 2, bytes([5, 0x12, 0, 4, 0x12, 0x34, 0, 0, 0, 2, 1, 1, 0, 1]))
    yield "fields", bitmap(16, 56, 3, bytes(range(128)))


def bitmap(depth, header, compression, rows, file_header=True):
    colours = (1 << depth) if depth <= 8 else 0
    size = 3 if header == 12 else 4
    if header == 12:
        info = struct.pack("<IHHHH", 12, 16, 4, 1, depth)
    else:
        masks = struct.pack("<IIII", 0xF800, 0x7E0, 0x1F, 0)
        info = struct.pack("<IiiHHIIiiII", header, 16, 4, 1, depth, compression, len(rows), 2835, 2835, colours, 0)
        info = (info + masks + bytes(124))[:header]
    palette = bytes(i * 3 % 256 for i in range(colours * size))
    place = 14 + len(info) + len(palette)
    head = b"BM" + struct.pack("<IHHI", place + len(rows), 0, 0, place) if file_header else b""
    return head + info + palette + rows


@seeds("ico")
def ico():
    yield from fixtures("*.ico")
    yield from converted(of("rgba8"), "ico", [], ["--set", "sizes=16,8"])
    for depth in (1, 4, 8, 24, 32):
        image = bitmap(depth, 40, 0, bytes(4 * 16 * depth // 8 + 16), file_header=False)
        image = image[:8] + struct.pack("<i", 8) + image[12:]
        for kind in (1, 2):
            entry = struct.pack("<HHHBBBBHHII", 0, kind, 1, 16, 4, 0, 0, 1, depth, len(image), 22)
            yield f"{depth}-{kind}", entry + image


@seeds("netpbm")
def netpbm():
    yield from fixtures("*.ppm")
    yield "p1", b"P1 4 2 0 1 0 1 1 0 1 0"
    yield "p2", b"P2 #c\n2 2 255 0 1 2 255"
    yield "p3", b"P3 1 1 65535 0 1 65535"
    yield "p4", b"P4 9 2 \xaa\x80\x55\x00"
    yield "p5", b"P5 2 2 65535 " + bytes(8)
    yield "pam", b"P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n" + bytes(8)
    yield "pfm", b"PF 1 1 -1.0 " + struct.pack("<fff", 0, 0.5, 1)
    yield "twice", b"P5 1 1 255 aP5 1 1 255 b"


@seeds("qoi")
def qoi():
    yield from fixtures("*.qoi")
    yield from converted(of("rgb8", "rgba8"), "qoi")
    head = b"qoif" + struct.pack(">IIBB", 8, 8, 4, 0)
    yield "ops", head + bytes([0xFE, 1, 2, 3, 0xFF, 1, 2, 3, 4, 0x05, 0x6A, 0xA5, 0x77, 0xFD, 0xC0]) + bytes(7) + b"\1"


@seeds("raw")
def raw():
    return fixtures("*.dng")


@seeds("svg")
def svg():
    yield from fixtures("*.svg")
    yield "shapes", b"""<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="20"
 viewBox="0 0 20 20"><defs><linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1"/></linearGradient>
<clipPath id="c"><circle cx="9" cy="9" r="5"/></clipPath><filter id="f"><feGaussianBlur stdDeviation="2"/></filter>
<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="2" height="2"/></pattern>
<mask id="m"><rect width="9" height="9" fill="#fff"/></mask><symbol id="s"><path d="M0 0L9 9"/></symbol></defs>
<style>.a{fill:url(#g)}</style><g transform="rotate(9 1 2) scale(2)" clip-path="url(#c)"><rect class="a" width="9" height="5"/>
<use xlink:href="#s" x="3"/></g><path d="M1 1h5v5c1 2 3 4 5 6a3 2 0 0 1 4 4zq1 2 3 4" fill="url(#p)" mask="url(#m)"/>
<text x="1" y="9" font-size="5">a<tspan dx="2">b</tspan></text><ellipse rx="3" ry="2" filter="url(#f)" stroke="blue"/></svg>"""


@seeds("detection")
def all_kinds():
    yield from fixtures("*.*", "bad/*")


@seeds("fax")
def fax():
    rows = b"\x26\xa0\xd5\x01\x10\x01\x00\x10\x35\x0d\x47\x9a\x00\x10\x01"
    return prefixed([("rows", rows)], *[[mode, 15] for mode in range(0, 128, 5)])
