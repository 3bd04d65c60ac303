import SystemPackage
import Testing

@testable import ConverterCore

/// Names of files beside a main one, made in one place and recognised there.
@Suite struct SuffixedNameTests {
  @Test(
    arguments: [
      ("o/photo.jpg", "depth", "o/photo-depth.jpg"),
      ("v1.2 report.pdf", "01", "v1.2 report-01.pdf"),
      ("part.1.pdf", "2-3", "part.1-2-3.pdf"), ("report", "1", "report-1"), (".pdf", "1", ".pdf-1"),
      ("a.b/c", "x.y", "a.b/c-x.y"),
    ] as [(FilePath, String, FilePath)])
  func suffixes(main: FilePath, word: String, expected: FilePath) {
    #expect(main.suffixed(word) == expected)
    #expect(expected.suffix(behind: main) == Array(word.utf8))
  }

  @Test func bytesThatAreNotUTF8() throws {
    let main = try #require(FilePath(bytes: [0x63, 0xE9, 0x2E, 0x70]))
    #expect(main.suffixed("1").bytes == [0x63, 0xE9, 0x2D, 0x31, 0x2E, 0x70])
  }

  @Test(
    arguments: [
      "a.pdf", "a-.pdf", "b-1.pdf", "a-1.png", "x/a-1.pdf", "ab-1.pdf", "a-1", "a-1/../a-1.pdf",
    ] as [FilePath])
  func others(path: FilePath) { #expect(path.suffix(behind: "a.pdf") == nil) }
}
