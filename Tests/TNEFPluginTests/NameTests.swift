import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@Suite struct NameTests {
  /// "Отчёт.doc" in windows-1251.
  private static let cyrillic: [UInt8] =
    [0xCE, 0xF2, 0xF7, 0xB8, 0xF2] + Array(".doc".utf8)

  private func paths(
    codePage: Int?, title: [UInt8], _ properties: [TinyTNEF.Property] = [],
    reading: ReadingOptions = ReadingOptions()
  ) throws -> [String] {
    var file = TinyTNEF(codePage: codePage)
    file.file(title, [1], properties: properties)
    return try Opened(file.bytes, reading: reading).paths
  }

  @Test(arguments: [1251, nil, 0, 1200, 99999])
  func titlesAreInTheCodePageOrGuessed(page: Int?) throws {
    #expect(try paths(codePage: page, title: Self.cyrillic) == ["Отчёт.doc"])
  }

  @Test(arguments: [
    (932, [0x95, 0x5C] as [UInt8], "表"), (936, [0xB1, 0xED], "表"), (65001, [0xC3, 0xBC], "ü"),
    (28592, [0xB1], "ą"), (20866, [0xC1], "а"), (874, [0xA1], "ก"), (10000, [0x8A], "ä"),
  ])
  func codePagesHaveNumbers(page: Int, title: [UInt8], name: String) throws {
    #expect(try paths(codePage: page, title: title) == [name])
  }

  @Test func theLongNameIsBest() throws {
    #expect(
      try paths(codePage: 1252, title: Array("LONG~1.TXT".utf8), [.unicode(0x3707, "lang.txt")])
        == ["lang.txt"])
    #expect(
      try paths(codePage: 1251, title: Array("A".utf8), [.string8(0x3707, Self.cyrillic)])
        == ["Отчёт.doc"])
    #expect(
      try paths(codePage: 1252, title: [], [.unicode(0x3704, "SHORT.TXT")]) == ["SHORT.TXT"])
    #expect(try paths(codePage: 1252, title: []) == ["attachment-1"])
  }

  @Test func theUserKnowsBetter() throws {
    #expect(
      try paths(
        codePage: 1252, title: Self.cyrillic, reading: ReadingOptions(encoding: "windows-1251"))
        == ["Отчёт.doc"])
    let failure = error {
      _ = try paths(codePage: 1252, title: [65], reading: ReadingOptions(encoding: "klingon"))
    }
    #expect(failure?.code == .usage)
  }

  @Test func aNameEndsAtItsNUL() throws {
    #expect(
      try paths(codePage: 1252, title: Array("a.txt\0.exe".utf8)) == ["a.txt"])
    #expect(
      try paths(codePage: 1252, title: [], [.unicode(0x3707, "b.txt\0.exe")]) == ["b.txt"])
  }

  @Test func pathsStayWhatTheyAreForOthersToRefuse() throws {
    #expect(try paths(codePage: 1252, title: Array("../a".utf8)) == ["../a"])
  }
}
