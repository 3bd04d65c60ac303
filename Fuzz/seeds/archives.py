"""Archives of every kind, made by the programs that make them."""
import bz2
import io
import lzma
import pathlib
import struct
import tempfile
import zipfile
import zlib

from . import fixtures, files, run, seeds

NUMBERS = b"".join(b"%d\n" % n for n in range(200))


def packed(*commands):
    """What commands make of a few files; each is a list of words, {out} standing for the place of the archive."""
    with tempfile.TemporaryDirectory() as work, tempfile.TemporaryDirectory() as out:
        inner = pathlib.Path(work) / "in"
        (inner / "sub").mkdir(parents=True)
        (inner / "a.txt").write_bytes(b"hello\n")
        (inner / "sub/numbers").write_bytes(NUMBERS)
        (inner / "empty").touch()
        (inner / "sub/link").symlink_to("../a.txt")
        (inner / "second").hardlink_to(inner / "a.txt")
        with open(inner / "holes", "wb") as holes:
            holes.truncate(100_000)
            holes.write(b"x\n")
        for command in commands:
            run(["sh", "-c", command.replace("{out}", out)], folder=work)
        yield from files(out)


@seeds("tar")
def tar():
    formats = [f"tar --format={name} --exclude=holes -cf {{out}}/{name}.tar in" for name in ("gnu", "posix", "ustar", "v7")]
    sparse = [f"tar --format=posix --sparse-version={version} -S -cf {{out}}/{version}.tar in"
              for version in ("0.0", "0.1", "1.0")]
    return packed(*formats, *sparse, "bsdtar --format=pax --exclude holes -cf {out}/bsd.tar in")


@seeds("gzip")
def gzip():
    names = ["tar -czf {out}/a.tgz in/a.txt in/sub", "gzip -c in/a.txt >{out}/a.gz",
             "(gzip -c in/a.txt; gzip -1c in/sub/numbers) >{out}/twice.gz"]
    return packed(*names)


@seeds("7z")
def seven():
    methods = [f"7z a -m0={name} {{out}}/{name}.7z in/a.txt in/sub/numbers"
               for name in ("lzma", "lzma2", "ppmd", "bzip2", "deflate", "copy")]
    return packed(*methods, "7z a -m0=bcj -m1=lzma {out}/bcj.7z in/a.txt", "7z a -psecret {out}/secret.7z in/a.txt")


@seeds("cab")
def cab():
    return packed("gcab -c {out}/stored.cab in/a.txt in/sub/numbers", "gcab -cz {out}/mszip.cab in/a.txt in/sub/numbers")


@seeds("iso")
def iso():
    return packed("genisoimage -no-pad -R -o {out}/rock-ridge.iso in/a.txt in/sub",
                  "genisoimage -no-pad -J -o {out}/joliet.iso in/a.txt")


@seeds("cpio")
def cpio():
    return packed(*[f"find in ! -name holes | cpio -o --quiet -H {name} >{{out}}/{name}.cpio"
                    for name in ("newc", "crc", "odc", "bin")])


@seeds("xar")
def xar():
    return packed("bsdtar --format=xar -cf {out}/a.xar in/a.txt in/sub")


@seeds("lha")
def lha():
    return packed("jlha aq {out}/a.lzh in/a.txt in/sub/numbers", "jlha aqo5 {out}/lh5.lzh in/sub/numbers")


@seeds("rar")
def rar():
    """A stored file each, of version 4 and 5, with the right checksums."""
    yield "4", bytes.fromhex(
        "526172211a0700cf907300000d00000000000000c206740080210006000000060000000320303a36a320e32a14300300a48100006168656c"
        "6c6f0acbba740080230006000000060000000320303a36a320e32a14300300a4810000645c6268656c6c6f0ac43d7b00400700")
    yield "5", bytes.fromhex(
        "526172211a070100c51a3332030100006ffc9e0c100202060406a0830220303a360001016168656c6c6f0ab6e3617e120202060406a08302"
        "20303a36000103642f6268656c6c6f0a19b23a3503050000")


@seeds("zip")
def zip():
    methods = {"stored": zipfile.ZIP_STORED, "deflated": zipfile.ZIP_DEFLATED, "bzip2": zipfile.ZIP_BZIP2,
               "lzma": zipfile.ZIP_LZMA}
    for name, method in methods.items():
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", method) as archive:
            archive.writestr("a.txt", b"hello\n")
            archive.writestr("sub/", b"")
            archive.writestr("sub/ü", NUMBERS)
            archive.comment = b"comment"
        yield name, file.getvalue()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive, archive.open("a", "w", force_zip64=True) as entry:
        entry.write(b"zip64")
    yield "zip64", file.getvalue()
    yield from packed(
        "7z a -tzip -psecret -mem=AES256 {out}/aes.zip in/a.txt", "7z a -tzip -psecret {out}/zipcrypto.zip in/a.txt",
        "7z a -tzip -mm=deflate64 {out}/deflate64.zip in/sub/numbers", "7z a -tzip -mm=ppmd {out}/ppmd.zip in/sub/numbers",
        "zip -ry {out}/links.zip in -x in/holes", "bsdtar --format=zip -cf {out}/streamed.zip in/a.txt in/sub")


@seeds("zip-methods")
def zip_methods():
    """The first byte chooses the method: 0 Shrink, 1 Implode, 2 Deflate64, 3 PPMd; then flags."""
    yield "shrink", bytes([0]) + shrunk(b"abababab", 9)
    for bits in (0, 0x10, 0x20, 0x30):
        yield f"implode-{bits}", bytes([1 | bits]) + imploded(bits)
    for name, content in packed("7z a -tzip -mm=deflate64 {out}/2.zip in/sub/numbers",
                                "7z a -tzip -mm=ppmd {out}/3.zip in/sub/numbers"):
        size, skipped = struct.unpack_from("<I", content, 18)[0], 30 + sum(struct.unpack_from("<HH", content, 26))
        yield name, bytes([int(name[0])]) + content[skipped:skipped + size]
    for level in (0, 1, 9):
        packer = zlib.compressobj(level, zlib.DEFLATED, -15)
        yield f"deflate-{level}", bytes([2]) + packer.compress(NUMBERS) + packer.flush()


def shrunk(text, bits):
    """Codes of bytes alone, and a code that the first two make, with a change of the size of codes (APPNOTE 5.1)."""
    codes = [*text[:4], 257, 259, 256, 1, text[0], 256, 2, text[1]]
    value = sum(code << (bits * index) for index, code in enumerate(codes[:8]))
    return value.to_bytes((bits * 8 + 7) // 8, "little")


def imploded(flags):
    """Trees of Shannon and Fano whose codes all have one size (APPNOTE 5.3), and any bits."""
    literals = bytes([15] + [0xF7] * 16) if flags & 0x20 else b""
    lengths, distances = bytes([3] + [0xF5] * 4), bytes([3] + [0xF5] * 4)
    return literals + lengths + distances + bytes(range(0, 256, 3)) * 3


@seeds("deflate")
def deflate():
    for level, strategy in [(0, 0), (1, 0), (6, 0), (9, 0), (6, zlib.Z_FIXED), (6, zlib.Z_HUFFMAN_ONLY), (6, zlib.Z_RLE)]:
        packer = zlib.compressobj(level, zlib.DEFLATED, -15, 9, strategy)
        stream = packer.compress(NUMBERS) + packer.flush(zlib.Z_SYNC_FLUSH) + packer.compress(b"a" * 700) + packer.flush()
        for size in (0, 6, 255):
            yield f"{level}-{strategy}-{size}", bytes([size]) + stream


@seeds("tnef")
def tnef():
    return fixtures("winmail.dat")


@seeds("names")
def names():
    yield "utf8", "a/b\nü/é\n../x\nCON\na\\b\n/etc/passwd\n  \n.\n日本\n".encode()
    yield "cp866", "файл.txt\nпапка/имя\n".encode("cp866")
    yield "shift-jis", "日本語/ファイル.txt\n".encode("shift_jis")
    yield "patterns", b"**/*.[a-c]\n{a,b}/x\na.b\na/b/x.c\n"
    yield "decomposed", "e\u0301/A\u030a\nE\u0301\né/Å\n".encode()


@seeds("gzip")
def other_filters():
    yield "bz2", bz2.compress(NUMBERS)
    yield "xz", lzma.compress(NUMBERS)
