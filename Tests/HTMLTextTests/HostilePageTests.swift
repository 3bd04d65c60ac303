import HTMLText
import Testing

/// Pages that are made to take time or memory.
@Suite struct HostilePageTests {
  private static func repeated(_ text: String, _ count: Int = 30_000) -> String {
    String(repeating: text, count: count)
  }

  static let pages: [(name: String, html: String)] = [
    ("deep", repeated("<div>") + "x"), ("deep, closed", repeated("<b>") + "x" + repeated("</i>")),
    ("deep quotes", repeated("<blockquote>") + repeated("x<br>")),
    ("deep lists", repeated("<ul><li>") + repeated("x<br>")),
    ("deep tables", repeated("<table><tr><td>") + repeated("x<br>")),
    ("deep spans in cells", repeated("<table><td><p>", 700) + repeated("x<table><td>y</table>")),
    ("attributes", "<p " + (0..<50_000).map { "a\($0) " }.joined() + ">x"),
    ("same attributes", "<p " + repeated("id=a ") + ">x"), ("tags", repeated("<")),
    ("tag names", repeated("<a")), ("comments", repeated("<!--")),
    ("dashes", "<!--" + repeated("--!")),
    ("references", repeated("&")), ("numbers", "&#" + repeated("9")),
    ("titles", repeated("<title>")),
    ("styles", repeated("<style>url(")), ("style", "<p style='" + repeated("url(") + "'>x"),
    ("declarations", repeated("<p style='a:b;c:d;(;\";'>", 10_000)),
    ("links", (0..<20_000).map { "<a href=http://a.example/\($0)>x</a>" }.joined()),
    ("one link", "<a href=http://a.example/>" + repeated("x ")), ("breaks", repeated("<br>")),
    ("rows", "<table>" + repeated("<tr><td>1<td>x")), ("cells", "<table><tr>" + repeated("<td>x")),
    ("spans", "<table>" + repeated("<tr><td colspan=32 rowspan=1000>x", 20_000)),
    ("tabs", "<pre>" + repeated("\t") + "x"), ("joiners", "é" + repeated("&zwj;")),
    ("long cell", "<table><tr><td>" + repeated("word ") + "<td>x<tr><td>y"),
    ("foreign", repeated("<svg><math>")), ("forms", repeated("<form><select><option>")),
    (
      "attribute",
      "<img alt='" + repeated("word ") + "' src='http://a.example/" + repeated("x") + "'>"
    ),
  ]

  @Test(arguments: pages.map(\.name))
  func takesNoLongTime(name: String) throws {
    let html = try #require(Self.pages.first { $0.name == name }).html
    let bytes = Array(html.utf8)
    let clock = ContinuousClock()
    let time = try clock.measure {
      let page = try HTMLText(bytes.span)
      #expect(page.text.utf8.count <= 20 * bytes.count)
      let safe = try SafeHTML(bytes.span) { _ in nil }
      #expect(safe.html.utf8.count <= 40 * bytes.count)
    }
    // Unoptimised, beside other work; what is quadratic takes minutes.
    #expect(time < .seconds(30))
  }
}
