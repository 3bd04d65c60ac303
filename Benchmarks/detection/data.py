"""Databases, fonts, programs, keys, and bytes that are nothing."""
import glob
import io
import plistlib
import sqlite3
import struct
import tempfile
from pathlib import Path

from kinds import Missing, kind, module, through


def database(page_size=4096, application=0, tables=True):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a")
        base = sqlite3.connect(path)
        base.execute(f"PRAGMA page_size={page_size}")
        base.execute(f"PRAGMA application_id={application}")
        if tables:
            base.execute("CREATE TABLE t (a, b)")
            base.execute("INSERT INTO t VALUES (1, 'x')")
        base.commit()
        base.execute("VACUUM")
        base.close()
        return path.read_bytes()


@kind("org.sqlite.sqlite3", "application/vnd.sqlite3 application/x-sqlite3")
def sqlite(rng):
    for size in [512, 4096, 65536]:
        yield f"pages of {size}", database(size)
    yield "of a program", database(application=17)


@kind("org.geopackage.gpkg", "application/geopackage+sqlite3 application/vnd.sqlite3 application/x-sqlite3")
def geopackage(rng):
    yield "plain", database(application=0x47504B47)


def fonts(pattern):
    found = sorted(glob.glob(f"/usr/share/fonts/**/{pattern}", recursive=True))[:3]
    if not found:
        raise Missing(f"fonts named {pattern}")
    return [(Path(name).name, Path(name).read_bytes()) for name in found]


@kind("public.truetype-ttf-font", "font/sfnt font/ttf application/font-sfnt")
def ttf(rng):
    yield from fonts("*.ttf")


@kind("public.opentype-font", "font/otf application/vnd.ms-opentype")
def otf(rng):
    yield "a header", b"OTTO\0\x0a\0\x80\0\3\0\x20CFF " + bytes(200)


@kind("org.w3.woff", "font/woff")
def woff(rng):
    yield "a header", b"wOFF\0\1\0\0" + bytes(60)


@kind("org.w3.woff2", "font/woff2")
def woff2(rng):
    yield "a header", b"wOF2\0\1\0\0" + bytes(60)


@kind("public.opentype-collection-font", "font/collection")
def ttc(rng):
    yield "a header", b"ttcf\0\1\0\0\0\0\0\1\0\0\0\x10" + bytes(60)


@kind("com.adobe.postscript-pfa-font com.adobe.postscript-pfb-font", "application/x-font-type1 application/postscript")
def type1(rng):
    yield "text", b"%!PS-AdobeFont-1.0: X 1.0\n/FontName /X def\n"
    yield "segments", b"\x80\1\x20\0\0\0%!PS-AdobeFont-1.0: X 1.0\n"


@kind("com.apple.binary-plist", "application/x-bplist application/x-plist application/octet-stream")
def bplist(rng):
    yield "plain", plistlib.dumps({"a": [1, 2], "b": "x"}, fmt=plistlib.FMT_BINARY)


@kind("org.unix.elf-executable", "application/x-executable application/x-pie-executable application/x-sharedlib")
def elf(rng):
    yield "true", Path("/bin/true").read_bytes()


@kind("com.microsoft.windows-executable", "application/x-dosexec application/vnd.microsoft.portable-executable")
def exe(rng):
    head = bytearray(b"MZ" + bytes(126))
    head[60:64] = struct.pack("<I", 128)
    yield "64 bits", bytes(head) + b"PE\0\0" + struct.pack("<HHIIIHH", 0x8664, 1, 0, 0, 0, 240, 0x22) + b"\x0b\2" + bytes(400)


@kind("com.sun.java-class", "application/x-java-applet application/java-vm")
def java_class(rng):
    yield "plain", b"\xca\xfe\xba\xbe\0\0\0\x34\0\x0a" + bytes(60)


@kind("org.webassembly.wasm", "application/wasm")
def wasm(rng):
    yield "plain", b"\0asm\1\0\0\0\1\4\1`\0\0"


@kind("org.tcpdump.pcap", "application/vnd.tcpdump.pcap")
def pcap(rng):
    yield "plain", struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1) + bytes(40)


@kind("org.numpy.npy", "application/octet-stream application/x-numpy-data")
def npy(rng):
    data = io.BytesIO()
    module("numpy").save(data, [1, 2])
    yield "plain", data.getvalue()


@kind("com.mathworks.matlab.mat", "application/x-matlab-data")
def mat(rng):
    data = io.BytesIO()
    module("scipy.io").savemat(data, {"a": [1, 2]})
    yield "plain", data.getvalue()


@kind("org.apache.parquet", "application/octet-stream application/vnd.apache.parquet")
def parquet(rng):
    yield "a header", b"PAR1\x15\4\x15" + bytes(80) + b"PAR1"


@kind("org.hdfgroup.hdf5", "application/x-hdf5 application/x-hdf")
def hdf5(rng):
    yield "a header", b"\x89HDF\r\n\x1a\n" + bytes(80)


@kind("com.dbase.dbf", "application/x-dbf")
def dbf(rng):
    fields = b"NAME".ljust(11, b"\0") + b"C" + bytes(4) + b"\x14\0" + bytes(14)
    yield "plain", struct.pack("<BBBBIHH", 3, 124, 1, 1, 1, 65, 21) + bytes(20) + fields + b"\r " + b"Anna".ljust(20) + b"\x1a"


@kind("org.bittorrent.torrent", "application/x-bittorrent")
def torrent(rng):
    yield "plain", b"d8:announce20:http://example.org/a4:infod6:lengthi1e4:name1:xee"
    yield "no tracker", b"d13:creation datei1704100000e4:infod6:lengthi17e4:name5:a.bin12:piece lengthi16384e6:pieces20:" + bytes(range(60, 80)) + b"ee"


@kind("public.gettext-catalog", "application/x-gettext-translation")
def mo(rng):
    yield "plain", struct.pack("<IIIIIII", 0x950412DE, 0, 0, 28, 28, 0, 28)


@kind("org.gnu.gettext", "text/x-po")
def po(rng):
    yield "plain", b'# German\nmsgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Open"\nmsgstr "\xc3\x96ffnen"\n'
    yield "places first", b'#: a.c:17\nmsgid "Open"\nmsgstr "Auf"\n\n#: a.c:18\nmsgid "Close"\nmsgstr "Zu"\n'


@kind("public.icc-profile", "application/vnd.iccprofile")
def icc(rng):
    cms = module("PIL.ImageCms")
    yield "sRGB", cms.ImageCmsProfile(cms.createProfile("sRGB")).tobytes()


def key(*options):
    return through(".out", ["openssl", *options, "-out", "OUT"])


@kind("public.pem-private-key", "text/plain application/x-pem-file application/pgp-keys text/PGP")
def pem_key(rng):
    yield "of OpenSSL", key("genpkey", "-algorithm", "ED25519")
    yield "of OpenSSH", b"-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----\n"


@kind("public.pem-certificate", "text/plain application/x-pem-file")
def pem_certificate(rng):
    yield "plain", b"-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    yield "words before", b"Certificate:\n    Data:\n        Version: 3 (0x2)\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
    yield "attributes before", b"Bag Attributes\n    localKeyID: 01\nsubject=CN = x\n-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"


@kind("public.x509-certificate", "application/octet-stream application/x-x509-ca-cert application/pkix-cert")
def der(rng):
    yield "plain", through(".der", ["openssl", "req", "-x509", "-newkey", "ed25519", "-nodes", "-keyout", "/dev/null", "-subj", "/CN=x", "-outform", "DER", "-out", "OUT"])


@kind("org.openpgp.armored", "application/pgp-encrypted application/pgp-keys application/pgp-signature text/PGP")
def pgp(rng):
    yield "a message", b"-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n"
    yield "signed text", b"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nhi\n"


@kind("org.openssh.public-key", "text/plain")
def ssh(rng):
    yield "ed25519", b"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl anna@host\n"


@kind("com.microsoft.windows-shortcut", "application/x-ms-shortcut application/octet-stream")
def lnk(rng):
    yield "plain", b"L\0\0\0\1\x14\2\0\0\0\0\0\xc0\0\0\0\0\0\0F" + bytes(60)


@kind("public.data", "application/octet-stream")
def nothing(rng):
    for number in range(6):
        yield f"by lot {number}", bytes(rng.randrange(256) for _ in range(4000))
    yield "without control characters", bytes(rng.choice([n for n in range(0x20, 0x100) if n != 0x7F]) for _ in range(3000))
    yield "high bytes only", bytes(rng.randrange(0x80, 0x100) for _ in range(3000))
    yield "few, by lot", bytes(rng.randrange(0x80, 0x100) for _ in range(60))
    yield "zeros", bytes(5000)
    yield "fractions", struct.pack("<1000f", *[rng.gauss(0, 1) for _ in range(1000)])
    yield "numbers of 16 bits", struct.pack("<1000h", *[rng.randrange(-30000, 30000) for _ in range(1000)])
    yield "numbers of 32 bits", struct.pack("<1000I", *[rng.randrange(1 << 20) for _ in range(1000)])
    yield "a byte alone", b"\x9b"
    yield "text and then bytes", b"HEADER v1\n" + bytes(rng.randrange(256) for _ in range(900))
    yield "one byte repeated", b"\xa7" * 700
