"""Archives, documents of office programs, and what else lies in containers."""
import bz2
import gzip
import io
import lzma
import struct
import tarfile
import zipfile

from kinds import Missing, kind, module, prose, through


def packed(members, comment=b""):
    """A ZIP archive; members without compression are given as `(name, content, True)`."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content, *stored in members:
            info = zipfile.ZipInfo(name, (2024, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
        archive.comment = comment
    return data.getvalue()


def tarred(rng, form=tarfile.GNU_FORMAT, name="folder/a.txt"):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=form) as archive:
        content = prose(rng).encode()
        info = tarfile.TarInfo(name)
        info.size = len(content)
        archive.addfile(info, io.BytesIO(content))
    return data.getvalue()


@kind("public.zip-archive", "application/zip")
def zip_(rng):
    files = [("a.txt", prose(rng)), ("b/c.bin", bytes(500))]
    plain = packed(files)
    yield "plain", plain
    yield "a comment", packed(files, comment=b"x" * 300)
    yield "stored", packed([("a.txt", b"hi", True)])
    yield "empty", packed([])
    yield "split into one", b"PK00" + plain
    yield "behind a program", b"#!/bin/sh\nexit 0\n" + plain
    yield "cut", packed([(f"{n}.bin", bytes(rng.randrange(256) for _ in range(900))) for n in range(9)])[:4000]
    yield "junk behind", plain + bytes(40)
    end = plain.rindex(b"PK\5\6")
    yield "a broken end", plain[:end] + b"\0\0\0\0" + plain[end + 4:]
    yield "no end", plain[:end]
    yield "a broken first signature", b"\0\0\0\0" + plain[4:]
    yield "pictures", packed([(f"IMG_{n}.jpg", b"\xff\xd8\xff\xe0" + bytes(99), True) for n in range(3)])
    yield "of 7-Zip", through(".zip", ["7z", "a", "-bso0", "OUT", "IN"], b"x" * 999, ".txt")
    yield "encrypted", through(".zip", ["7z", "a", "-bso0", "-psecret", "-mem=AES256", "OUT", "IN"], b"x" * 999, ".txt")


@kind("com.sun.java-archive", "application/java-archive application/zip")
def jar(rng):
    yield "plain", packed([("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n"), ("a/B.class", b"\xca\xfe\xba\xbe\0\0\0\x34")])
    yield "a folder first", packed([("META-INF/", ""), ("META-INF/MANIFEST.MF", "x"), ("a/B.class", b"x")])


@kind("com.android.package-archive", "application/vnd.android.package-archive application/zip application/java-archive")
def apk(rng):
    yield "plain", packed([("AndroidManifest.xml", b"\3\0\x08\0"), ("classes.dex", b"dex\n035\0"), ("META-INF/MANIFEST.MF", "x")])


@kind("org.idpf.epub-container", "application/epub+zip")
def epub(rng):
    container = ("META-INF/container.xml", '<?xml version="1.0"?><container/>')
    yield "plain", packed([("mimetype", "application/epub+zip", True), container, ("OEBPS/content.opf", "<package/>")])
    yield "a compressed mimetype", packed([("mimetype", "application/epub+zip"), container, ("OEBPS/content.opf", "<package/>")])
    yield "mimetype not first", packed([container, ("mimetype", "application/epub+zip", True), ("content.opf", "<package/>")])
    yield "a line feed in mimetype", packed([("mimetype", "application/epub+zip\n", True), container])


for label, kind_of, type_ in [("odt", "text", "text"), ("ods", "spreadsheet", "spreadsheet"), ("odp", "presentation", "presentation"), ("odg", "graphics", "graphics")]:
    def make(rng, kind_of=kind_of):
        media = f"application/vnd.oasis.opendocument.{kind_of}"
        manifest = f'<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="{media}"/></manifest:manifest>'
        rest = [("content.xml", "<office:document-content/>"), ("META-INF/manifest.xml", manifest)]
        yield "plain", packed([("mimetype", media, True), *rest])
        yield "a compressed mimetype", packed([("mimetype", media), *rest])
        yield "no mimetype", packed(rest)
        yield "mimetype last", packed([*rest, ("mimetype", media, True)])

    make.__name__ = label
    kind(f"org.oasis-open.opendocument.{type_}", f"application/vnd.oasis.opendocument.{kind_of}")(make)


def office(make):
    data = io.BytesIO()
    make(data)
    return data.getvalue()


WORD = [("[Content_Types].xml", "<Types/>"), ("_rels/.rels", "<Relationships/>"), ("word/document.xml", "<w:document/>")]


@kind("org.openxmlformats.wordprocessingml.document", "application/vnd.openxmlformats-officedocument.wordprocessingml.document")
def docx(rng):
    yield "bare", packed(WORD)
    yield "the document first", packed(WORD[::-1])
    yield "of python-docx", office(lambda data: module("docx").Document().save(data))


@kind("org.openxmlformats.wordprocessingml.document.macroenabled", "application/vnd.ms-word.document.macroenabled.12 application/vnd.openxmlformats-officedocument.wordprocessingml.document")
def docm(rng):
    yield "bare", packed(WORD + [("word/vbaProject.bin", bytes(99))])


@kind("org.openxmlformats.spreadsheetml.sheet", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
def xlsx(rng):
    yield "bare", packed([("[Content_Types].xml", "<Types/>"), ("_rels/.rels", "x"), ("xl/workbook.xml", "<workbook/>")])
    yield "of openpyxl", office(lambda data: module("openpyxl").Workbook().save(data))


@kind("org.openxmlformats.presentationml.presentation", "application/vnd.openxmlformats-officedocument.presentationml.presentation")
def pptx(rng):
    yield "bare", packed([("[Content_Types].xml", "<Types/>"), ("_rels/.rels", "x"), ("ppt/presentation.xml", "<x/>")])
    yield "of python-pptx", office(lambda data: module("pptx").Presentation().save(data))


def compound(*names, sector=512, root="Root Entry"):
    """A compound file (MS-CFB) whose directory names these streams."""
    shift = {512: 9, 4096: 12}[sector]
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    header += struct.pack("<HHHHH", 0x3E, 3 if sector == 512 else 4, 0xFFFE, shift, 6) + bytes(6)
    header += struct.pack("<IIIIIIIII", 0 if sector == 512 else 1, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0)
    header += struct.pack("<I", 0) + b"\xff" * (108 * 4)
    entries = b""
    for index, name in enumerate((root, *names)):
        text = name.encode("utf-16-le") + b"\0\0"
        entries += text.ljust(64, b"\0") + struct.pack("<HBB", len(text), 5 if index == 0 else 2, 1)
        entries += struct.pack("<III", 0xFFFFFFFF, 0xFFFFFFFF, 1 if index == 0 else 0xFFFFFFFF) + bytes(16 + 4 + 16) + struct.pack("<IQ", 0xFFFFFFFE, 0)
    perSector = sector // 128
    entries = entries.ljust(-(-len(entries) // sector) * sector, b"\0")
    count = len(entries) // sector
    table = [0xFFFFFFFD] + [n + 2 for n in range(count - 1)] + [0xFFFFFFFE]
    fat = struct.pack(f"<{len(table)}I", *table).ljust(sector, b"\xff")
    return header.ljust(sector, b"\0") + fat + entries + bytes(sector * (1 if perSector else 0))


for label, types, media, streams in [
    ("doc", "com.microsoft.word.doc", "application/msword", ["1Table", "\5SummaryInformation", "WordDocument"]),
    ("xls", "com.microsoft.excel.xls", "application/vnd.ms-excel", ["\5SummaryInformation", "Workbook"]),
    ("old_xls", "com.microsoft.excel.xls", "application/vnd.ms-excel", ["Book"]),
    ("ppt", "com.microsoft.powerpoint.ppt", "application/vnd.ms-powerpoint", ["Current User", "Pictures", "PowerPoint Document"]),
    ("msg", "com.microsoft.outlook.msg", "application/vnd.ms-outlook", ["__nameid_version1.0", "__properties_version1.0", "__substg1.0_001A001E"]),
    ("vsd", "com.microsoft.visio.vsd", "application/vnd.visio", ["VisioDocument"]),
    ("pub", "com.microsoft.publisher.pub", "application/vnd.ms-publisher application/x-mspublisher", ["Contents", "Escher", "Quill"]),
    ("encrypted_office", "com.microsoft.encrypted-office-package", "application/encrypted application/vnd.ms-office", ["EncryptionInfo", "EncryptedPackage"]),
    ("encrypted_office_spaces", "com.microsoft.encrypted-office-package", "application/encrypted application/vnd.ms-office", ["\6DataSpaces", "Version", "DataSpaceMap", "DataSpaceInfo", "StrongEncryptionDataSpace", "TransformInfo", "StrongEncryptionTransform", "\6Primary", "EncryptedPackage", "EncryptionInfo"]),
    ("msi", "com.microsoft.msi-installer", "application/x-msi", ["䡀㬿䏲䐸䖱", "\5SummaryInformation"]),
]:
    def make(rng, streams=streams):
        yield "plain", compound(*streams)
        yield "sectors of 4096", compound(*streams, sector=4096)
        yield "many streams before", compound(*[f"x{n}" for n in range(40)], *streams)

    make.__name__ = label
    kind(types, media + " application/CDFV2 application/x-ole-storage")(make)


@kind("com.microsoft.excel.xls", "application/vnd.ms-excel")
def xls_of_xlwt(rng):
    book = module("xlwt").Workbook()
    book.add_sheet("a").write(0, 0, "x")
    yield "of xlwt", office(book.save)
    yield "before containers", struct.pack("<HHHH", 0x0809, 4, 2, 0x10) + struct.pack("<HH", 0x0A, 0)
    yield "before containers, version 4", struct.pack("<HHHHH", 0x0409, 6, 0, 0x10, 0) + struct.pack("<HH", 0x0A, 0)


@kind("com.microsoft.encrypted-office-package", "application/encrypted application/vnd.ms-office application/CDFV2 application/x-ole-storage")
def encrypted_word(rng):
    format_ = module("msoffcrypto.format.ooxml")
    plain = io.BytesIO(packed(WORD))
    data = io.BytesIO()
    try:
        format_.OOXMLFile(plain).encrypt("secret", data)
    except Exception as error:
        raise Missing(f"msoffcrypto: {error}")
    yield "of msoffcrypto", data.getvalue()


@kind("com.adobe.pdf", "application/pdf")
def pdf(rng):
    body = b"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R/Size 3>>\nstartxref\n0\n%%EOF\n"
    for version in ["1.0", "1.4", "1.7", "2.0"]:
        yield version, f"%PDF-{version}\n%".encode() + b"\xe2\xe3\xcf\xd3\n" + body
    yield "line ends of old Macs", (b"%PDF-1.3\n" + body).replace(b"\n", b"\r")
    yield "junk before", b"\r\n\r\njunk of a printer\n" + b"%PDF-1.4\n" + body
    yield "junk before, no end", b"junk of a printer\n%PDF-1.4\n" + body[:60]
    yield "a control sequence before", b"\x1b%-12345X@PJL\r\n%PDF-1.4\n" + body
    yield "no end", b"%PDF-1.4\n" + body[:60]
    yield "a byte order mark", b"\xef\xbb\xbf%PDF-1.4\n" + body
    yield "of Adobe's servers", b"%!PS-Adobe-3.0 PDF-1.4\n" + b"%PDF-1.4\n" + body


@kind("public.tar-archive", "application/x-tar application/x-gtar application/x-ustar")
def tar(rng):
    yield "GNU", tarred(rng)
    yield "ustar", tarred(rng, tarfile.USTAR_FORMAT)
    yield "pax", tarred(rng, tarfile.PAX_FORMAT, "ä" * 120)
    yield "GNU, a long name", tarred(rng, name="x" * 150)
    old = bytearray(tarred(rng, tarfile.USTAR_FORMAT))
    old[257:265] = bytes(8)
    old[148:156] = b"        "
    old[148:156] = b"%06o\0 " % sum(old[:512])
    yield "before ustar", bytes(old)
    yield "cut", tarred(rng)[:700]


SMALL = [("gz", "org.gnu.gnu-zip-archive", "application/gzip", lambda d: gzip.compress(d, mtime=0)),
         ("xz", "org.tukaani.xz-archive", "application/x-xz", lzma.compress),
         ("bz2", "public.bzip2-archive", "application/x-bzip2", bz2.compress),
         ("lzma", "org.tukaani.lzma-archive", "application/x-lzma", lambda d: lzma.compress(d, lzma.FORMAT_ALONE))]
for label, types, media, compress in SMALL:
    def make(rng, compress=compress):
        yield "text", compress(prose(rng).encode())
        yield "nothing", compress(b"")
        yield "a tar archive", compress(tarred(rng))
        yield "bytes without a pattern", compress(bytes(rng.randrange(256) for _ in range(3000)))

    make.__name__ = label
    kind(types, media)(make)

for label, types, media, command in [
    ("zst", "org.facebook.zstandard-archive", "application/zstd", ["zstd", "-q", "-c", "IN", "-o", "OUT"]),
    ("lz4", "org.lz4.lz4-archive", "application/x-lz4", ["lz4", "-q", "-f", "IN", "OUT"]),
    ("old_lz4", "org.lz4.lz4-archive", "application/x-lz4", ["lz4", "-q", "-f", "-l", "IN", "OUT"]),
    ("lzip", "org.nongnu.lzip-archive", "application/x-lzip application/lzip", ["lzip", "-o", "OUT", "IN"]),
    ("seven_zip", "org.7-zip.7-zip-archive", "application/x-7z-compressed", ["7z", "a", "-bso0", "OUT", "IN"]),
    ("cpio", "public.cpio-archive", "application/x-cpio", ["bsdtar", "-cf", "OUT", "--format", "newc", "-P", "IN"]),
    ("old_cpio", "public.cpio-archive", "application/x-cpio", ["bsdtar", "-cf", "OUT", "--format", "odc", "-P", "IN"]),
    ("binary_cpio", "public.cpio-archive", "application/x-cpio", ["bsdtar", "-cf", "OUT", "--format", "bin", "-P", "IN"]),
    ("ar", "public.ar-archive", "application/x-archive application/vnd.debian.binary-package", ["bsdtar", "-cf", "OUT", "--format", "ar", "-P", "IN"]),
    ("iso", "public.iso-image", "application/x-iso9660-image", ["bsdtar", "-cf", "OUT", "--format", "iso9660", "-P", "IN"]),
    ("xar", "com.apple.xar-archive", "application/x-xar", ["bsdtar", "-cf", "OUT", "--format", "xar", "-P", "IN"]),
    ("warc", "org.webarchive.warc", "application/warc", ["bsdtar", "-cf", "OUT", "--format", "warc", "-P", "IN"]),
]:
    def make(rng, label=label, command=command):
        suffix = {"seven_zip": ".7z", "lzip": ".lz"}.get(label, ".out")
        yield "text", through(suffix, command, prose(rng).encode())

    make.__name__ = label
    kind(types, media)(make)


@kind("org.facebook.zstandard-archive", "application/zstd")
def zst_frames(rng):
    plain = through(".zst", ["zstd", "-q", "-c", "IN", "-o", "OUT"], b"x" * 99)
    yield "a frame to skip first", b"\x50\x2a\x4d\x18\x04\0\0\0abcd" + plain


@kind("com.rarlab.rar-archive", "application/x-rar application/vnd.rar")
def rar(rng):
    yield "version 4", b"Rar!\x1a\7\0\xcf\x90\x73\0\0\x0d\0\0\0\0\0\0\0"
    yield "version 5", b"Rar!\x1a\7\1\0" + bytes(20)


@kind("public.z-archive", "application/x-compress")
def z(rng):
    yield "plain", b"\x1f\x9d\x90" + bytes(rng.randrange(256) for _ in range(200))


@kind("com.microsoft.cab", "application/vnd.ms-cab-compressed")
def cab(rng):
    yield "plain", b"MSCF\0\0\0\0" + bytes(60)
