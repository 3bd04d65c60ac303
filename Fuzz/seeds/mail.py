"""Messages, mailboxes, pages of mail and invitations."""
from . import seeds

MESSAGE = b"""From: =?utf-8?Q?J=C3=BCrgen?= <a@example.com>, "B, C" <b@example.com>
To: undisclosed-recipients:;, c@example.com (comment)
Subject: =?iso-8859-1?B?R3L832U=?= =?utf-8?q?_und?=
Date: Tue, 2 Jan 2024 03:04:05 +0100 (CET)
Message-ID: <1@example.com>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b 1"

preamble
--b 1
Content-Type: multipart/alternative; boundary=b2

--b2
Content-Type: text/plain; charset=utf-8; format=flowed; delsp=yes
Content-Transfer-Encoding: quoted-printable

Gr=C3=BC=
=C3=9Fe=20
> quoted
--b2
Content-Type: text/html

<p>Hello <a href="http://evil.example/">http://good.example/</a><img src="cid:1"></p>
--b2--
--b 1
Content-Type: application/pdf; name*=utf-8''%C3%A4.pdf
Content-Disposition: attachment; filename*0="a"; filename*1=".pdf"
Content-Transfer-Encoding: base64

aGVsbG8gd29y
bGQ=
--b 1
Content-Type: message/rfc822

Subject: inner

text
--b 1
Content-Type: text/calendar; method=REQUEST

BEGIN:VCALENDAR
END:VCALENDAR
--b 1
Content-Type: image/png
Content-ID: <1>
Content-Transfer-Encoding: x-uuencode

begin 644 a.png
#86)C
`
end
--b 1--
epilogue
"""


@seeds("eml")
def eml():
    yield "lf", MESSAGE
    yield "crlf", MESSAGE.replace(b"\n", b"\r\n")
    yield "plain", b"Subject: a\n b\n\nbegin 644 x\n#86)C\n`\nend\ntext\n"
    yield "broken", MESSAGE.replace(b"--b2--", b"").replace(b"base64", b"quoted-printable")


@seeds("mbox")
def mbox():
    yield "from", b"From a@example.com Tue Jan  2 03:04:05 2024\n" + MESSAGE + b"\n>From x\n\nFrom b Tue Jan  2 03:04:05 2024\nSubject: s\n\nt\n"
    yield "length", b"From a Tue Jan  2 03:04:05 2024\nContent-Length: 9\n\nFrom x\nab\n\nFrom b Tue Jan  2 03:04:05 2024\n\nx\n"
    yield "mmdf", b"\1\1\1\1\nSubject: a\n\nb\n\1\1\1\1\n"
    yield "crlf", (b"From a Tue Jan  2 03:04:05 2024\n" + MESSAGE).replace(b"\n", b"\r\n")


@seeds("mail-page")
def page():
    yield "page", (b'<html><head><style>p{color:red;background:url(http://x)}</style><base href="http://b/"></head><body onload="x()">'
                   b'<p style="position:fixed;width:9px">a<br><a href="javascript:x">b</a><img src="cid:1" width=9><table><tr><td>c'
                   b'<ul><li>d<ol><li>e</ol></ul><pre>f\n g</pre><blockquote>h</blockquote><svg><script>i</script></svg>'
                   b'<form action="x"><input type=text></form><!-- [if mso]> --><iframe src=x></iframe>&nbsp;&#x41;&bogus;')
    yield "mutation", b'<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=x&gt;">'
    yield "noscript", b'<noscript><p title="</noscript><img src=x onerror=y>"><template><b>x</template><title></title><xmp></xmp>'


@seeds("calendar")
def calendar():
    yield "event", (b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nBEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nEND:VTIMEZONE\r\n"
                    b"BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Europe/Berlin:20240102T030405\r\nDTEND:20240102T040000Z\r\n"
                    b"RRULE:FREQ=WEEKLY;BYDAY=MO,TU;COUNT=5\r\nSUMMARY;LANGUAGE=en:a\\, b\\n c\r\n  folded\r\n"
                    b'ORGANIZER;CN="A; B":mailto:a@example.com\r\nATTENDEE;PARTSTAT=ACCEPTED;CN=C:mailto:c@example.com\r\n'
                    b"LOCATION:x\r\nDESCRIPTION:y\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n")
    yield "day", b"BEGIN:VCALENDAR\nBEGIN:VTODO\nDTSTART;VALUE=DATE:20240102\nDUE:20240103\nEND:VTODO\nEND:VCALENDAR\n"
