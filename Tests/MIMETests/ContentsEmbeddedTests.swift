import TestSupport
import Testing

@testable import MIME

@Suite struct ContentsEmbeddedTests {
  private func find(_ text: String) -> [EmbeddedFile] {
    var search = EmbeddedFileSearch()
    return Array(text.utf8).withSpan { search.files(in: $0, isLast: true) }
  }

  private func uu(_ name: String, _ range: Range<Int>) -> EmbeddedFile {
    EmbeddedFile(name: Array(name.utf8), encoding: .uuencode, range: range)
  }

  @Test func uuencoded() throws {
    let text = "Hi,\n\n\(ContentsUUTests.file)\nBye\n"
    let found = find(text)
    #expect(found == [uu("fox.bin", 5..<5 + ContentsUUTests.file.utf8.count)])
    let part = Array(Array(text.utf8)[try #require(found.first).range])
    #expect(
      DecodedContent(decoding: part, .uuencode)
        == DecodedContent(ContentsUUTests.fox))
  }

  @Test("several, without text between them, CR LF, and one without its end")
  func several() {
    let file = "begin 644 a\r\n#0V%T\r\n`\r\nend\r\n"
    #expect(file.utf8.count == 28)
    #expect(
      find(file + file + "begin 644 b\n#0V%T\n\n#0V%T\n\nand so on\n")
        == [uu("a", 0..<28), uu("a", 28..<56), uu("b", 56..<81)])
    #expect(find("begin 644 e\n`\nend") == [uu("e", 0..<17)])
    #expect(find("begin 644 c\n#0V%T") == [uu("c", 0..<17)])
  }

  @Test(arguments: [
    "", "begin", "begin 644 with\n", "begin 644 with the end\n\nand more\n",
    "begin 644 with\nTHE END\n", "begin 644 a\n`\nmore\n", "begin 6449 a\n#0V%T\n`\nend\n",
    "begin 64 a\n#0V%T\n`\nend\n", "beginning 644 a\n#0V%T\nend\n", " begin 644 a\n#0V%T\nend\n",
    "begin 648 a\n#0V%T\nend\n", "=ybegin is how it begins\n=yend\n", "=ybegin line=128 size=5\n",
    "> =ybegin line=128 size=5 name=a\n",
  ])
  func prose(_ text: String) {
    #expect(find(text).isEmpty)
  }

  @Test func yEncoded() {
    let one = "=ybegin line=128 size=2 name=a b\nkl\n=yend size=2\n"
    let cut = "=ybegin line=128 size=3 name=c\nklm\n"
    func file(_ name: String, _ range: Range<Int>) -> EmbeddedFile {
      EmbeddedFile(name: Array(name.utf8), encoding: .yEnc, range: range)
    }
    #expect(
      find("x\n" + one + cut + one + "y\n" + cut)
        == [
          file("a b", 2..<51), file("c", 51..<86), file("a b", 86..<135),
          file("c", 137..<172),
        ])
  }

  @Test("many beginnings and one long line take no longer than other text")
  func hostile() {
    let time = processorTime {
      #expect(find(String(repeating: "begin 644 a\n", count: 300_000)).isEmpty)
      #expect(find("begin 644 a\n" + String(repeating: "M", count: 4_000_000)).isEmpty)
      let begin = "=ybegin line=1 size=1 name=a\n"
      #expect(find(String(repeating: begin, count: 100_000)).count == 100_000)
      let blanks = String(repeating: "begin 644 a\n#0V%T\n\n\n\n\n\n", count: 100_000)
      #expect(find(blanks).count == 100_000)
    }
    #expect(time < .seconds(20))
  }
}
