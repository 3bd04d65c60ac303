"""HTML and XML in their kinds."""
from kinds import crlf, encodings, kind, prose, sentence

DOCTYPE = "<!DOCTYPE html>\n"
STRICT = ('<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" '
          '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n')
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
XHTML = '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en">'


def page(rng, head="<title>Größe</title>", root="<html>"):
    return f"{root}\n<head>{head}</head>\n<body>\n<h1>{sentence(rng, 4)}</h1>\n<p>{sentence(rng)}</p>\n</body>\n</html>\n"


@kind("public.html", "text/html")
def html(rng):
    for note, data in encodings(DOCTYPE + page(rng)):
        yield note, data
    yield "HTML 4", ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">\n' + page(rng)).encode()
    yield "capitals", page(rng).upper().encode()
    yield "no doctype", page(rng).encode()
    yield "a comment first", ("<!-- saved from url=(0014)about:internet -->\n" + page(rng)).encode()
    yield "blank lines first", ("\n\n   " + DOCTYPE + page(rng)).encode()
    yield "Word", page(rng, root='<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns="http://www.w3.org/TR/REC-html40">').encode()
    yield "EBCDIC", (DOCTYPE + page(rng)).encode("cp500")
    yield "EBCDIC of mainframes", page(rng, head="<title>Report</title>").encode("cp037")
    yield "UTF-16 without a mark", (DOCTYPE + page(rng)).encode("utf-16-le")
    yield "frames", b"<html><frameset cols='20%,80%'><frame src=a.html><frame src=b.html></frameset></html>"
    for tag, text in [
        ("div", '<div class="x"><p>one</p><p>two</p></div>'), ("p", "<p>one<p>two <b>three</b>"),
        ("table", "<table><tr><td>1<td>2<tr><td>3<td>4</table>"), ("h1", "<h1>Title</h1>\n<p>text"),
        ("body", "<body bgcolor=white>text<br>text</body>"), ("head", "<head><title>x</title></head>text"),
        ("script", "<script>var a = 1 < 2;</script><p>x"), ("style", "<style>p { color: red }</style><p>x"),
        ("ul", "<ul>\n<li>a\n<li>b\n</ul>"), ("meta", '<meta charset="utf-8"><title>x</title><p>x'),
        ("br", "<br>\n<b>bold</b> text"), ("section", "<section><article>x</article></section>"),
        ("title", "<TITLE>Old page</TITLE>\n<H1>Old</H1>"), ("a", '<a href="https://example.org/">x</a> text'),
        ("link", '<link rel="stylesheet" href="a.css"><main>x</main>'), ("form", '<form action="/x"><input name=a></form>'),
        ("img", '<img src="a.png"><p>x'), ("center", "<center><font size=7>x</font></center>"),
        ("template", "<template><button>x</button></template>"), ("dl", "<dl><dt>a<dd>b</dl>"),
        ("comment", "<!-- a part -->\n<div>\n<span>x</span>\n</div>"),
        ("conditional", "<!--[if IE]><p>x</p><![endif]--><nav><a href=x>y</a></nav>"),
        ("component", '<my-app><p class="x">text</p></my-app>'),
    ]:
        yield f"begins with <{tag}>", text.encode()
    yield "text before the first tag", b"Just some text with <b>bold</b> and <a href='x'>links</a>,<br>\nand <i>more</i>.<p>A paragraph.</p>\n"
    yield "HTML 5 with a namespace", (DOCTYPE + page(rng, root=XHTML)).encode()
    yield "a long comment first", ("<!--" + prose(rng, 20) + "-->" + DOCTYPE + page(rng)).encode()
    yield "mail as a page", b'<html><head><meta http-equiv="Content-Type" content="text/html; charset=us-ascii"></head><body>hi</body></html>'


@kind("public.xhtml", "text/html application/xhtml+xml text/xml")
def xhtml(rng):
    yield "declared", (XML + STRICT + page(rng, root=XHTML)).encode()
    yield "strict", (STRICT + page(rng, root=XHTML)).encode()
    yield "1.1", (XML + STRICT.replace("1.0 Strict", "1.1") + page(rng, root=XHTML)).encode()
    yield "declared, HTML 5", (XML + DOCTYPE + page(rng, root=XHTML)).encode()
    yield "namespace alone", (XML + page(rng, root=XHTML)).encode()
    yield "no declaration", page(rng, root=XHTML).encode()
    yield "CR LF", crlf(XML + STRICT + page(rng, root=XHTML)).encode()
    yield "a chapter of a book", (XML + page(rng, root='<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">')).encode()
    yield "UTF-16", b"\xff\xfe" + (XML.replace("UTF-8", "UTF-16") + STRICT + page(rng, root=XHTML)).encode("utf-16-le")


@kind("public.svg-image", "image/svg+xml")
def svg(rng):
    body = '<rect width="9" height="9" fill="red"/><path d="M0 0L9 9"/></svg>\n'
    root = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    yield "bare", (root + body).encode()
    yield "declared", (XML + root + body).encode()
    yield "a doctype", (XML + '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n' + root + body).encode()
    yield "a comment first", ("<!-- Generator: Adobe Illustrator -->\n" + root + body).encode()
    yield "entities", (XML + '<!DOCTYPE svg [ <!ENTITY ns "http://www.w3.org/2000/svg"> ]>\n' + '<svg xmlns="&ns;">' + body).encode()
    yield "a prefix", (XML + '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:rect/></svg:svg>').encode()
    yield "no namespace", ('<svg width="9" height="9">' + body).encode()
    yield "blank lines first", ("\n\n" + root + body).encode()
    yield "Inkscape", (XML + '<!-- Created with Inkscape -->\n\n<svg\n   xmlns:dc="http://purl.org/dc/elements/1.1/"\n   xmlns="http://www.w3.org/2000/svg"\n   version="1.1">' + body).encode()
    yield "UTF-16", b"\xff\xfe" + (XML.replace("UTF-8", "UTF-16") + root + body).encode("utf-16-le")
    yield "a byte order mark", b"\xef\xbb\xbf" + (root + body).encode()


@kind("public.xml", "text/xml application/xml text/plain")
def xml(rng):
    items = "".join(f"  <item id='{n}'><name>{sentence(rng, 3)}</name></item>\n" for n in range(9))
    for note, data in encodings(XML + f"<list>\n{items}</list>\n", latin=False):
        yield note, data
    yield "Latin-1", ('<?xml version="1.0" encoding="ISO-8859-1"?>\n' + f"<liste>{items}<n>Größe</n></liste>").encode("latin-1")
    yield "no declaration", f"<list>\n{items}</list>\n".encode()
    yield "a doctype", f"<!DOCTYPE list SYSTEM 'list.dtd'>\n<list>\n{items}</list>\n".encode()
    yield "a comment first", (XML + "<!-- x -->\n<data/>").encode()
    yield "a build file", (XML + '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion></project>').encode()
    yield "a message", ('<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body/></soap:Envelope>').encode()
    yield "an app", (XML + '<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="a.b"/>').encode()
    yield "a style sheet named", (XML + '<?xml-stylesheet href="a.xsl"?>\n<a><b/></a>').encode()
    yield "longer than is looked at", (XML + "<list>\n" + items * 300 + "</list>\n").encode()
    yield "EBCDIC", ('<?xml version="1.0" encoding="ibm037"?>\n<list><a>1</a></list>\n').encode("cp037")
    yield "an element like HTML's", (XML + "<table><row><cell>1</cell></row></table>").encode()


def known(root, body="<x/>"):
    name = root.split()[0]
    return XML + f"<{root}>{body}</{name}>\n"


for label, types, media, samples in [
    ("rss", "public.rss", "text/xml application/rss+xml", [
        known('rss version="2.0"', "<channel><title>x</title></channel>"),
        '<rss version="0.91"><channel/></rss>',
        known('rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"')]),
    ("atom", "org.ietf.atom", "text/xml application/atom+xml", [known('feed xmlns="http://www.w3.org/2005/Atom"')]),
    ("plist", "com.apple.xml-property-list", "text/xml application/x-plist", [
        XML + '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">\n<plist version="1.0"><dict/></plist>',
        "<plist version='1.0'><array/></plist>"]),
    ("kml", "com.google.earth.kml", "application/vnd.google-earth.kml+xml text/xml", [known('kml xmlns="http://www.opengis.net/kml/2.2"')]),
    ("gpx", "com.topografix.gpx", "application/gpx+xml text/xml", [
        known('gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"'), '<gpx version="1.0"><trk/></gpx>']),
    ("xslt", "org.w3.xslt", "text/xml", [known('xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"')]),
    ("xsd", "org.w3.xsd", "text/xml", [known('xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"')]),
    ("docbook", "org.oasis-open.docbook", "text/xml", [
        known('article xmlns="http://docbook.org/ns/docbook" version="5.0"'),
        XML + '<!DOCTYPE book PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd">\n<book><title>x</title></book>']),
    ("musicxml", "com.recordare.musicxml.uncompressed", "text/xml application/vnd.recordare.musicxml+xml", [known('score-partwise version="3.1"')]),
    ("flat_odf", "org.oasis-open.opendocument.flat", "text/xml application/vnd.oasis.opendocument.text-flat-xml", [
        known('office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:mimetype="application/vnd.oasis.opendocument.text"')]),
    ("xliff", "org.oasis-open.xliff", "text/xml application/x-xliff+xml", [known('xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"')]),
    ("opml", "org.opml.opml", "text/xml", [known('opml version="2.0"', "<body/>")]),
]:
    def make(rng, samples=samples):
        for number, sample in enumerate(samples):
            yield f"sample {number + 1}", sample.encode()
            yield f"sample {number + 1}, a byte order mark", b"\xef\xbb\xbf" + crlf(sample).encode()

    make.__name__ = label
    kind(types, media)(make)
