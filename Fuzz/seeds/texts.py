"""JSON and its relatives, YAML, TOML, property lists, encodings, and loops over text."""
import base64
import plistlib

from . import converted, fixtures, prefixed, seeds

JSON = b'{"a":[1,-0.5e+3,true,null,"\\u00e9\\ud83d\\ude00\\n",{}],"a":{"b":[]},"":"\xc3\xa9", "n":123456789012345678901234567890}'


@seeds("json", "tree", "tree-screen")
def json():
    yield "all", JSON
    yield "deep", b"[" * 70 + b"1" + b"]" * 70
    yield "lines", JSON + b"\n[1]\n2\n"
    yield "wide", b"[" + b",".join(b'{"k%d":"%s"}' % (n, b"x" * n) for n in range(60)) + b"]"
    yield "utf16", b"\xff\xfe" + '{"a":1}'.encode("utf-16-le")


@seeds("json5")
def json5():
    yield "all", b"// c\n{a:'x\\\ny', /* d */ b:[+.5,0xFf,Infinity,-NaN,1.,],'c':\"\\x41\\v\",$_:null,}"


@seeds("ndjson")
def ndjson():
    yield "rows", b'{"a":{"b":1},"c":[2]}\n{"a":null,"a.b":true}\n[1]\n"x"\n'
    yield "table", b"\n".join(b'{"id":%d,"v":[%d,"t"],"o":{"p":null}}' % (n, n) for n in range(20))


@seeds("yaml")
def yaml():
    yield "a", b'a: &x [1, "b\\n", ~]\n? k\n: |+\n  t\n\n<<: {q: *x}\n---\n!t -\n'
    yield "b", b"a: &a [x,x]\nb: &b [*a,*a]\nc: {<<: [{p: 0x1}, {p: .5}], n: no}\n"
    yield "c", b"%YAML 1.1\n%TAG !e! tag:e.com,2000:\n---\n- !!int '3'\n- !e!f >-\n  folded\n   text\n- 'it''s'\n- 2024-01-02\n- 1_000\n- 0o7\n...\n"
    yield from converted([("a.json", JSON)], "yaml")


@seeds("toml")
def toml():
    yield "a", b'[a.b]\nc = [1, {d.e = "\\u00e9"}, """\nx"""]\n[[f]]\ng = 1979-05-27 07:32:00Z\n'
    yield "b", b"a = 0x1_f\nb = '''y'''\nc.d = -1_0.5e+3\n[e]\nf = nan # c\n"
    yield "c", b'"k\\"" = 1979-05-27T00:32:00.999-07:00\nt = 07:32:00\nd = 1979-05-27\n[[x]]\n[[x.y]]\nz = [[], [\n# c\n1,\n]]\n[x.w]\nv = +inf\nb = 0b1010\no = 0o17\n'
    yield from converted([("a.json", b'{"a":[1,2.5,true,"x\\n"],"b":{"c":[{"d":1},{"e":""}]}}')], "toml")


@seeds("plist")
def plist():
    value = {"k": [1, 2.5, True, b"data", "é", {"n": plistlib.UID(3)}], "l": list(range(20)), "m": -1, "o": 1 << 62}
    yield "binary", plistlib.dumps(value, fmt=plistlib.FMT_BINARY)
    yield "xml", plistlib.dumps({"k": [1, 2.5, True, b"data", "é&", {}]})
    yield "entities", (b'<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "b">]><plist><dict><key>k&#65;</key><array><integer>0x1'
                       b'</integer><real>.5</real><data>aGk=</data><date>2011-05-03T12:34:56Z</date><string><![CDATA[<]]></string>'
                       b'<true/></array></dict></plist>')


@seeds("encodings")
def encodings():
    """The first byte chooses the encoding, the second where the text is cut."""
    text = "größe 日本語 привет ελληνικά 한국어 中文 €\r\n"
    names = ["utf-8", "utf-16", "utf-16-be", "utf-32", "cp1252", "cp1251", "koi8-r", "cp866", "iso8859-7", "shift_jis", "euc_jp",
             "iso2022_jp", "euc_kr", "gb18030", "big5", "mac_roman", "utf-7"]
    for index, name in enumerate(names):
        yield from prefixed([(name, text.encode(name, "ignore"))], *[[choice, 100] for choice in range(0, 60, 7)])
        yield f"{name}-{index}", bytes([index, 128]) + text.encode(name, "ignore") * 4


@seeds("vectors")
def vectors():
    text = b"From a\n--b\nFrom \n" * 9
    return prefixed([
        ("mail", text), ("base64", base64.b64encode(bytes(range(256))) + b"\n=A=="), ("utf8", "aé日😀".encode() * 20),
        ("bad", b"\xe2\x82" + b"a" * 70 + b"\xf4\x90\x80\x80"), ("lines", b"\r\n\r\r\n" * 30)], [0], [0x80], [0x2D])


@seeds("manifest", "request")
def requests():
    yield "fixture", fixtures_text("request.json")
    yield "plain", b'{"id":1,"input":"a.heic","output":"a.jpg","to":"jpeg","bytes":3,"options":{"quality":0.8,"resize":"800x600"}}'
    yield "merge", b'{"verb":"merge","input":"a.pdf","more":[{"input":"b.pdf"},{"inputHex":"ff2e"}],"output":"c.pdf","to":"pdf"}'
    yield "split", b'{"verb":"split","input":"a.pdf","parts":{"pages":["1-3","4-z"]},"output":"p","namesEachPart":true,"to":"pdf"}'
    yield "mail", (b'{"input":"m.mbox","output":"o","to":"folder","options":{"messages":{"from":["a"],"after":5,"larger":"1MB",'
                   b'"hasAttachment":true},"entries":["*.pdf"],"keepGoing":true}}')
    yield "table", (b'{"input":"a.zip//b.csv","output":"o.json","to":"json","options":{"delimiter":"tab","quote":"none","header":2,'
                    b'"columns":["a",2],"rows":"-10:","filter":["c=~^B"],"sort":["-p"],"rowLimit":9,"strict":true}}')
    yield "picture", (b'{"input":"a","output":"b","to":"avif","options":{"hdr":"keep","metadata":"share","profile":"p3",'
                      b'"background":"#fff","maxSize":"500KB","require":["icc"],"set":{"depth":"10"},"limit":{"seconds":60}}}')
    yield "two", b'{"id":1,"input":"a","output":"b","to":"png"}\n{"id":2,"input":"c","output":"d","to":"png","bytes":100}\n'


def fixtures_text(name):
    return next(content for _, content in fixtures(name))
