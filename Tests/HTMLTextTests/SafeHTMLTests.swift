import ConverterCore
import HTMLText
import Testing

@Suite struct SafeHTMLTests {
  private func safe(_ html: String) throws -> String {
    let bytes = Array(html.utf8)
    return try SafeHTML(bytes.span) { $0 == "known" ? "data:image/png;base64,AA==" : nil }.html
  }

  @Test func whatIsHarmlessStays() throws {
    let html = """
      <table width="100%" bgcolor="#fff"><tbody><tr><td colspan="2" style="color: red; padding: 3px">a &lt; \
      <b>b</b></td></tr></tbody></table><ol start="3"><li>c</li></ol><p align="center" dir="rtl">d<br>e</p>\
      <font size="+1" face="Arial, 'X'">f</font><hr>
      """
    #expect(try safe(html) == html)
    #expect(try safe("<pre>\n\n a</pre>") == "<pre>\n\n a</pre>")
    #expect(
      try safe("<body bgcolor=red>a<h1 title='\"<&'>b")
        == "<div bgcolor=\"red\">a<h1 title=\"&quot;&lt;&amp;\">b</h1></div>")
  }

  @Test(arguments: [
    ("<script>alert(1)</script>a", "a"),
    ("<scr<script>ipt>alert(1)</scr</script>ipt>", "ipt&gt;alert(1)ipt&gt;"),
    ("<img src=x onerror=alert(1)>", "<img alt=\"\">"),
    ("<IMG SRC=javascript:alert(1)>", "<img alt=\"\">"),
    ("<img src=\"jav&#x09;ascript:alert(1)\">", "<img alt=\"\">"),
    (
      "<img src='x' alt='\"><script>1</script>'>",
      "<img alt=\"&quot;&gt;&lt;script&gt;1&lt;/script&gt;\">"
    ),
    ("<svg><script>alert(1)</script></svg>a", "a"), ("<svg/onload=alert(1)>a</svg>b", "b"),
    ("<svg><a><rect/></a><style><img src=x onerror=1></style></svg>b", "b"),
    (
      "<math><mtext><table><mglyph><style><img src=x onerror=1></style></mglyph></table></mtext></math>b",
      "b"
    ),
    (
      "<noscript><p title=\"</noscript><img src=x onerror=1>\"></noscript>",
      "<p title=\"&lt;/noscript&gt;&lt;img src=x onerror=1&gt;\"></p>"
    ),
    ("<textarea><img src=x onerror=1></textarea>", "&lt;img src=x onerror=1&gt;"),
    ("<title><img src=x onerror=1></title>a", "a"), ("<style><img src=x onerror=1></style>a", "a"),
    ("<xmp><img src=x onerror=1></xmp>", "<pre>\n&lt;img src=x onerror=1&gt;</pre>"),
    ("<iframe src=javascript:1></iframe><frame src=x>a", "a"),
    ("<object data=x><embed src=x>a</object>b", "b"),
    ("<form action=x><input name=y><button formaction=javascript:1>a</button></form>", "a"),
    ("<meta http-equiv=refresh content='0;url=x'><base href=x><link rel=stylesheet href=x>a", "a"),
    ("<!-- --!><img src=x onerror=1> -->", "<img alt=\"\"> --&gt;"),
    ("a<!-- <img src=x onerror=1>", "a"),
    ("<!--><img src=x onerror=1>-->", "<img alt=\"\">--&gt;"),
    ("<![CDATA[<img src=x onerror=1>]]>", "]]&gt;"),
    ("<?php <img src=x onerror=1> ?>", " ?&gt;"),
    ("<p onclick='1'onmouseover=\"2\"/onx=3>a", "<p>a</p>"),
    ("<a href=javascript:1>a</a>", "<a>a</a>"), ("<a href='JaVa\nScript:1'>a</a>", "<a>a</a>"),
    ("<a href='&#0;javascript:1'>a</a>", "<a>a</a>"),
    ("<a href='\u{1}javascript:1'>a</a>", "<a>a</a>"),
    ("<a href='javascript&colon;1'>a</a>", "<a>a</a>"),
    ("<a href=&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;1>a</a>", "<a>a</a>"),
    ("<a href=data:text/html,x>a</a>", "<a>a</a>"), ("<a href=vbscript:x>a</a>", "<a>a</a>"),
    ("<a href=file:///x>a</a>", "<a>a</a>"),
    ("<a href=/relative>a</a>", "<a>a</a>"), ("<x-a href=javascript:1>a</x-a>", "<a>a</a>"),
    ("<template><img src=x onerror=1></template>a", "a"),
    ("<p title='`onmouseover=1'>a", "<p title=\"`onmouseover=1\">a</p>"),
    ("<b><p></b>a", "<b></b><p>a</p>"),
    ("<\u{0}script>alert(1)</script>", "&lt;script&gt;alert(1)"),
    ("<plaintext><script>1", "<pre>\n&lt;script&gt;1</pre>"),
    ("<isindex type=image src=x onerror=1>a", "a"),
    ("<img src=x:x onerror=1 <b>a", "<img alt=\"\">a"),
    ("<a href=\"x\" href=\"javascript:1\">a</a>", "<a>a</a>"),
    ("<img\u{0C}src=x\u{0C}onerror=1>", "<img alt=\"\">"),
    ("<div id=x name=y id='a b'>a</div>", "<div id=\"mail-x\">a</div>"),
  ])
  func classics(html: String, expected: String) throws {
    #expect(try safe(html) == expected)
  }

  @Test(arguments: [
    ("color:red;background:url(http://x/)", "color: red"),
    ("background:#fff url(x) no-repeat", "background-color: #fff"),
    ("background-image:url(x)", nil), ("width:expression(alert(1))", nil),
    ("width:e\\xpression(1)", nil),
    ("position:fixed;top:0", nil), ("margin:-9999px", nil), ("margin:3px 0", "margin: 3px 0"),
    ("-moz-binding:url(x);behavior:url(x)", nil), ("color:red/**/", nil),
    ("@import 'x';color:red", "color: red"),
    ("color:rgb(1, 2, 3)", "color: rgb(1, 2, 3)"), ("color:var(--x)", nil),
    ("font-family:\"A\", 'b'", "font-family: &quot;A&quot;, 'b'"),
    ("list-style:url(x)", nil), ("content:'x'", nil), ("color:red}</style><script>", nil),
    ("font-family:'x;color:red", nil), ("COLOR : Red !important", "color: Red"),
  ])
  func styles(style: String, expected: String?) throws {
    let written = style.replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
    let attribute = expected.map { " style=\"\($0)\"" } ?? ""
    #expect(try safe("<p style=\"\(written)\">a</p>") == "<p\(attribute)>a</p>")
  }

  @Test(arguments: [
    ("https://a.example/?x=1&amp;y=%22", "https://a.example/?x=1&amp;y=%22"),
    ("//a.example", "https://a.example"),
    ("mailto:a@b.example", "mailto:a@b.example"), ("tel:+1", "tel:+1"), ("#top", "#mail-top"),
    ("https://a.example/\u{202E}x", "https://a.example/%E2%80%AEx"),
    ("https:\\\\a.example\\x", "https://a.example/x"),
  ])
  func links(target: String, written: String) throws {
    #expect(
      try safe("<a href=\"\(target)\">a</a>")
        == "<a href=\"\(written)\" rel=\"noreferrer noopener\">a</a>")
  }

  private func link(_ text: String, to target: String) -> String {
    "<a href=\"\(target)\" rel=\"noreferrer noopener\">\(text)</a>"
  }

  @Test(arguments: [
    ("https://bank.example", " [its text says bank.example, it leads to evil.example]"),
    ("<b>www.bank</b>.example/x", " [its text says www.bank.example, it leads to evil.example]"),
    ("https://www.evil.example", ""), ("here", ""),
    (
      "<span style=\"font-size: 0\">https://evil.example </span>https://bank.example",
      " [its text says bank.example, it leads to evil.example]"
    ),
  ])
  func linksThatSayAnotherPlace(text: String, remark: String) throws {
    let written = link(text, to: "https://evil.example/")
    #expect(try safe("<a href=https://evil.example/>\(text)</a> x") == written + remark + " x")
    #expect(
      try safe("<a href=https://evil.example/>\(text)<a href=tel:1>y</a>")
        == written + remark + link("y", to: "tel:1"))
    #expect(try safe("<a>\(text)</a>") == "<a>\(text)</a>")
  }

  @Test func linksWithinLinks() throws {
    #expect(
      try safe("<a href=tel:1>a<a href=tel:2>b</a>c</a>d")
        == "<a href=\"tel:1\" rel=\"noreferrer noopener\">a</a>"
        + "<a href=\"tel:2\" rel=\"noreferrer noopener\">b</a>cd")
  }

  @Test func pictures() throws {
    #expect(
      try safe(
        "<img src='http://a.example/b?c=1&amp;d' width=3 alt=e><img src=//f.example/g srcset='http://h.example/ 2x'>"
      )
        == "<img width=\"3\" data-remote-src=\"http://a.example/b?c=1&amp;d\" alt=\"[remote picture: a.example] e\">"
        + "<img data-remote-src=\"//f.example/g\" alt=\"[remote picture: f.example]\">")
    #expect(
      try safe("<img src=cid:known alt=k>") == "<img src=\"data:image/png;base64,AA==\" alt=\"k\">")
    #expect(try safe("<img src=cid:other>") == "<img alt=\"[picture: other]\">")
    #expect(
      try safe(
        "<img src=data:image/gif;base64,R0lG><img src='data:image/svg+xml;base64,AA=='><img src=data:text/html,x>"
      )
        == "<img src=\"data:image/gif;base64,R0lG\" alt=\"\"><img alt=\"\"><img alt=\"\">")
    let bytes = Array(
      "<td background=http://a.example/ style='background:url(http://b.example/)'><img src=cid:x>"
        .utf8)
    let page = try SafeHTML(bytes.span) { _ in "javascript:alert(1)" }
    #expect(page.html == "<td><img alt=\"[picture: x]\"></td>")
    #expect(page.remoteImages == ["http://a.example/", "http://b.example/"])
  }

  @Test func tooMuchIsRefused() {
    var limits = Limits()
    limits.output = 10
    let bytes = Array("<p>aaaaaaaa<p>b".utf8)
    let error = #expect(throws: ConversionError.self) {
      try SafeHTML(bytes.span, within: limits) { _ in nil }
    }
    #expect(error?.code == .limitExceeded)
  }
}
