"""Mail, mailboxes, contacts and calendars."""
from kinds import crlf, kind, prose, sentence

BODY = "Hello Bob,\n\nsee you at 10:30, in the usual place.\n\n-- \nAnna\n"
HEADER = ("From: Anna <anna@example.org>\nTo: bob@example.org\nSubject: {}\n"
          "Date: Mon, 1 Jan 2024 10:00:00 +0100\nMessage-ID: <{}@example.org>\n")
RECEIVED = ("Received: from mx.example.org (mx.example.org [192.0.2.1])\n\tby mail.example.org with ESMTP id x;\n"
            "\tMon, 1 Jan 2024 10:00:00 +0100\n")


def mail(rng, before="", more=""):
    return before + HEADER.format(sentence(rng, 4), rng.randint(1, 1 << 30)) + more + "\n" + BODY


MULTIPART = ('MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n--b\n'
             "Content-Type: text/plain\n\nhi\n--b\nContent-Type: text/html\n\n<p>hi</p>\n--b--\n")


@kind("com.apple.mail.email", "message/rfc822")
def eml(rng):
    yield "plain", mail(rng).encode()
    yield "CR LF", crlf(mail(rng)).encode()
    yield "received", mail(rng, RECEIVED * 3).encode()
    yield "a return path first", mail(rng, "Return-Path: <a@example.org>\n" + RECEIVED).encode()
    yield "delivered first", mail(rng, "Delivered-To: bob@example.org\n" + RECEIVED).encode()
    yield "fields of Mozilla first", mail(rng, "X-Mozilla-Status: 0001\nX-Mozilla-Status2: 00000000\n").encode()
    yield "an account key first", mail(rng, "X-Account-Key: account1\nX-UIDL: 17\n").encode()
    yield "a status first", mail(rng, "Status: RO\nX-Status: A\n").encode()
    yield "unknown fields first", mail(rng, "Priority: urgent\nOrganization: Example\nComments: none\nKeywords: a, b\n").encode()
    yield "fields of Exchange first", mail(rng, "".join(f"X-MS-Exchange-{n}: {n}\n" for n in range(60))).encode()
    yield "arc", mail(rng, "ARC-Seal: i=1; a=rsa-sha256; t=1; cv=none;\n d=example.org; s=x; b=abc\nAuthentication-Results: mx; spf=pass\n").encode()
    yield "small letters", mail(rng).replace("From:", "from:").replace("To:", "to:").replace("Subject:", "subject:").encode()
    yield "capitals", mail(rng).replace("From:", "FROM:").replace("To:", "TO:").replace("Subject:", "SUBJECT:").replace("Date:", "DATE:").encode()
    yield "no blank behind colons", mail(rng).replace(": ", ":").encode()
    yield "several parts", (HEADER.format("x", 1) + MULTIPART).encode()
    yield "a draft", (f"To: bob@example.org\nSubject: {sentence(rng, 3)}\n\n" + BODY).encode()
    yield "two fields", b"From: anna@example.org\nSubject: hi\n\nbody\n"
    yield "no body", HEADER.format("x", 2).encode()
    yield "many hops", mail(rng, RECEIVED * 90).encode()
    yield "a blank line first", ("\n" + mail(rng)).encode()
    yield "8-bit body", mail(rng).replace("Hello", "Grüße, hällo").encode("latin-1")
    yield "bytes of pictures in the body", (HEADER.format("x", 4) + "Content-Type: image/png\nContent-Transfer-Encoding: binary\n\n").encode() + bytes(range(256)) * 8
    yield "raw 8-bit subject", ("Subject: Größe\n" + HEADER.format("x", 3) + "\n" + BODY).encode("latin-1")
    yield "news", b"Path: news!not-for-mail\nFrom: a@example.org\nNewsgroups: comp.test\nSubject: test\nDate: 1 Jan 2024\n\nbody\n"
    yield "resent", mail(rng, "Resent-From: c@example.org\nResent-To: d@example.org\nResent-Date: Mon, 1 Jan 2024 10:00:00 +0100\n").encode()
    yield "line ends of old Macs", mail(rng).replace("\n", "\r").encode()
    yield "a folded first field", mail(rng, "References: <a@b>\n <c@d>\n\t<e@f>\n").encode()
    yield "an HTML body", (HEADER.format("x", 5) + "MIME-Version: 1.0\nContent-Type: text/html\n\n<html><body>hi</body></html>\n").encode()
    yield "addresses over lines", b"To: a@example.org,\n b@example.org,\n c@example.org\nFrom: d@example.org\nDate: 1 Jan 2024\n\nx\n"
    yield "a message number first", mail(rng, "Message-ID: <1@x>\nIn-Reply-To: <0@x>\n").encode()
    yield "a content type first", ("Content-Type: text/plain; charset=utf-8\nMIME-Version: 1.0\n" + mail(rng)).encode()
    yield "a broken line among the fields", mail(rng, RECEIVED, "this is no field\nX-Mailer: x\n").encode()
    yield "a byte order mark", b"\xef\xbb\xbf" + mail(rng).encode()
    yield "a list", mail(rng, "List-Id: <x.example.org>\nList-Post: <mailto:x@example.org>\nErrors-To: y\nSender: z\n").encode()


@kind("org.ietf.mhtml com.apple.mail.email", "message/rfc822 multipart/related text/plain")
def mhtml(rng):
    yield "of a browser", b"From: <Saved by Blink>\nSnapshot-Content-Location: https://example.org/\nSubject: x\nDate: Mon, 1 Jan 2024 10:00:00 -0000\nMIME-Version: 1.0\nContent-Type: multipart/related;\n\ttype=\"text/html\";\n\tboundary=\"b\"\n\n--b\nContent-Type: text/html\n\n<p>x\n--b--\n"


def mbox_lines(rng, count, line="From anna@example.org Mon Jan  1 10:00:00 2024"):
    return "\n".join(f"{line}\n{mail(rng)}" for _ in range(count)) + "\n"


@kind("public.mbox", "application/mbox message/rfc822 text/x-mail")
def mbox(rng):
    yield "plain", mbox_lines(rng, 5).encode()
    yield "one message", mbox_lines(rng, 1).encode()
    yield "CR LF", crlf(mbox_lines(rng, 3)).encode()
    yield "of Mozilla", mbox_lines(rng, 3, "From - Mon Jan 01 10:00:00 2024\nX-Mozilla-Status: 0001").encode()
    yield "no date", mbox_lines(rng, 3, "From anna@example.org").encode()
    yield "of Eudora", mbox_lines(rng, 3, "From ???@??? Mon Jan 01 10:00:00 2024").encode()
    yield "a daemon first", mbox_lines(rng, 2, "From MAILER-DAEMON Mon Jan  1 10:00:00 2024").encode()
    yield "an internal message first", ("From MAILER-DAEMON Mon Jan  1 10:00:00 2024\nDate: 01 Jan 2024 10:00:00 +0000\nFrom: Mail System Internal Data <MAILER-DAEMON@x>\nSubject: DON'T DELETE THIS MESSAGE -- FOLDER INTERNAL DATA\nX-IMAP: 17 0\nStatus: RO\n\nThis text is part of the internal format.\n\n" + mbox_lines(rng, 2)).encode()
    yield "unknown fields first", mbox_lines(rng, 2, "From a@b Mon Jan  1 10:00:00 2024\nX-Gmail-Labels: x\nX-GM-THRID: 17").encode()
    yield "quoted line first", mbox_lines(rng, 2, "From a@b Mon Jan  1 10:00:00 2024\n>From c@d Mon Jan  1 10:00:00 2024").encode()
    yield "8-bit", mbox_lines(rng, 3).replace("Hello", "Grüße").encode("latin-1")
    yield "of a list", mbox_lines(rng, 3, "From anna at example.org  Mon Jan  1 10:00:00 2024").encode()
    yield "blank lines first", ("\n\n" + mbox_lines(rng, 3)).encode()
    yield "a zone", mbox_lines(rng, 3, "From a@b Mon Jan  1 10:00:00 2024 +0100").encode()


@kind("com.apple.mail.emlx", "text/plain message/rfc822")
def emlx(rng):
    message = mail(rng)
    yield "plain", f"{len(message)}\n{message}<?xml version=\"1.0\"?><plist version=\"1.0\"><dict/></plist>".encode()
    yield "padded", f"{len(message):<10}\n{message}".encode()


@kind("public.vcard", "text/vcard text/x-vcard")
def vcard(rng):
    for version in ["2.1", "3.0", "4.0"]:
        card = f"BEGIN:VCARD\nVERSION:{version}\nFN:Anna Muster\nN:Muster;Anna;;;\nTEL:+49 30 123\nEND:VCARD\n"
        yield version, card.encode()
        yield version + ", CR LF", crlf(card * 3).encode()
        yield version + ", a byte order mark", b"\xef\xbb\xbf" + card.encode()
    yield "small letters", b"begin:vcard\nfn:Anna\nend:vcard\n"
    yield "blank lines first", b"\n\nBEGIN:VCARD\nVERSION:3.0\nFN:x\nEND:VCARD\n"
    yield "UTF-16", b"\xff\xfe" + crlf(card).encode("utf-16-le")


@kind("com.apple.ical.ics", "text/calendar")
def calendar(rng):
    event = ("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//x//y//EN\nBEGIN:VEVENT\nUID:1@x\nDTSTART:20240101T100000Z\n"
             "SUMMARY:Größe\nEND:VEVENT\nEND:VCALENDAR\n")
    yield "plain", event.encode()
    yield "CR LF", crlf(event).encode()
    yield "a byte order mark", b"\xef\xbb\xbf" + event.encode()
    yield "tasks", event.replace("VEVENT", "VTODO").encode()
    yield "version 1", event.replace("2.0", "1.0").encode()
    yield "blank lines first", ("\n" + event).encode()
    yield "Latin-1", event.encode("latin-1")


@kind("public.ldif", "text/plain")
def ldif(rng):
    entry = "dn: cn=Anna,dc=example,dc=org\nobjectClass: person\ncn: Anna\nsn: Muster\n\n"
    yield "plain", (entry * 3).encode()
    yield "a version first", ("version: 1\n\n" + entry).encode()
    yield "a comment first", ("# extended LDIF\n#\n# LDAPv3\n\n" + entry).encode()
