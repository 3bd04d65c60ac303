import Markup
import Testing

/// The text that both HTML and workbooks are written with.
@Suite struct MarkupTextTests {
  @Test(arguments: [
    ("a < b & \"c\" > d", "a &lt; b &amp; \"c\" &gt; d", "a &lt; b &amp; &quot;c&quot; &gt; d"),
    // An accent makes one character of itself and the sign before it, which is markup all the same.
    (
      "<\u{301}script>\u{301}&\u{301}\"\u{301}",
      "&lt;\u{301}script&gt;\u{301}&amp;\u{301}\"\u{301}",
      "&lt;\u{301}script&gt;\u{301}&amp;\u{301}&quot;\u{301}"
    ), ("a\0b\r\n", "a\u{FFFD}b\r\n", "a\u{FFFD}b\r\n"), ("", "", ""),
  ])
  func nothingEndsIt(text: String, content: String, attribute: String) {
    #expect(Array(MarkupText.escaped(text).utf8) == Array(content.utf8))
    #expect(Array(MarkupText.escaped(text, isAttribute: true).utf8) == Array(attribute.utf8))
  }
}
