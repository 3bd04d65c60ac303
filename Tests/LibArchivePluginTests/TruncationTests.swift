import ArchiveModel
import ConverterCore
import TestSupport
import Testing

/// Files that were cut off: an error, or everything that was in the whole.
@Suite struct TruncationTests {
  /// How archives are made, and whether being cut can go unnoticed: at the end of an entry of a format
  /// that has no end mark, or where nothing but an end mark is missing.
  static let commands: [(tool: String, command: String, mayLackEntries: Bool)] = [
    ("tar", "tar -cf a in", true),
    ("gzip", "tar -czf a in", false), ("bzip2", "tar -cjf a in", false),
    ("xz", "tar -cJf a in", false), ("zstd", "tar --zstd -cf a in", false),
    ("lz4", "tar -cf - in | lz4 -c > a", false), ("lzip", "tar --lzip -cf a in", false),
    ("7z", "7z a -bd a.7z in >/dev/null; mv a.7z a", false),
    ("genisoimage", "genisoimage -quiet -R -o a in", false),
    ("cpio", "find in | sort | cpio -o --quiet -H newc > a", false),
    ("ar", "ar rc a in/a.txt in/sub/large.bin", true),
    ("bsdtar", "bsdtar --format=xar -cf a in", false),
    ("gcab", "gcab -cz a in/a.txt in/sub/large.bin", false),
    ("jlha", "jlha aq a.lzh in/a.txt in/sub/large.bin >/dev/null; mv a.lzh a", true),
  ]

  @Test(arguments: commands.map(\.command))
  func ends(command: String) throws {
    let row = try #require(Self.commands.first { $0.command == command })
    guard Places.has(program: row.tool) else { return }
    let sample = try Sample()
    let whole = try sample.make(command, "a")
    let type = try Detector.complete.detect(InputFile(bytes: whole)).type.id
    let items = try Opened(whole, type: type).items()
    // Every byte near both ends, and a hundred places between.
    let step = max(1, whole.count / 100)
    let places = Set(0..<min(300, whole.count))
      .union(stride(from: 300, to: whole.count, by: step))
      .union(max(0, whole.count - 100)..<whole.count)
    var losses = 0
    for count in places.sorted() {
      let cut = Array(whole.prefix(count))
      do {
        let found = try Opened(cut, type: type).items()
        if found != items {
          losses += 1
          #expect(found == Array(items.prefix(found.count)), "\(count)")
        }
      } catch let error as ConversionError {
        #expect(
          [.damagedInput, .unsupportedContent].contains(error.code), "\(count): \(error.message)")
      }
    }
    #expect(losses == 0 || row.mayLackEntries, "\(losses) cuts went unnoticed")
  }
}
