"""PDF: files, content streams, and the filters of their pictures."""
import zlib

from . import converted, seeds


@seeds("pdf-content")
def content():
    yield "a", rb"q 1 0 0 1 9 -3 cm /Im Do Q BT /F1 12 Tf 1 0 0 1 0 0 Tm (a(b)\)) Tj [<41> -3 (c)] TJ ET /G gs /P scn /Sh sh"
    yield "b", b"/OC /M BDC /S <</A (b)>> BDC EMC BI /W 4 /H 3 /BPC 8 /CS [/I /RGB 1 <0102>] ID 1 EI Q345678 EI q BX x EX"
    yield "c", b"BI /W 4 /H 2 /CS /X /F [/A85 /Fl] /DP [null <</Predictor 12>>] ID abcdefgh~> EI 0 0 9 9 re f"


OBJECTS = [
    b"<</Type/Catalog/Pages 2 0 R/Outlines 10 0 R/Names<</EmbeddedFiles<</Names[(a)<</EF<</F 11 0 R>>>>]>>>>>>",
    b"<</Type/Pages/Kids[3 0 R 12 0 R]/Count 2>>",
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources 4 0 R/Contents 5 0 R/Annots[<</Subtype/Link/Rect[0 0 9 9]"
    b"/Dest[12 0 R/Fit]/AP<</N 7 0 R>>>>]>>",
    b"<</XObject<</I 6 0 R/F 7 0 R>>/Font<</T 8 0 R>>/Pattern<</P 9 0 R>>/ExtGState<</G<</SMask<</G 7 0 R>>>>>>>>",
    (b"<<", b"/I Do 2 0 0 2 0 0 cm /F Do /G gs /P scn BT /T 1 Tf (a) Tj ET "),
    (b"<</Subtype/Image/Width 9/Height 9/BitsPerComponent 8/ColorSpace/DeviceGray/SMask 6 0 R/Filter/FlateDecode",
     zlib.compress(bytes(range(81)))),
    (b"<</Subtype/Form/BBox[0 0 9 9]/Matrix[1 0 0 1 0 0]/Resources 4 0 R", b"/F Do /I Do "),
    b"<</Type/Font/Subtype/Type3/CharProcs<</a 7 0 R>>/Encoding<</Differences[97/a]>>/FirstChar 97/Widths[1]>>",
    (b"<</PatternType 1/Matrix[2 0 0 2 0 0]/Resources 4 0 R", b"/I Do"),
    b"<</First<</Title(\xfe\xff\0a)/Dest[3 0 R/XYZ 0 0 0]/Parent 10 0 R>>/Count 1>>",
    (b"<<", b"attached"),
    b"<</Type/Page/Parent 2 0 R/Rotate 90/CropBox[1 1 9 9]/Contents[5 0 R 5 0 R]/Resources 4 0 R>>",
]


def pdf(objects, has_table=True):
    result = b"%PDF-1.7\n"
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(result))
        if isinstance(content, tuple):
            start, data = content
            content = start + b"/Length %d>>\nstream\n%s\nendstream" % (len(data), data)
        result += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(result)
    if has_table:
        result += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        result += b"".join(b"%010d 00000 n \n" % place for place in places)
    return result + b"trailer <</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, start)


@seeds("pdf-uses", "pdf-pages")
def files():
    yield "table", pdf(OBJECTS)
    yield "no-table", pdf(OBJECTS, has_table=False)
    pictures = [("a.jpg", open_fixture("gray.jpg")), ("b.png", open_fixture("gray.png"))]
    yield from converted(pictures, "pdf")


def open_fixture(name):
    from . import FIXTURES
    return (FIXTURES / name).read_bytes()


@seeds("lzw")
def lzw():
    yield "early", bytes.fromhex("800b6050220c0c8501")
    yield "text", bytes.fromhex("80122014c8240a04")
    yield "long", bytes([0x80]) + bytes(range(1, 200))


@seeds("run-length")
def run_length():
    yield "runs", bytes([2, 1, 2, 3, 254, 9, 128])
    yield "open", bytes([127] + [1] * 20)


@seeds("ascii85")
def ascii85():
    yield "text", b"<~87cURD]i,\"Ebo80~>"
    yield "zeros", b"zz!!\n!!!~>"
    yield "hex", b"48 65 6C6c6F>"
