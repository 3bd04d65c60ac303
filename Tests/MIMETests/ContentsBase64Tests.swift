import MIME
import Testing

/// What is expected of mistakes is what Python 3.11 does with them, as far as it does not refuse them.
@Suite struct ContentsBase64Tests {
  private typealias Content = DecodedContent

  @Test func lines() {
    let text =
      "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5ejAxMjM0\r\nNTY3ODk="
    #expect(
      decoded(text, .base64)
        == Content("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"))
  }

  @Test(arguments: [
    ("", DecodedContent("")),
    ("QUJD", DecodedContent("ABC")),
    ("QUJDRA==", DecodedContent("ABCD")),
    ("QUJDREU=\r\n", DecodedContent("ABCDE")),
    ("Q U\tJ\r\nD", DecodedContent("ABC")),
    ("QU!J*D\u{7F}", DecodedContent("ABC", odd: 3)),
    ("+/-_", DecodedContent([0xFB], odd: 2, isTruncated: true)),
  ])
  func groups(_ text: String, _ expected: DecodedContent) {
    #expect(decoded(text, .base64) == expected)
  }

  @Test(arguments: [
    // What follows the end is not decoded.
    ("QUJDRA==QUJD", DecodedContent("ABCD", odd: 4)),
    ("QUJDREU=\r\nQUJD\r\n==", DecodedContent("ABCDE", odd: 6)),
    // `=` where no group can end.
    ("QU=JD", DecodedContent("ABC", odd: 1)),
    ("Q=UJD", DecodedContent("ABC", odd: 1)),
    ("====QUJD", DecodedContent("ABC", odd: 4)),
    ("QUJDRA=\n=", DecodedContent("ABCD")),
    ("QUJDRA=x=y==", DecodedContent([0x41, 0x42, 0x43, 0x44, 0x0C], odd: 4)),
    // The end is missing.
    ("QUJDRA", DecodedContent("ABCD", isTruncated: true)),
    ("QUJDRE=", DecodedContent("ABCD", isTruncated: true)),
    ("QUJDREU", DecodedContent("ABCDE", isTruncated: true)),
    ("QUJDQ", DecodedContent("ABC", isTruncated: true)),
  ])
  func padding(_ text: String, _ expected: DecodedContent) {
    #expect(decoded(text, .base64) == expected)
  }

  @Test("lines that are no multiple of four")
  func unevenLines() {
    // 61 characters a line, so that every line but each fourth begins within a group.
    let group = "QUJDREVGR0hJSktM"
    let text = String(repeating: group, count: 61)
    var lines = ""
    for (index, character) in text.enumerated() {
      lines.append(character)
      if index % 61 == 60 { lines += "\r\n" }
    }
    #expect(
      decoded(lines, .base64) == Content(String(repeating: "ABCDEFGHIJKL", count: 61)))
  }
}
