import MIME
import Testing

@Suite struct ContentsQuotedPrintableTests {
  @Test(arguments: [
    ("", DecodedContent("")),
    ("plain\r\ntext\n", DecodedContent("plain\r\ntext\n")),
    ("a=3Db=3db=C3=a9", DecodedContent("a=b=bé")),
    ("soft=\r\nbreak=\nhere=", DecodedContent("softbreakhere")),
    ("soft= \t\r\nbreak=  \nhere=  ", DecodedContent("softbreakhere")),
    // Blanks at the ends of lines, but not those that are written as escapes.
    ("a \t\r\nb  \nc=20 \n =20=\n\t", DecodedContent("a\r\nb\nc \n  ")),
    ("a \rb\r \n\r", DecodedContent("a \rb\r\n\r")),
    ("a  \r", DecodedContent("a\r")),
  ])
  func lines(_ text: String, _ expected: DecodedContent) {
    #expect(decoded(text, .quotedPrintable) == expected)
  }

  @Test(arguments: [
    ("a=zz=4", DecodedContent("a=zz=4", odd: 2, isTruncated: true)),
    ("a=G1=1G", DecodedContent("a=G1=1G", odd: 2)),
    ("a==b", DecodedContent("a=b", odd: 1)),
    ("a==3D", DecodedContent("a=3D", odd: 1)),
    ("x = y", DecodedContent("x = y", odd: 1)),
    // Python loses all up to the next LF here.
    ("x=\ry", DecodedContent("xy")),
  ])
  func junk(_ text: String, _ expected: DecodedContent) {
    #expect(decoded(text, .quotedPrintable) == expected)
  }

  @Test("more blanks than a line may have stay", arguments: [1000, 1001, 2500])
  func manyBlanks(_ count: Int) {
    let blanks = String(repeating: " ", count: count)
    let kept = count > 1000 ? blanks : ""
    for places in [[], [1], [500], [500, 1001], Array(stride(from: 1, to: count, by: 7))] {
      let line = DecodedContent(
        decoding: Array("a\(blanks)\r\nb".utf8), .quotedPrintable, cutAt: places)
      #expect(line == DecodedContent("a\(kept)\r\nb"), "\(places)")
      let soft = DecodedContent(
        decoding: Array("a=\(blanks)\r\nb".utf8), .quotedPrintable, cutAt: places)
      let expected =
        count > 1000 ? DecodedContent("a=\(blanks)\r\nb", odd: 1) : DecodedContent("ab")
      #expect(soft == expected, "\(places)")
    }
  }
}
