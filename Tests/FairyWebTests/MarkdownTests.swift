import ConverterCore
import Testing

@testable import FairyWeb

/// Markdown as pages that show themselves and do nothing else.
@Suite struct MarkdownTests {
  private func html(_ text: String) -> String { MarkdownPage(text).html }

  @Test func blocks() {
    #expect(html("# One\n\nTwo\n---") == "<h2>One</h2>\n<h3>Two</h3>\n")
    #expect(html("a\nb  \nc") == "<p>a\nb  <br>\nc</p>\n")
    #expect(html("***") == "<hr>\n")
    #expect(html("> a\n> b") == "<blockquote>\n<p>a\nb</p>\n</blockquote>\n")
    #expect(html("```\n<b>\n```") == "<pre tabindex=\"0\"><code>&lt;b&gt;\n</code></pre>\n")
    #expect(html("    x = 1") == "<pre tabindex=\"0\"><code>x = 1\n</code></pre>\n")
  }

  @Test func lists() {
    #expect(html("- a\n- b") == "<ul>\n<li>a\n</li>\n<li>b\n</li>\n</ul>\n")
    #expect(html("3. a\n4. b").hasPrefix("<ol start=\"3\">\n<li>a\n</li>"))
    #expect(html("- a\n  - b").contains("<li>a\n<ul>\n<li>b\n</li>\n</ul>\n</li>"))
    #expect(html("- a\n\n- b").contains("<li><p>a</p>\n</li>"))
    #expect(html("- [x] a").contains("<li>☑ a"))
  }

  @Test func tables() {
    let table = html("|a|b|\n|-|:-:|\n|1|x \\| y|\n|2|")
    #expect(table.contains("<th scope=\"col\">a</th><th scope=\"col\">b</th>"))
    #expect(table.contains("<tr><td>1</td><td>x | y</td></tr>"))
    #expect(table.contains("<tr><td>2</td><td></td></tr>"))
    #expect(html("a | b\nc") == "<p>a | b\nc</p>\n")
  }

  @Test func words() {
    #expect(
      html("*a* **b** ***c*** ~~d~~ `e`")
        == "<p><em>a</em> <strong>b</strong> <strong><em>c</em></strong> <del>d</del> <code>e</code></p>\n"
    )
    #expect(html("snake_case_name and 2 * 3 * 4") == "<p>snake_case_name and 2 * 3 * 4</p>\n")
    #expect(html("\\*a\\*") == "<p>*a*</p>\n")
    #expect(
      html("[a](https://b.c/d \"t\")")
        == "<p><a href=\"https://b.c/d\" rel=\"noopener noreferrer nofollow\">a</a></p>\n")
    #expect(html("<https://b.c>").contains("href=\"https://b.c\""))
  }

  @Test func nothingLeadsAnywhereElse() {
    for address in [
      "javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "/jobs", "//evil.org",
      "vbscript:x", "java\tscript:x",
    ] {
      #expect(!html("[a](\(address))").contains("<a"), "\(address)")
      #expect(!html("<\(address)>").contains("<a"), "\(address)")
    }
    let page = MarkdownPage("![a <b>](https://b.c/x.png) ![](x)")
    #expect(page.pictures == 2)
    #expect(!page.html.contains("<img"))
    #expect(html("[a](https://b.c/\"onmouseover=\"x)").contains("&quot;onmouseover=&quot;x"))
  }

  /// Whatever is put together of its marks becomes a page with known elements, which are closed in order, and soon.
  @Test func anythingIsAWellFormedPage() throws {
    let pieces = [
      "*", "**", "_", "`", "```\n", "~~", "[", "](", ")", "![", "<", ">", "&", "\"", "'", "\n",
      "\n\n", "- ", "1. ", "> ", "    ", "|", "|-|", "#", "# ",
      "a", "b c", "\\", "<script>", "</p>", "https://x.y", "javascript:", "\t", "\r\n", "---",
      "===", "[x] ", "\u{202e}", "\u{0}", "é",
    ]
    var state: UInt64 = 1
    for _ in 0..<3000 {
      var text = ""
      for _ in 0..<(1 + next(&state) % 40) { text += pieces[next(&state) % pieces.count] }
      try check(html(text), text)
    }
    let start = ContinuousClock.now
    for piece in pieces { try check(html(String(repeating: piece, count: 20_000)), piece) }
    for pair in ["*a ", "[a", "> - ", "`a``b", "**a *b ", "|a|\n|-|\n"] {
      _ = html(String(repeating: pair, count: 20_000))
    }
    #expect(.now - start < .seconds(60))
  }

  private func next(_ state: inout UInt64) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33)
  }

  private static let known: Set<String> = [
    "h2", "h3", "h4", "h5", "h6", "p", "hr", "pre", "code", "blockquote", "ul", "ol", "li", "div",
    "table", "thead", "tbody", "tr", "th", "td", "em", "strong",
    "del", "a", "br", "span",
  ]

  private func check(_ html: String, _ text: String) throws {
    var open: [String] = []
    for part in html.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
      let end = try #require(part.firstIndex(of: ">"), "\(text.debugDescription)")
      let tag = part[..<end]
      let name = String(tag.drop { $0 == "/" }.prefix { $0 != " " })
      #expect(Self.known.contains(name), "\(name) of \(text.debugDescription)")
      if tag.hasPrefix("/") {
        #expect(open.popLast() == name, "\(text.debugDescription)")
      } else if name != "br", name != "hr" {
        open.append(name)
      }
    }
    #expect(open.isEmpty, "\(text.debugDescription)")
  }
}
