import ArchiveModel
import ConverterCore
import TestSupport
import Testing

@Suite struct RARTests {
  private let content = Array("content of the file\n".utf8)

  @Test func version4() throws {
    let bytes =
      RARBytes.Version4.start + RARBytes.Version4.file(Array("dir\\a.txt".utf8), content)
      + RARBytes.Version4.file(Array("empty".utf8), [], mode: 0o100755) + RARBytes.Version4.end
    let opened = try Opened(bytes)
    #expect(opened.archive.format == "RAR")
    #expect(try opened.items() == [Item("dir/a.txt", content: content), Item("empty")])
    let entry = try #require(try opened.entries().first)
    #expect(entry.byteCount == content.count)
    #expect(entry.permissions == 0o644)
    #expect(entry.method == "rar")
    // 2001-07-03 04:05:06, somewhere.
    #expect(entry.modified == Timestamp(seconds: 994_133_106, isWallClock: true))
  }

  @Test func version5() throws {
    let bytes =
      RARBytes.Version5.start + RARBytes.Version5.file("dir/日本.txt", content)
      + RARBytes.Version5.file("empty", []) + RARBytes.Version5.end
    let opened = try Opened(bytes)
    #expect(try opened.items() == [Item("dir/日本.txt", content: content), Item("empty")])
    #expect(try opened.entries().first?.permissions == 0o640)
  }

  @Test func comicBook() throws {
    let bytes =
      RARBytes.Version4.start + RARBytes.Version4.file(Array("1.jpg".utf8), content)
      + RARBytes.Version4.end
    #expect(try Opened(bytes, named: "a.cbr").items() == [Item("1.jpg", content: content)])
  }

  @Test func wrongChecksum() throws {
    let bad4 =
      RARBytes.Version4.start + RARBytes.Version4.file(Array("a".utf8), content, crc: 1)
      + RARBytes.Version4.end
    #expect(error { _ = try Opened(bad4).items() }?.code == .damagedInput)
    let bad5 =
      RARBytes.Version5.start + RARBytes.Version5.file("a", content, crc: 1) + RARBytes.Version5.end
    #expect(error { _ = try Opened(bad5).items() }?.code == .damagedInput)
  }

  @Test func encrypted() throws {
    let bytes =
      RARBytes.Version4.start + RARBytes.Version4.file(Array("a".utf8), content, flags: 4)
      + RARBytes.Version4.end
    let opened = try Opened(bytes)
    #expect(try opened.entries().map(\.isEncrypted) == [true])
    #expect(error { _ = try opened.items() }?.code == .unsupportedContent)
  }

  /// libarchive takes a file that ends within a header for one that ends there.
  @Test func cutAnywhere() throws {
    for (start, file, end) in [
      (
        RARBytes.Version4.start,
        RARBytes.Version4.file(Array("a".utf8), content)
          + RARBytes.Version4.file(Array("b".utf8), content), RARBytes.Version4.end
      ),
      (
        RARBytes.Version5.start,
        RARBytes.Version5.file("a", content) + RARBytes.Version5.file("b", content),
        RARBytes.Version5.end
      ),
    ] {
      let whole = start + file + end
      for count in start.count..<whole.count {
        // Version 4 may lack an end mark.
        if start[6] == 0, (whole.count - count - end.count) % (file.count / 2) == 0 { continue }
        let found = error {
          _ = try Opened(Array(whole.prefix(count)), type: "com.rarlab.rar-archive").items()
        }
        #expect(found?.code == .damagedInput, "\(count) of \(whole.count), \(start.count)")
      }
      #expect(try Opened(whole).items().count == 2)
    }
  }
}
