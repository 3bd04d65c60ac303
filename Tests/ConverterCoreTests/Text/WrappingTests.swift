import ConverterCore
import Testing

@Suite struct WrappingTests {
  @Test(
    arguments: [
      ("", 10, [""]),
      ("one two", 7, ["one two"]),
      ("one two", 6, ["one", "two"]),
      ("one two three", 9, ["one two", "three"]),
      ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
      ("x abcdefgh", 4, ["x", "abcd", "efgh"]),
      ("a  b", 3, ["a", "b"]),
      ("日本語 日本", 4, ["日本", "語", "日本"]),
      ("🇩🇪🇫🇷", 1, ["🇩🇪", "🇫🇷"]),
    ] as [(String, Int, [String])])
  func words(text: String, width: Int, expected: [String]) {
    #expect(TextWidth.wrapped(text, to: width) == expected)
  }

  @Test func factsHangBelowWhereTheyBegan() {
    let layout = LabelledLines(labels: ["Fonts", "Made by"], width: 32)
    #expect(layout.lines("Made by", "nobody") == ["  Made by  nobody"])
    #expect(
      layout.lines("Fonts", "Helvetica, Times, Courier")
        == ["  Fonts    Helvetica, Times,", "           Courier"])
  }

  @Test func inANarrowWindowTheyStandBelowTheirLabel() {
    let layout = LabelledLines(labels: ["Encryption", "Pages"], width: 24)
    #expect(layout.lines("Pages", "3") == ["  Pages       3"])
    #expect(
      layout.lines("Encryption", "RC4; may not be changed")
        == ["  Encryption", "    RC4; may not be", "    changed"])
  }

  @Test func withoutAWindowLinesAreWhole() {
    let long = String(repeating: "word ", count: 100) + "end"
    let layout = LabelledLines(labels: ["A"], width: nil)
    #expect(layout.lines("A", long) == ["  A  \(long)"])
    #expect(LabelledLines.lines(long, indent: 4, width: nil) == ["    \(long)"])
  }

  @Test func headingsHang() {
    #expect(
      LabelledLines.lines("A long heading  12", indent: 2, width: 14)
        == ["  A long", "    heading", "    12"])
    #expect(LabelledLines.lines("Short  1", indent: 2, width: 14) == ["  Short  1"])
    // However deep, there is room for words.
    #expect(
      LabelledLines.lines("deep", indent: 40, width: 20).allSatisfy { $0.count <= 20 })
  }
}
