import MIME
import Testing

/// Made by Python's `uu`.
@Suite struct ContentsUUTests {
  static let fox = "The quick brown fox jumps over the lazy dog.\0\u{1}\u{2} And more\0\0"
  static let lines = [
    #"M5&AE('%U:6-K(&)R;W=N(&9O>"!J=6UP<R!O=F5R('1H92!L87IY(&1O9RX`"#, "-`0(@06YD(&UO<F4`````",
  ]
  static let file = "begin 644 fox.bin\n\(lines[0])\n\(lines[1])\n`\nend\n"

  @Test func accents() {
    #expect(decoded(Self.file, .uuencode) == DecodedContent(Self.fox))
  }

  @Test("blanks that got lost at the ends of lines, CR LF, a name with blanks")
  func lostBlanks() {
    let text = "begin 0644 my file.bin \r\nM\r\n%\r\n\r\nend\r\n"
    #expect(
      decoded(text, .uuencode)
        == DecodedContent([UInt8](repeating: 0, count: 50)))
  }

  @Test("text before and behind, lines that are none, checksums")
  func junk() {
    let text = """
      Here it is:
      begin 644 fox.bin
      \(Self.lines[0])x
      (see below)

      \(Self.lines[1])A
      `
      end
      Bye
      """
    // The first line ends with two bytes too many, of which one may be a checksum.
    let expected = DecodedContent(Self.fox, odd: 9 + 10 + 3)
    #expect(decoded(text, .uuencode) == expected)
  }

  @Test func withoutBegin() {
    let text = "HERE IT IS\n\(Self.lines[0])\n\(Self.lines[1])\n`\nend\n"
    #expect(decoded(text, .uuencode) == DecodedContent(Self.fox, odd: 8))
  }

  @Test("permissions that are none")
  func strangePermissions() {
    #expect(
      decoded("begin 4 x\n#Q\n \nend\n", .uuencode) == DecodedContent([0xC4, 0, 0]))
  }

  @Test func withoutEnd() {
    let text = "begin 644 fox.bin\n\(Self.lines[0])\n\(Self.lines[1])\n"
    #expect(
      decoded(text, .uuencode) == DecodedContent(Self.fox, isTruncated: true))
  }

  @Test("only the first of two files comes out")
  func twoFiles() {
    #expect(
      decoded(Self.file + "begin 644 b\n#0V%T\n`\nend\n", .uuencode)
        == DecodedContent(Self.fox, odd: 9 + 5 + 1 + 3))
  }

  @Test("a line without end is skipped and not kept")
  func endlessLine() {
    let content = Array("begin 644 a\n".utf8) + [UInt8](repeating: 0x4D, count: 5000)
    let whole = DecodedContent(decoding: content, .uuencode)
    #expect(whole == DecodedContent("", odd: 5000, isTruncated: true))
    for places in [[12], [1035, 1036, 1037, 2060], Array(stride(from: 1, to: 5000, by: 3))] {
      #expect(DecodedContent(decoding: content, .uuencode, cutAt: places) == whole)
    }
  }
}
