import ConverterCore
import Testing

@Suite("Text for terminals")
struct TerminalTextTests {
  @Test(
    "Controls and direction marks are shown, everything else stays",
    arguments: [
      ("plain, 文字, é", "plain, 文字, é"), ("a\tb\r\nc", #"a\tb\r\nc"#),
      ("\u{1B}]0;x\u{7}", #"\u{1B}]0;x\u{7}"#), ("\u{9B}31m\u{7F}", #"\u{9B}31m\u{7F}"#),
      ("\u{202E}gpj.exe\u{2066}\u{200F}", #"\u{202E}gpj.exe\u{2066}\u{200F}"#),
      ("a\u{2028}b\u{FEFF}", #"a\u{2028}b\u{FEFF}"#), ("👩‍👧", "👩‍👧"), ("", ""),
    ])
  func printable(text: String, shown: String) {
    #expect(text.printable == shown)
  }
}
