"""Pictures, most of them by Pillow, libvips and ffmpeg, the others by hand."""
import io
import struct

from kinds import Missing, kind, module, through


def picture(rng, mode="RGB", size=(48, 32)):
    image = module("PIL.Image")
    count = size[0] * size[1] * len(mode if mode != "I;16" else "12")
    if mode == "1":
        return image.frombytes("L", size, bytes(rng.randrange(256) for _ in range(size[0] * size[1]))).convert("1")
    return image.frombytes(mode, size, bytes((n * 7 + rng.randrange(9)) % 256 for n in range(count)))


def saved(rng, form, mode="RGB", size=(48, 32), **options):
    data = io.BytesIO()
    try:
        picture(rng, mode, size).save(data, form, **options)
    except (OSError, ValueError, KeyError) as error:
        raise Missing(f"Pillow: {error}")
    return data.getvalue()


@kind("public.jpeg", "image/jpeg")
def jpeg(rng):
    for mode in ["RGB", "L", "CMYK"]:
        yield mode, saved(rng, "JPEG", mode)
    yield "progressive", saved(rng, "JPEG", progressive=True)
    yield "Exif first", saved(rng, "JPEG", exif=module("PIL.Image").Exif().tobytes())
    yield "a comment", saved(rng, "JPEG", comment=b"x" * 5000)
    yield "cut", saved(rng, "JPEG")[:300]
    yield "bytes behind", saved(rng, "JPEG") + b"PK" * 400
    yield "no JFIF", (lambda data: data[:2] + data[20:])(saved(rng, "JPEG"))


@kind("public.png", "image/png")
def png(rng):
    for mode in ["RGB", "RGBA", "L", "1", "LA"]:
        yield mode, saved(rng, "PNG", mode)
    yield "16 bits", saved(rng, "PNG", "I;16")
    yield "cut", saved(rng, "PNG")[:60]


@kind("org.w3.apng", "image/apng image/png")
def apng(rng):
    yield "two pictures", saved(rng, "PNG", save_all=True, append_images=[picture(rng)])


@kind("com.compuserve.gif", "image/gif")
def gif(rng):
    yield "one", saved(rng, "GIF", "L")
    yield "two", saved(rng, "GIF", "L", save_all=True, append_images=[picture(rng, "L")])
    yield "87a", saved(rng, "GIF", "L").replace(b"GIF89a", b"GIF87a")


@kind("com.microsoft.bmp", "image/bmp image/x-ms-bmp")
def bmp(rng):
    for mode in ["RGB", "L", "1", "RGBA"]:
        yield mode, saved(rng, "BMP", mode)
    plain = bytearray(saved(rng, "BMP"))
    plain[6:10] = b"\1\2\3\4"
    yield "reserved words in use", bytes(plain)
    yield "of OS/2", b"BM" + struct.pack("<IHHI", 26 + 64, 0, 0, 26) + struct.pack("<IHHHH", 12, 4, 4, 1, 24) + bytes(64)
    yield "version 5", b"BM" + struct.pack("<IHHI", 138 + 64, 0, 0, 138) + struct.pack("<IiiHH", 124, 4, 4, 1, 32) + bytes(172)


@kind("public.tiff", "image/tiff")
def tiff(rng):
    for mode in ["RGB", "L", "CMYK", "1"]:
        yield mode, saved(rng, "TIFF", mode)
    yield "16 bits", saved(rng, "TIFF", "I;16")
    yield "LZW", saved(rng, "TIFF", compression="tiff_lzw")
    yield "pages", saved(rng, "TIFF", save_all=True, append_images=[picture(rng)])
    numpy, tifffile = module("numpy"), module("tifffile")
    for note, options in [("big-endian", {"byteorder": ">"}), ("BigTIFF", {"bigtiff": True}), ("BigTIFF, big-endian", {"bigtiff": True, "byteorder": ">"})]:
        data = io.BytesIO()
        tifffile.imwrite(data, numpy.zeros((9, 9), "uint8"), **options)
        yield note, data.getvalue()


@kind("org.webmproject.webp", "image/webp")
def webp(rng):
    yield "lossy", saved(rng, "WEBP")
    yield "lossless", saved(rng, "WEBP", lossless=True)
    yield "alpha", saved(rng, "WEBP", "RGBA")
    yield "animated", saved(rng, "WEBP", save_all=True, append_images=[picture(rng)])


def brands(major, *compatible):
    body = major.encode() + bytes(4) + "".join(compatible).encode()
    return struct.pack(">I", 8 + len(body)) + b"ftyp" + body + struct.pack(">I", 40) + b"meta" + bytes(32)


@kind("public.heic", "image/heic image/heif")
def heic(rng):
    try:
        module("pillow_heif").register_heif_opener()
        yield "of libheif", saved(rng, "HEIF")
    except Missing:
        pass
    yield "heic", brands("heic", "mif1", "heic")
    yield "mif1", brands("mif1", "mif1", "heic", "miaf")
    yield "heix", brands("heix", "mif1", "heix")
    yield "of a phone", brands("heic", "mif1", "MiHE", "MiPr", "miaf", "MiHB", "heic")
    yield "with a sequence beside", brands("heic", "mif1", "heic", "msf1", "hevc")


@kind("public.heics", "image/heic-sequence image/heif-sequence image/heic")
def heics(rng):
    yield "hevc", brands("hevc", "msf1", "hevc", "iso8")
    yield "msf1", brands("msf1", "msf1", "hevc", "mif1", "heic", "iso8")
    yield "msf1 of stills", brands("msf1", "msf1", "heic")
    yield "hevx", brands("hevx", "msf1", "hevx")


@kind("public.avif", "image/avif")
def avif(rng):
    yield "avif", brands("avif", "avif", "mif1", "miaf", "MA1B")
    yield "mif1", brands("mif1", "avif", "miaf")
    try:
        yield "of avifenc", through(".avif", ["avifenc", "-s", "10", "IN", "OUT"], saved(rng, "PNG"), ".png")
    except Missing:
        pass


@kind("public.avis", "image/avif image/avif-sequence")
def avis(rng):
    yield "avis", brands("avis", "avis", "msf1", "avif", "mif1")


@kind("public.jpeg-2000", "image/jp2")
def jp2(rng):
    yield "of Pillow", saved(rng, "JPEG2000")


@kind("public.jpeg-2000-codestream", "image/x-jp2-codestream application/octet-stream")
def j2k(rng):
    yield "of Pillow", saved(rng, "JPEG2000", no_jp2=True)


@kind("public.jpeg-xl", "image/jxl")
def jxl(rng):
    yield "a container", b"\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl \0\0\0\0jxl "
    yield "of cjxl", through(".jxl", ["cjxl", "-d", "1", "IN", "OUT"], saved(rng, "PNG"), ".png")
    yield "a container of cjxl", through(".jxl", ["cjxl", "-d", "1", "--container=1", "IN", "OUT"], saved(rng, "PNG"), ".png")
    yield "lossless", through(".jxl", ["cjxl", "-d", "0", "IN", "OUT"], saved(rng, "PNG"), ".png")


@kind("com.microsoft.ico", "image/vnd.microsoft.icon image/x-icon")
def ico(rng):
    yield "PNG inside", saved(rng, "ICO")
    yield "sizes", saved(rng, "ICO", size=(64, 64), sizes=[(16, 16), (32, 32)])
    yield "bitmaps inside", saved(rng, "ICO", size=(32, 32), bitmap_format="bmp")


@kind("com.microsoft.cur", "image/x-win-bitmap image/vnd.microsoft.icon image/x-icon")
def cur(rng):
    data = bytearray(saved(rng, "ICO", size=(32, 32), bitmap_format="bmp"))
    data[2] = 2
    yield "plain", bytes(data)


@kind("com.truevision.tga-image", "image/x-tga")
def tga(rng):
    yield "24 bits", saved(rng, "TGA")
    yield "32 bits", saved(rng, "TGA", "RGBA")
    yield "gray", saved(rng, "TGA", "L")
    yield "run lengths", saved(rng, "TGA", compression="tga_rle")
    old = struct.pack("<BBBHHBHHHHBB", 0, 0, 2, 0, 0, 0, 0, 0, 20, 10, 24, 0x20)
    yield "no trailer", old + bytes(rng.randrange(256) for _ in range(600))
    old = struct.pack("<BBBHHBHHHHBB", 0, 1, 1, 0, 256, 24, 0, 0, 20, 10, 8, 0)
    yield "a palette, no trailer", old + bytes(rng.randrange(256) for _ in range(768 + 200))


@kind("public.ppm public.pgm public.pbm", "image/x-portable-pixmap image/x-portable-greymap image/x-portable-bitmap image/x-portable-graymap")
def netpbm(rng):
    yield "P6", saved(rng, "PPM")
    yield "P5", saved(rng, "PPM", "L")
    yield "P4", saved(rng, "PPM", "1")
    yield "P3", b"P3\n2 1\n255\n255 0 0  0 255 0\n"
    yield "P2, a comment", b"P2\n# made by hand\n2 2\n15\n0 15\n15 0\n"
    yield "P1", b"P1 3 2 1 0 1 0 1 0\n"
    yield "P6, comments", b"P6 # x\n#y\n1 1\n255\nabc"


@kind("public.pcx", "image/vnd.zbrush.pcx image/x-pcx")
def pcx(rng):
    for mode in ["RGB", "L", "1"]:
        yield mode, saved(rng, "PCX", mode)


@kind("com.sgi.sgi-image", "image/x-sgi application/octet-stream")
def sgi(rng):
    yield "plain", saved(rng, "SGI")


@kind("com.microsoft.dds", "image/vnd-ms.dds image/x-dds")
def dds(rng):
    yield "plain", saved(rng, "DDS")


@kind("com.apple.icns", "image/x-icns")
def icns(rng):
    yield "plain", saved(rng, "ICNS", size=(64, 64))


@kind("com.adobe.photoshop-image", "image/vnd.adobe.photoshop")
def psd(rng):
    yield "plain", b"8BPS\0\1" + bytes(6) + struct.pack(">HIIHH", 3, 4, 4, 8, 3) + bytes(12) + b"\0\0" + bytes(48)


@kind("org.qoiformat.qoi", "image/x-qoi application/octet-stream")
def qoi(rng):
    yield "plain", b"qoif" + struct.pack(">IIBB", 2, 2, 3, 0) + b"\xfe\1\2\3" * 4 + bytes(7) + b"\1"


@kind("public.radiance", "image/vnd.radiance")
def hdr(rng):
    yield "plain", b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\x80\x80\x80\x81"


@kind("com.ilm.openexr-image", "image/x-exr")
def exr(rng):
    yield "plain", b"\x76\x2f\x31\x01\2\0\0\0channels\0chlist\0" + bytes(60)


@kind("public.xpm", "image/x-xpmi image/x-xpixmap text/plain text/x-c")
def xpm(rng):
    yield "plain", b'/* XPM */\nstatic char *x[] = {\n"2 2 2 1",\n"a c #FFFFFF",\n"b c #000000",\n"ab",\n"ba"\n};\n'


@kind("public.xbm", "image/x-xbitmap image/x-xbm text/x-c text/plain")
def xbm(rng):
    yield "plain", saved(rng, "XBM", "1")
    yield "a comment first", b"/* made by hand */\n#define a_width 8\n#define a_height 1\nstatic char a_bits[] = { 0x1 };\n"


@kind("com.adobe.encapsulated-postscript com.adobe.postscript", "application/postscript image/x-eps")
def eps(rng):
    yield "of Pillow", saved(rng, "EPS")
    yield "plain", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\nshowpage\n"
    yield "a program", b"%!\n/x 1 def\nshowpage\n"
    yield "with a preview", b"\xc5\xd0\xd3\xc6" + struct.pack("<IIIIIIH", 32, 20, 0, 0, 52, 20, 0xFFFF) + bytes(2) + b"%!PS-Adobe-3.0 EPSF-3.0\n" + bytes(20)


@kind("com.microsoft.wmf", "image/wmf")
def wmf(rng):
    yield "placeable", b"\xd7\xcd\xc6\x9a" + bytes(36)
    yield "plain", struct.pack("<HHHIHIH", 1, 9, 0x300, 100, 1, 50, 0) + bytes(180)


@kind("com.microsoft.emf", "image/emf")
def emf(rng):
    yield "plain", struct.pack("<II", 1, 108) + bytes(32) + b" EMF" + struct.pack("<I", 0x10000) + bytes(60)


@kind("public.svgz-image org.gnu.gnu-zip-archive", "application/gzip image/svg+xml")
def svgz(rng):
    import gzip
    yield "plain", gzip.compress(b'<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>', mtime=0)


def tiff_directory(order, entries, tail=b""):
    """One directory of ASCII (str) and LONG (int) fields, as cameras begin their files with."""
    count, data, fields = len(entries), b"", b""
    start = 8 + 2 + 12 * count + 4
    for tag, value in sorted(entries):
        if isinstance(value, str):
            text = value.encode() + b"\0"
            fields += struct.pack(order + "HHII", tag, 2, len(text), start + len(data))
            data += text + b"\0" * (len(text) % 2)
        else:
            fields += struct.pack(order + "HHII", tag, 4, 1, value)
    head = (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8)
    return head + struct.pack(order + "H", count) + fields + bytes(4) + data + tail + bytes(200)


for label, types, order, entries in [
    ("dng", "com.adobe.raw-image", "<", [(271, "Canon"), (50706, 0x0401), (254, 1)]),
    ("nef", "com.nikon.raw-image com.nikon.nrw-raw-image", ">", [(271, "NIKON CORPORATION"), (330, 8), (254, 1)]),
    ("arw", "com.sony.arw-raw-image com.sony.sr2-raw-image", "<", [(271, "SONY"), (330, 8), (254, 1)]),
    ("pef", "com.pentax.raw-image", ">", [(271, "PENTAX Corporation"), (259, 65535 << 16)]),
]:
    def make(rng, order=order, entries=entries):
        yield "a header", tiff_directory(order, entries)

    make.__name__ = label
    kind(types, "image/tiff image/x-nikon-nef image/x-sony-arw image/x-pentax-pef image/x-adobe-dng")(make)


@kind("com.canon.cr2-raw-image", "image/x-canon-cr2 image/tiff")
def cr2(rng):
    yield "a header", b"II*\0\x10\0\0\0CR\2\0" + bytes(300)


@kind("com.canon.cr3-raw-image", "image/x-canon-cr3 video/mp4 application/octet-stream")
def cr3(rng):
    yield "a header", brands("crx ", "crx ", "isom")


@kind("com.fuji.raw-image", "image/x-fuji-raf")
def raf(rng):
    yield "a header", b"FUJIFILMCCD-RAW 0201FF129502X-T3" + bytes(200)


@kind("com.olympus.or-raw-image", "image/x-olympus-orf")
def orf(rng):
    yield "a header", b"IIRO\x08\0\0\0" + bytes(300)


@kind("com.panasonic.rw2-raw-image", "image/x-panasonic-rw2 image/x-panasonic-raw")
def rw2(rng):
    yield "a header", b"IIU\0\x18\0\0\0" + bytes(300)
