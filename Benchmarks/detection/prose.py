"""Text that people write, and what programs log."""
import base64

from kinds import encodings, kind, prose as plain, sentence

GERMAN = "Die Größe der Äpfel überraschte alle. Über Öl und Fässer sprach niemand, außer Jörg.\n"
RUSSIAN = "Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.\n"
JAPANESE = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。\n"
CHINESE = "学而时习之，不亦说乎？有朋自远方来，不亦乐乎？\n"
ARABIC = "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق.\n"


@kind("public.plain-text", "text/plain application/octet-stream")
def text(rng):
    for note, data in encodings(plain(rng) + GERMAN):
        yield note, data
    yield "ASCII", plain(rng).encode()
    yield "Russian", (RUSSIAN * 9).encode()
    yield "Russian in CP1251", (RUSSIAN * 9).encode("cp1251")
    yield "Russian in KOI8-R", (RUSSIAN * 9).encode("koi8-r")
    yield "Japanese", (JAPANESE * 9).encode()
    yield "Japanese in Shift-JIS", (JAPANESE * 9).encode("shift_jis")
    yield "Japanese in EUC", (JAPANESE * 9).encode("euc_jp")
    yield "Japanese in ISO-2022", (JAPANESE * 9).encode("iso2022_jp")
    yield "Chinese in GB18030", (CHINESE * 9).encode("gb18030")
    yield "Chinese in Big5", ("天地玄黃，宇宙洪荒。日月盈昃，辰宿列張。\n" * 9).encode("big5")
    yield "Arabic", (ARABIC * 9).encode()
    yield "UTF-16 without a mark", plain(rng).encode("utf-16-le")
    yield "UTF-32 with a mark", b"\xff\xfe\0\0" + plain(rng).encode("utf-32-le")
    yield "CP437", (GERMAN * 9).encode("cp437", "replace")
    yield "one word", b"hello\n"
    yield "one line", b"The quick brown fox jumps over the lazy dog."
    yield "a letter", b"Dear Sir or Madam,\n\nthank you for your letter. Please find enclosed:\n\nTwo books, one pen, and a note.\n\nYours,\nAnna\n"
    yield "colons", b"From: the beginning of time\nuntil today: people talk.\nThey say: hello!\n"
    yield "lines like fields", b"Name: Anna\nThis is what she wrote, on a day like any other, long ago.\nThe end: near.\n"
    yield "a dialogue", b"ANNA: Where are you?\nBOB: Here, of course.\nANNA: I see.\n\n(They leave.)\n"
    yield "commas", ("Apples, pears and plums, all ripe, fell down.\nNobody, not even Bob, saw them, or cared.\n" * 5).encode()
    yield "a license", b"MIT License\n\nCopyright (c) 2024 Anna\n\nPermission is hereby granted, free of charge, to any person obtaining a copy\nof this software, to deal in the Software without restriction.\n"
    yield "a list of words", "\n".join(sentence(rng, 1).strip(".").lower() for _ in range(60)).encode()
    yield "a column of numbers", "\n".join(str(rng.randint(1, 9999)) for _ in range(60)).encode()
    yield "a poem", b"Roses are red,\nViolets are blue,\nSugar is sweet,\nAnd so are you.\n"
    yield "a drawing", b"+---+---+\n| a | b |\n+---+---+\n    |\n    v\n+-------+\n| done! |\n+-------+\n"
    yield "form feeds", (plain(rng) + "\f" + plain(rng)).encode()
    yield "colours of a terminal", b"\x1b[31mred\x1b[0m and \x1b[1mbold\x1b[0m text on a line\n" * 5
    yield "base64", base64.encodebytes(bytes(rng.randrange(256) for _ in range(2000)))
    yield "hexadecimal", bytes(rng.randrange(256) for _ in range(900)).hex().encode()
    yield "checksums", "".join(f"{rng.getrandbits(256):064x}  file{n}.txt\n" for n in range(20)).encode()
    yield "paths", "".join(f"/usr/share/doc/p{n}/copyright\n" for n in range(40)).encode()
    yield "web addresses", "".join(f"https://example.org/page/{n}?q=a\n" for n in range(20)).encode()
    yield "a listing", b"total 12\ndrwxr-xr-x 2 anna anna 4096 Jan  1 10:00 docs\n-rw-r--r-- 1 anna anna  120 Jan  1 10:00 a.txt\n-rw-r--r-- 1 anna anna  999 Jan  1 10:00 b.txt\n"
    yield "a conversation", b"[10:01] <anna> hi\n[10:02] <bob> hello, how are you?\n[10:03] <anna> fine\n"
    yield "a recipe", b"Pancakes\n\n2 eggs\n250 ml milk\n200 g flour\n\nMix it, then fry it in a pan, on both sides.\n"
    yield "an address", b"Anna Muster\nHauptstr. 5\n10115 Berlin\nGermany\n"
    yield "mathematics", b"Let a < b and f(a) > 0. Then a < c < b for some c, and f'(c) = 0.\n"
    yield "a smaller sign first", b"<3 you all, said Anna.\nAnd then, she left.\n"
    yield "brackets first", b"[Anna enters.]\nWhere is everybody, she asked.\n[Silence.]\n"
    yield "braces first", b"{curly} words begin this text.\nBut it is none of JSON's.\n"
    yield "numbered", b"1. Call Bob about the house\n2. Buy milk, eggs and bread\n3. Sleep\n"
    yield "a quotation", b'"Where is he?" she asked, and left.\n"Who knows?", he said, and stayed, of course.\n'
    yield "old Macs", plain(rng).replace("\n", "\r").encode()


@kind("public.log public.plain-text", "text/plain")
def log(rng):
    days = [f"2024-01-{d:02} 10:{d:02}:17,123" for d in range(1, 25)]
    yield "a web server", "".join(f'192.0.2.{n} - - [01/Jan/2024:10:00:{n:02} +0100] "GET /a{n}.html HTTP/1.1" 200 {n * 17} "-" "Mozilla/5.0 (X11; Linux x86_64)"\n' for n in range(40)).encode()
    yield "a system", "".join(f"Jan  1 10:00:{n:02} host sshd[{n + 900}]: Accepted publickey for anna from 192.0.2.1 port 22 ssh2\n" for n in range(40)).encode()
    yield "of Java", "".join(f"{day} INFO  [main] org.example.App - started, took {n} ms\n" for n, day in enumerate(days)).encode()
    yield "with a trace", (f"{days[0]} ERROR failed\njava.lang.IllegalStateException: no\n\tat a.b.C.d(C.java:17)\n\tat a.b.C.main(C.java:5)\n" * 5).encode()
    yield "of Python", "".join(f"{day} - root - WARNING - value {n}, too large\n" for n, day in enumerate(days)).encode()
    yield "levels in brackets", "".join(f"[{day}] [INFO] request {n}: done\n" for n, day in enumerate(days)).encode()
    yield "times with zones", "".join(f"2024-01-01T10:00:{n:02}Z level=info msg=\"request done\" id={n}\n" for n in range(40)).encode()
    yield "a build", b"[1/3] Compiling a.c\n[2/3] Compiling b.c\nwarning: unused variable 'x' [-Wunused]\n[3/3] Linking app\nBuild complete! (2.1s)\n"
    yield "a kernel", "".join(f"[    {n}.123456] usb 1-1: new high-speed USB device number {n}\n" for n in range(30)).encode()


@kind("public.log public.plain-text", "application/json text/plain application/x-ndjson")
def log_lines(rng):
    yield "a prefix before JSON", "".join(f'2024-01-01 INFO {{"id": {n}}}\n' for n in range(20)).encode()


@kind("net.daringfireball.markdown", "text/plain text/markdown")
def markdown(rng):
    title = sentence(rng, 3).strip(".")
    links = "See the [guide](docs/guide.md) and the [site](https://example.org).\n"
    yield "a readme", f"# {title}\n\n{plain(rng, 1)}\n## Usage\n\n```sh\nmake install\n```\n\n- one\n- two\n".encode()
    yield "badges", f"# {title}\n\n[![build](https://example.org/b.svg)](https://example.org)\n\n{plain(rng, 1)}".encode()
    yield "underlined headings", f"{title}\n=====\n\n{plain(rng, 1)}\nMore\n----\n\n* one\n* two\n\n{links}".encode()
    yield "front matter", f"---\ntitle: {title}\ndate: 2024-01-01\ntags: [a, b]\n---\n\n# {title}\n\n{plain(rng, 1)}".encode()
    yield "a table", f"# {title}\n\n| a | b |\n| --- | ---: |\n| 1 | 2 |\n| 3 | 4 |\n".encode()
    yield "changes", b"# Changelog\n\n## [1.2.0] - 2024-01-01\n\n### Added\n\n- A thing\n- Another thing\n\n### Fixed\n\n- A bug (#17)\n"
    yield "emphasis", (f"{plain(rng, 1)}\nThis is **very important** and *new*: {links}\n> a quotation\n\n1. one\n2. two\n").encode()
    yield "code", (f"{plain(rng, 1)}\n```python\nprint('hi')\n```\n\nThen `run` it.\n").encode()
    yield "tasks", b"## Tasks\n\n- [x] write\n- [ ] test\n- [ ] ship\n"
    yield "CR LF", f"# {title}\r\n\r\nSome *text* here.\r\n\r\n## More\r\n\r\n* a\r\n* b\r\n".encode()
    yield "HTML first", f'<p align="center">\n<img src="logo.png">\n</p>\n\n# {title}\n\n{plain(rng, 1)}\n## Install\n\n```sh\nmake\n```\n'.encode()
    yield "a comment first", f"<!-- markdownlint-disable -->\n# {title}\n\n{plain(rng, 1)}\n## More\n\n- a\n- b\n".encode()
    yield "a byte order mark", b"\xef\xbb\xbf" + f"# {title}\n\n{plain(rng, 1)}\n## B\n\n{links}".encode()
    yield "Chinese", f"# 標題\n\n{CHINESE}\n## 使用\n\n- 一\n- 二\n".encode()
    yield "links", f"{plain(rng, 1)}\n* [a](https://example.org/a) - one\n* [b](https://example.org/b) - two\n* [c](https://example.org/c)\n".encode()
    yield "a long one", (f"# {title}\n\n" + "".join(f"## {sentence(rng, 3)}\n\n{plain(rng, 2)}\n- x\n- y\n\n" for _ in range(40))).encode()


@kind("public.patch-file", "text/x-diff")
def patch(rng):
    hunk = "@@ -1,3 +1,3 @@\n one\n-two\n+zwei\n three\n"
    yield "of git", ("diff --git a/x.txt b/x.txt\nindex 83db48f..bf269f4 100644\n--- a/x.txt\n+++ b/x.txt\n" + hunk).encode()
    yield "unified", ("--- old.txt\t2024-01-01\n+++ new.txt\t2024-01-02\n" + hunk).encode()
    yield "of folders", ("diff -ur a/x b/x\n--- a/x\t2024-01-01\n+++ b/x\t2024-01-02\n" + hunk).encode()
    yield "of Subversion", ("Index: x.txt\n" + "=" * 67 + "\n--- x.txt\t(revision 1)\n+++ x.txt\t(working copy)\n" + hunk).encode()
    yield "context", b"*** old.txt\t2024-01-01\n--- new.txt\t2024-01-02\n***************\n*** 1,3 ****\n  one\n! two\n  three\n--- 1,3 ----\n  one\n! zwei\n  three\n"
    yield "without context", b"2c2\n< two\n---\n> zwei\n5a6,7\n> new\n> lines\n"
    yield "described", ("Description: mends a thing\nAuthor: Anna <anna@example.org>\nForwarded: no\n\n--- a/x.txt\n+++ b/x.txt\n" + hunk).encode()
    yield "CR LF", ("diff --git a/x b/x\n--- a/x\n+++ b/x\n" + hunk).replace("\n", "\r\n").encode()
    yield "of Mercurial", ("# HG changeset patch\n# User Anna\n\ndiff -r 1 -r 2 x\n--- a/x\n+++ b/x\n" + hunk).encode()


@kind("public.subrip", "application/x-subrip text/plain")
def subrip(rng):
    cue = "{}\n00:00:0{},000 --> 00:00:0{},500\nHello there\n\n"
    cues = "".join(cue.format(n, n, n) for n in range(1, 6))
    for note, data in encodings(cues):
        yield note, data


@kind("org.w3.webvtt", "text/vtt text/plain")
def webvtt(rng):
    yield "plain", b"WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n"
    yield "a byte order mark", b"\xef\xbb\xbfWEBVTT - x\r\n\r\n00:00.000 --> 00:01.000\r\nHello\r\n"


@kind("public.advanced-substation-alpha", "text/x-ssa text/plain")
def substation(rng):
    yield "plain", b"[Script Info]\nTitle: x\nScriptType: v4.00+\n\n[Events]\nDialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,Hi\n"
    yield "a byte order mark", b"\xef\xbb\xbf[Script Info]\r\nTitle: x\r\n"


@kind("public.m3u-playlist", "audio/x-mpegurl application/vnd.apple.mpegurl text/plain")
def playlist(rng):
    yield "plain", b"#EXTM3U\n#EXTINF:123,A song\nsong.mp3\n"
    yield "a stream", b"#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:9.009,\na.ts\n"


@kind("public.rtf", "text/rtf")
def rtf(rng):
    yield "plain", b"{\\rtf1\\ansi{\\fonttbl\\f0 Arial;}\\f0 Hello \\b world\\b0.\\par}"
    yield "of macOS", b"{\\rtf1\\ansi\\ansicpg1252\\cocoartf2639\n{\\fonttbl}\n\\f0 text}"
    yield "blank lines first", b"\r\n{\\rtf1\\ansi text}"


@kind("org.tug.tex", "text/x-tex")
def tex(rng):
    yield "a document", b"\\documentclass{article}\n\\begin{document}\nHello $x^2$.\n\\end{document}\n"
    yield "a comment first", b"% My thesis\n% by Anna\n\\documentclass[12pt]{book}\n\\usepackage{amsmath}\n\\begin{document}\nx\n\\end{document}\n"
    yield "a part", b"\\section{Introduction}\n\\label{sec:intro}\nAs \\cite{x} shows, $a<b$.\n\\begin{itemize}\n\\item one\n\\end{itemize}\n"
    yield "an old class", b"\\documentstyle[12pt]{article}\n\\begin{document}\nx\n\\end{document}\n"


@kind("org.tug.tex.bibtex", "text/x-bibtex text/plain")
def bibtex(rng):
    yield "plain", b"@article{key,\n  author = {Anna Muster},\n  title = {A title},\n  year = 2024\n}\n\n@book{b, title={X}}\n"
    yield "a comment first", b"% my books\n@Book{b,\n  title = \"X\",\n}\n"
