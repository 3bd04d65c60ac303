import ArchiveModel
import ConverterCore
import Foundation
import TestSupport
import Testing

/// Names, in a program whose locale is "C".
@Suite struct NameTests {
  @Test func theLocaleIsNone() {
    #expect(String(cString: setlocale(LC_ALL, nil)) == "C")
  }

  /// Latin-1 and UTF-8 in one archive: the latter stays, the former is taken for what `--encoding` says.
  @Test func bytesOfTar() throws {
    let russian: [UInt8] = [0x8F, 0xE0, 0xA8, 0xA2, 0xA5, 0xE2]
    let bytes =
      TarBytes.file(russian, []) + TarBytes.file("Привет.txt", [])
      + TarBytes.Header(name: Array("link".utf8), type: "2", link: russian).bytes
      + TarBytes.Header(name: Array("hard".utf8), type: "1", link: russian).bytes + TarBytes.end
    let reading = ReadingOptions(encoding: "CP866")
    let opened = try Opened(bytes, reading: reading)
    #expect(opened.archive.nameEncoding == NameEncoding(name: "CP866", confidence: 1))
    #expect(
      try opened.items() == [
        Item("Привет"), Item("Привет.txt"), Item("link", .link, target: "Привет"),
        Item("hard", .hardLink, target: "Привет"),
      ])
  }

  @Test func anUnknownEncodingIsSaidAtOnce() {
    let thrown = error {
      _ = try Opened(
        TarBytes.file("a", []) + TarBytes.end, reading: ReadingOptions(encoding: "no-such"))
    }
    #expect(thrown?.code == .usage)
  }

  @Test func aGuessIsSaid() throws {
    let bytes = TarBytes.file([0x67, 0x72, 0xFC, 0xDF, 0x65], []) + TarBytes.end
    let opened = try Opened(bytes)
    _ = try opened.items()
    #expect(opened.context.warnings.count == 1)
    #expect(opened.context.warnings.first?.contains("--encoding") == true)
    // Nothing is said, nor guessed, of names that are UTF-8.
    let plain = try Opened(TarBytes.file("grüße", []) + TarBytes.end)
    _ = try plain.items()
    #expect(plain.context.warnings.isEmpty)
  }

  /// Extended headers are UTF-8 by their specification; where they are not, no name is lost.
  @Test func extendedHeaderThatIsNoUTF8() throws {
    let bytes =
      TarBytes.pax("path", [0x61, 0x8F, 0xE0]) + TarBytes.file("short", [1]) + TarBytes.end
    let opened = try Opened(bytes, reading: ReadingOptions(encoding: "CP866"))
    #expect(try opened.items() == [Item("aПр", content: [1])])
  }

  /// Decomposed letters, as HFS+ writes them, become composed ones, also in what links lead to.
  @Test func composed() throws {
    let bytes =
      TarBytes.file("u\u{308}", []) + TarBytes.link("hard", to: "u\u{308}", type: "1")
      + TarBytes.pax("path", Array("o\u{308}".utf8)) + TarBytes.file("short", []) + TarBytes.end
    #expect(
      try Opened(bytes).items() == [
        Item("\u{FC}"), Item("hard", .hardLink, target: "\u{FC}"), Item("\u{F6}"),
      ])
    let path = try #require(try Opened(bytes).entries().first?.path.bytes)
    #expect(path == [0xC3, 0xBC])
  }

  @Test func bytesOfRAR() throws {
    let bytes =
      RARBytes.Version4.start + RARBytes.Version4.file([0x8F, 0xE0], []) + RARBytes.Version4.end
    let opened = try Opened(bytes, reading: ReadingOptions(encoding: "CP866"))
    #expect(try opened.items() == [Item("Пр")])
  }

  @Test func slashesAtTheEnd() throws {
    let bytes = ["a//", "/", "//", "./"].flatMap { TarBytes.file($0, []) } + TarBytes.end
    #expect(try Opened(bytes).items().map(\.path) == ["a", "/", "/", "."])
  }
}
