"""Blocks of metadata, out of fixtures and by hand."""
import re
import struct

from . import fixtures, seeds


def segments(content, marker, start):
    """What JPEG's segments of a kind hold behind a start."""
    place = 2
    while place + 4 <= len(content) and content[place] == 0xFF:
        size = struct.unpack_from(">H", content, place + 2)[0]
        data = content[place + 4:place + 2 + size]
        if content[place + 1] == marker and data.startswith(start):
            yield data[len(start):]
        place += 2 + size


def found(marker, start):
    for name, content in fixtures("*.jpg"):
        for index, data in enumerate(segments(content, marker, start)):
            yield f"{name}.{index}", data


@seeds("exif", "gainmap")
def exif():
    yield from found(0xE1, b"Exif\0\0")
    tags = [(0x10F, 2, b"Fairy\0\0\0"), (0x112, 3, struct.pack("<H6x", 6)), (0x11A, 5, struct.pack("<II", 72, 1)),
            (0x132, 2, b"2024:01\0"), (0x9286, 7, b"ASCII\0\0\0"), (0x927C, 7, b"Apple iO")]
    table = struct.pack("<H", len(tags))
    for index, (tag, kind, data) in enumerate(tags):
        count = 1 if kind in (3, 5) else 8
        inline = data[:4] if kind == 3 else struct.pack("<I", 8 + 6 + 12 * len(tags) + 8 * index)
        table += struct.pack("<HHI", tag, kind, count) + inline
    yield "tags", b"II*\0" + struct.pack("<I", 8) + table + bytes(4) + b"".join(data for _, _, data in tags)
    apple = b"Apple iOS\0\0\1MM" + struct.pack(">HHHIIHHIIII", 2, 0x21, 10, 1, 60, 0x30, 10, 1, 68, 0, 0) + bytes(range(16))
    table = struct.pack(">HHHIII", 1, 0x8769, 4, 1, 26, 0) + struct.pack(">HHHIII", 1, 0x927C, 7, len(apple), 44, 0)
    yield "apple", b"MM\0*" + struct.pack(">I", 8) + table + apple


XMP = """<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"
 xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
 xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" HDRGainMap:HDRGainMapVersion="65536"
 HDRGainMap:HDRGainMapHeadroom="4.5" hdrgm:Version="1.0" hdrgm:GainMapMin="0" hdrgm:GainMapMax="2.3"
 hdrgm:OffsetSDR="0.015625" hdrgm:HDRCapacityMax="3" tiff:Orientation="6" exif:GPSLatitude="48,51.4980N">
<hdrgm:Gamma><rdf:Seq><rdf:li>1</rdf:li><rdf:li>0.5</rdf:li><rdf:li>2</rdf:li></rdf:Seq></hdrgm:Gamma>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">a &amp; b</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF>
</x:xmpmeta><?xpacket end="w"?>"""


@seeds("xmp", "gainmap")
def xmp():
    yield "whole", XMP.encode()
    yield from found(0xE1, b"http://ns.adobe.com/xap/1.0/\0")
    for name, content in fixtures("*"):
        for index, packet in enumerate(re.findall(rb"<x:xmpmeta.*?</x:xmpmeta>", content, re.S)):
            yield f"{name}.{index}", packet


@seeds("gainmap")
def iso():
    """ISO 21496-1, annex C.2: one channel and three, with common denominators and without."""
    number = struct.pack(">ii", 1, 2)
    yield "one", struct.pack(">HHB", 0, 0, 0) + number * 2 + number * 5
    yield "three", struct.pack(">HHB", 0, 0, 0x80) + number * 2 + number * 15
    yield "common", struct.pack(">HHB", 0, 0, 0x08) + struct.pack(">IIIiiIii", 64, 0, 128, 0, 64, 64, 1, 1)


@seeds("iptc")
def iptc():
    records = b"".join(b"\x1c\x02" + bytes([number]) + struct.pack(">H", len(text)) + text for number, text in
                       [(0, b"\0\4"), (5, b"Title"), (25, b"word"), (25, b"other"), (55, b"20240102"), (80, b"Name"), (120, b"Text")])
    records = b"\x1c\x01\x5a\0\3\x1b%G" + records
    yield "records", records
    yield "long", b"\x1c\x02\x78\x80\x04\0\0\0\3abc"
    yield "photoshop", b"Photoshop 3.0\x008BIM\4\4\0\0" + struct.pack(">I", len(records)) + records
    yield from found(0xED, b"")


@seeds("icc")
def icc():
    yield from found(0xE2, b"ICC_PROFILE\0\1\1")
    name = b"desc\0\0\0\0\0\0\0\2a\0" + bytes(78)
    text = b"mluc\0\0\0\0\0\0\0\1\0\0\0\x0cenUS\0\0\0\2\0\0\0\x1c\0a"
    cicp = b"cicp\0\0\0\0\x09\x10\0\1"
    for version, tag in ((2, name), (4, text)):
        tags = struct.pack(">I4sII4sII", 2, b"desc", 156, len(tag), b"cicp", 156 + len(tag), len(cicp))
        body = tags + tag + cicp
        head = struct.pack(">I4sBBH4s4s4s", 128 + len(body), b"lcms", version, 0, 0, b"mntr", b"RGB ", b"XYZ ")
        yield f"v{version}", (head + bytes(12) + b"acsp" + bytes(128))[:128] + body
