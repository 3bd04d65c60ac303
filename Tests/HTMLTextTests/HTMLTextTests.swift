import ConverterCore
import HTMLText
import Testing

@Suite struct HTMLTextTests {
  private func page(_ html: String) throws -> HTMLText {
    try page(Array(html.utf8))
  }

  private func page(_ bytes: [UInt8], within limits: Limits = .standard) throws -> HTMLText {
    try HTMLText(bytes.span, within: limits)
  }

  private func text(_ html: String) throws -> String { try page(html).text }

  @Test(arguments: [
    ("", ""), ("  \n ", ""), ("a", "a\n"), (" a \n b ", "a b\n"),
    ("a<br>b<br><br><br>c", "a\nb\n\nc\n"),
    ("<p>a</p><p>b</p>c", "a\n\nb\n\nc\n"), ("<div>a</div><div>b</div>c", "a\nb\nc\n"),
    ("<h1>A</h1>b<h2>C</h2>d", "A\n\nb\n\nC\n\nd\n"),
    ("a<hr>b", "a\n\n────────────────────\n\nb\n"),
    ("a<b>b</b> <i>c</i>d", "ab cd\n"), ("<p> <p></p><div><br></div><p>a", "a\n"),
    ("<q>a</q>", "“a”\n"), ("a</br>b", "a\nb\n"),
    ("a<svg><text>x</text></svg>b", "ab\n"),
    ("a<svg><path/><text>x</text><p>b</p></svg>c", "a\n\nb\n\nc\n"),
    ("a<svg><g><svg><text>x<div>b", "a\nb\n"), ("a<math><mi>x</mi><br>b", "a\nb\n"),
    ("a<math><mtext><p>x</mtext></math>b", "ab\n"), ("a<svg><foreignObject><p>b", "a\n\nb\n"),
  ])
  func blocks(html: String, text: String) throws {
    #expect(try self.text(html) == text)
  }

  @Test(arguments: [
    ("&lt;&amp;&gt;&quot;&apos;&eacute;&#233;&#xE9;&euro;", "<&>\"'ééé€\n"),
    // What browsers know and the parser does not; what has no semicolon; what is none.
    ("a&colon;b&lpar;c&rpar;&NewLine;d", "a:b(c) d\n"),
    ("a&nbsp b&amp c &copy2 &none; & &;", "a b& c &copy2 &none; & &;\n"),
    ("&#146;&#150;&#128;", "’–€\n"), ("a&nbsp;&nbsp;&nbsp;b&#8203;c&shy;d&zwnj;&zwnj;", "a bcd\n"),
    ("&#8206;a&#8238;b&#8294;c&#1;&#27;[1m\u{1B}[2m\u{7F}d\0e", "abc[1m[2mde\n"),
    ("می\u{200C}خواهم 👩\u{200D}👩\u{200D}👧", "می\u{200C}خواهم 👩\u{200D}👩\u{200D}👧\n"),
    ("a\u{2028}b", "a\nb\n"), ("1 < 2 <3 <> </> <a", "1 < 2 <3 <>\n"),
  ])
  func characters(html: String, text: String) throws {
    #expect(try self.text(html) == text)
  }

  @Test func lists() throws {
    let html = """
      <p>x<ul><li>a<ol start=9><li>b<li><p>c</p><p>d</p></li><li value=20>e</ol></li>
      <li>f<br>g</li></ul>y<dl><dt>t<dd>u</dd><dd>v</dl>
      """
    let expected = """
      x

      • a
        9. b
        10. c

            d
        20. e
      • f
        g

      y

      t
          u
          v

      """
    #expect(try text(html) == expected)
  }

  @Test func quotes() throws {
    let html =
      "<p>a</p><blockquote>b<p>c</p><blockquote>d<br>e</blockquote></blockquote>f"
    #expect(try text(html) == "a\n\n> b\n>\n> c\n>\n> > d\n> > e\n\nf\n")
  }

  @Test func preformattedText() throws {
    let html = "a<pre>\n b  c\n\td\n\n\n\n\ne </pre><div style='white-space:pre'>f  g</div>h  i"
    #expect(try text(html) == "a\n\n b  c\n        d\n\n\ne\n\nf  g\nh i\n")
  }

  @Test(arguments: [
    "<head><title>x</title></head>", "<title>x<b></title>", "<script>x</script>",
    "<SCRIPT\n>x</p></ScripT >",
    "<style>x</style>", "<template>x<p>x</template>", "<!-- x -->",
    "<!--[if mso]><p>x</p><![endif]-->", "<!x>", "<?x?>",
    "<select><option>x</select>", "<svg><text>x</text></svg>", "<iframe>x</iframe>",
    "<p style='display:none'>x<b>x</b></p>", "<p style=\"DISPLAY : None ! important\">x</p>",
    "<p hidden>x</p>", "<span style='visibility:hidden'>x</span>",
    "<div style='font-size:0'>x</div>",
    "<div style='font-size:1px;line-height:1px'>x</div>",
    "<div style='max-height:0;overflow:hidden'>x</div>",
    "<div style='opacity:0'>x</div>", "<textarea></textarea>", "<!-->", "<!--->", "<!-- x --!>",
    "<![if !mso]>",
    "<svg/>", "<video>x</video>",
  ])
  func hiddenThings(html: String) throws {
    #expect(try text("a\(html)b").split(separator: "\n").joined() == "ab")
  }

  @Test func whatOnlySeemsHidden() throws {
    #expect(
      try text("<td style='font-size:0'><div style='font-size:13px'>a</div><img alt=b></td>")
        == "a\n[b]\n")
    #expect(
      try text("<p style='visibility:hidden'>a<b style='visibility:visible'>b</b></p>") == "b\n")
    #expect(try text("<!--[if !mso]><!-->a<!--<![endif]-->") == "a\n")
    #expect(
      try text("<noscript>a</noscript><p style='font-size:1.5em;max-height:0'>b") == "a\n\nb\n")
    // Texts of fields and of elements that no parser knows.
    #expect(try text("<textarea><b>&amp;</textarea><o:p>c</o:p>") == "<b>&c\n")
  }

  @Test func tables() throws {
    let data = """
      <table><tr><th>Item<th>Price<tr><td>Tea<td>1.50<tr><td>Lemon cake<td>12.00
      <tr><td colspan=2>All of it</table>
      """
    #expect(
      try text(data) == "Item        Price\nTea          1.50\nLemon cake  12.00\nAll of it\n")
    let spans = "<table><tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e</table>"
    #expect(try text(spans) == "a  b\n   c\nd  e\n")
    let layout = """
      <table><tr><td><table><tr><td>Logo</td><td>Menu</td></tr></table></td></tr>
      <tr><td><p>One</p><p>Two</p></td><td><h2>Side</h2></td></tr></table>after
      """
    #expect(try text(layout) == "Logo  Menu\n\nOne\n\nTwo\n\nSide\n\nafter\n")
    let long = String(repeating: "word ", count: 15)
    let words = long.dropLast()
    #expect(
      try text("<table><tr><td>\(long)<td>\(long)<tr><td>c<td>d</table>")
        == "\(words)\n\n\(words)\n\nc  d\n")
    #expect(
      try text("<table><tr><th>\(long)<td>\(long)<tr><td>c<td>d</table>")
        == "\(words) | \(words)\nc | d\n")
    // Where a table begins within a cell, what stands before it stays before it.
    #expect(
      try text("<table><tr><td>a<td><ul><li>b<table><tr><td>c</table>d<li>e</ul></table>")
        == "a\n\n• b\n\n  c\n\n  d\n• e\n")
    #expect(
      try text("<blockquote><table><tr><td>a<td>b<tr><td>c<td>d</table></blockquote>")
        == "> a  b\n> c  d\n")
  }

  @Test func links() throws {
    let page = try page(
      """
      <a href="https://a.example/1">one</a>, <a href='https://a.example/2?x=1&amp;y=2'>two</a>
      <a href=https://a.example/1>one again</a>. <a href="mailto:x@a.example">write</a>
      <a href="#top">top</a> <a name=here>here</a> <a href="/rel">rel</a> <a href=tel:1>call</a>
      """)
    #expect(
      page.text == """
        one [1], two [2] one again [1]. write [3] top here rel [4] call [5]

        [1] https://a.example/1
        [2] https://a.example/2?x=1&y=2
        [3] mailto:x@a.example
        [4] /rel
        [5] tel:1

        """)
  }

  @Test func linksAroundBlocksAndPictures() throws {
    let html = """
      <a href="https://b.example/"><table><tr><td>Button</td></tr></table></a>
      <a href="https://c.example/"><img alt="Shop"></a><p>x</p>
      <a href="https://d.example/"><img></a><a href="https://e.example/"> </a>
      <a href="https://f.example/">f<a href="https://g.example/">g</a>
      """
    #expect(
      try text(html) == """
        Button [1]

        [Shop] [2]

        x

        [picture] [3] f [4]g [5]

        [1] https://b.example/
        [2] https://c.example/
        [3] https://d.example/
        [4] https://f.example/
        [5] https://g.example/

        """)
  }

  @Test(arguments: [
    ("https://a.example/x", "https://a.example/x"), ("https://a.example", "HTTPS://A.example/"),
    ("a.example/x", "http://a.example/x"), ("x@a.example", "mailto:x@a.example"),
  ])
  func linksThatAreTheirText(text: String, target: String) throws {
    let page = try page("<a href='\(target)'>\(text)</a>")
    #expect(page.text == "\(text)\n")
  }

  @Test(arguments: [
    (
      "https://bank.example/login", "https://evil.example/",
      "its text says bank.example, it leads to evil.example"
    ),
    (
      "Go to www.bank.com now", "https://evil.example/",
      "its text says www.bank.com, it leads to evil.example"
    ),
    ("boss@bank.com", "mailto:me@evil.example", "its text says bank.com, it leads to evil.example"),
    ("here", "https://bank.com@evil.example/", "it leads to evil.example"),
    ("here", "https://%65vil.example/", "it leads to evil.example"),
    ("bank.com", "https:\\\\bank.com\\@evil.example/", nil),
    (
      "bank.com", "https://bank.com.evil.example/",
      "its text says bank.com, it leads to bank.com.evil.example"
    ),
    ("bank.com", "https://www.bank.com/x", nil), ("bank.com", "https://shop.bank.com/", nil),
    ("notes.md", "https://a.example/", nil), ("e.g. this", "https://a.example/", nil),
    ("1.5.2", "https://a.example/", nil),
  ])
  func linksThatLieSayWhereTheyLead(text: String, target: String, note: String?) throws {
    let lines = try self.text("<a href=\"\(target)\">\(text)</a>").split(separator: "\n")
    #expect(lines.first == "\(text) [1]")
    let line = try #require(lines.last)
    #expect(line.contains("(") ? line.hasSuffix(" (\(note ?? ""))") : note == nil, "\(line)")
  }

  @Test(arguments: [
    ("javascript:alert(1)", "javascript"), ("JaVaScRiPt:x", "javascript"),
    ("  &#106;avascript:x", "javascript"), ("java\tscr\nipt:x", "javascript"),
    ("&#1;javascript:x", "javascript"), ("javascript&colon;x", "javascript"),
    ("data:text/html,x", "data"), ("vbscript:x", "vbscript"), ("file:///etc/passwd", "file"),
    ("ms-msdt:x", "ms-msdt"),
  ])
  func dangerousLinksAreBlocked(target: String, scheme: String) throws {
    let page = try page("<a href=\"\(target)\">x</a>")
    #expect(page.text == "x [blocked: \(scheme):]\n")
  }

  @Test func nothingInvisibleInTargets() throws {
    let page = try page(
      "<a href=\"https://a.example/\u{202E}gpj.exe?\u{200B} \u{1B}'&quot;&lt;\">x</a>")
    #expect(
      page.text == "x [1]\n\n[1] https://a.example/%E2%80%AEgpj.exe?%E2%80%8B%20'%22%3C\n")
    let long = try text(
      "<a href='https://a.example/\(String(repeating: "x", count: 20_000))'>x</a>")
    #expect(long.split(separator: "\n").last?.utf8.count == "[1] ".utf8.count + 8192 + 3)
  }

  @Test func pictures() throws {
    let page = try page(
      """
      <style>p { background: url( "http://s.example/a" ) } @import 'http://s.example/b';</style>
      <body background=http://b.example/c><img src=HTTP://p.example/d alt=" A  b "><img src='//p.example/e'>
      <img src=cid:f%40g><img src="cid:h" alt=i><img src=data:image/png;base64,AA== alt=j><img src=k.png>
      <p style="display:none;background:URL(http://s.example/l)"><img src=http://p.example/m alt=n></p>
      <img src=HTTP://p.example/d srcset="http://p.example/o 1x, p 2x">
      """)
    #expect(page.text == "[A b] [picture: f@g][picture: i][j]\n")
    #expect(
      page.remoteImages == [
        "http://b.example/c", "HTTP://p.example/d", "//p.example/e", "http://s.example/l",
        "http://p.example/m", "http://p.example/o", "http://s.example/a", "http://s.example/b",
      ])
    let many = (0..<5000).map { "<img src=http://p.example/\($0)>" }.joined()
    #expect(try self.page(many).remoteImages.count == 1000)
  }

  @Test func brokenPagesAreRead() throws {
    #expect(try text("a<p") == "a\n")
    #expect(try text("a<p title='x") == "a\n")
    #expect(try text("a<!-- b") == "a\n")
    #expect(try text("</html></body><p>a</html>b<body>c") == "ab\nc\n")
    #expect(try text("<table><tr>a<td>b</table>c") == "a  b\n\nc\n")
    let bytes: [UInt8] = [0x61, 0xFF, 0xC3, 0x3C, 0x62, 0x3E, 0xE2, 0x82]
    #expect(try page(bytes).text == "a\u{FFFD}\u{FFFD}\u{FFFD}\n")
    let whole = Array(
      "<div><a href='x:&amp;'>ü</a><!-- a --><pre>\n€</pre><svg/><table><td>a</table>".utf8)
    for count in whole.indices { _ = try page(Array(whole[..<count])) }
  }

  @Test func limits() {
    var limits = Limits()
    limits.input = 3
    let error = #expect(throws: ConversionError.self) {
      try page([0x61, 0x61, 0x61, 0x61], within: limits)
    }
    #expect(error?.code == .limitExceeded)
  }
}
