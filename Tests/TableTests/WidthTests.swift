import ConverterCore
import TableModel
import Testing

@Suite("Text on a terminal")
struct WidthTests {
  @Test(
    "takes as many columns as its characters",
    arguments: [
      ("", 0), ("abc", 3), ("日本語", 6), ("한국어", 6), ("ｱ", 1), ("Ａ", 2), ("e\u{301}", 1), ("é", 1),
      ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("❤️", 2), ("❤", 1), ("1️⃣", 2),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("각", 2), ("ไทย", 3), ("ที่", 1), ("شَ", 1), ("🧑‍💻x", 3), ("☺️!", 3), ("漢e\u{301}", 3),
      ("─│", 2), ("“q”", 3), ("￥", 2), ("🀄", 2), ("⚡", 2), ("✓", 1), ("नमस्ते", 4),
    ])
  func columns(text: String, expected: Int) {
    #expect(TextWidth.columns(of: text) == expected)
  }

  @Test(
    "is cut at characters",
    arguments: [
      ("abcdef", 4, "abc…"), ("abcd", 4, "abcd"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
      ("a👨‍👩‍👧b", 3, "a…"), ("a", 0, ""), ("ab", 1, "…"), ("e\u{301}e\u{301}e", 2, "e\u{301}…"),
    ])
  func cut(text: String, width: Int, expected: String) {
    #expect(TextWidth.cut(text, to: width) == expected)
  }

  private func shown(_ bytes: [UInt8], _ width: Int = .max) -> (String, Int) {
    let line = ByteBuffer()
    let columns = VisibleText.append(bytes.span, to: line, within: width)
    let text = String(decoding: line.bytes, as: UTF8.self)
    #expect(TextWidth.columns(of: text) == columns, "\(text)")
    #expect(String(validating: line.bytes, as: UTF8.self) != nil)
    return (text, columns)
  }

  @Test(
    "of cells has no power over the terminal",
    arguments: [
      ("a\nb", "a␊b"), ("a\r\nb", "a␍␊b"), ("\t", "␉"), ("\0", "␀"), ("\u{7F}", "␡"),
      ("\u{1B}[2J", "␛[2J"), ("\u{9B}31m", "\\u{9B}31m"), ("a\u{202E}b", "a\\u{202E}b"),
      ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("\u{2028}", "\\u{2028}"),
      ("\u{FEFF}x", "\\u{FEFF}x"), ("a\u{200B}b", "a\\u{200B}b"), ("a\u{AD}b", "a\\u{AD}b"),
      ("\u{301}x", "◌\u{301}x"), ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("👨‍👩‍👧", "👨‍👩‍👧"),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"), ("\u{E0067}", "\\u{E0067}"), ("\u{200D}x", "\\u{200D}x"), ("\u{A0}", "\u{A0}"),
      ("\u{85}", "\\u{85}"),
    ])
  func hostile(text: String, expected: String) {
    #expect(shown(Array(text.utf8)).0 == expected)
  }

  @Test("is cut between emoji that are not joined")
  func neighbours() {
    #expect(shown(Array("👨‍👩👧x".utf8), 4) == ("👨‍👩…", 3))
    #expect(shown(Array("👨‍👩👧x".utf8), 5) == ("👨‍👩👧x", 5))
  }

  @Test("shows bytes that are no text")
  func invalid() {
    #expect(shown([0x61, 0xE9, 0x62]).0 == "a\\xE9b")
    #expect(shown([0xED, 0xA0, 0x80]).0 == "\\xED\\xA0\\x80")
    #expect(shown([0xF0, 0x9F, 0x98]).0 == "\\xF0\\x9F\\x98")
    #expect(shown([0xC0, 0x80]).0 == "\\xC0\\x80")
  }

  @Test("never exceeds its room", arguments: 0...12)
  func fitted(width: Int) {
    let texts = [
      "plain text that is long", "日本語日本語日本語", "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", "a\u{1B}b\u{202E}c\u{301}d\ne\tf",
      String(repeating: "e\u{301}", count: 40), "x" + String(repeating: "\u{301}", count: 100_000),
      "", "\n",
    ]
    for text in texts {
      let (shown, columns) = shown(Array(text.utf8), width)
      #expect(columns <= width)
      #expect(shown.utf8.count < 2000)
    }
  }
}
