import ArchiveModel
import ConverterCore
import TestSupport
import Testing

/// Single bits that changed, in formats that have checksums of contents.
@Suite struct DamageTests {
  @Test(arguments: [
    ("7z", "7z a -bd a.7z in >/dev/null; mv a.7z a"),
    ("7z", "7z a -bd -m0=copy a.7z in >/dev/null; mv a.7z a"),
    ("bsdtar", "bsdtar --format=xar -cf a in"), ("gcab", "gcab -cz a in/a.txt in/sub/large.bin"),
    ("jlha", "jlha aq a.lzh in/a.txt in/sub/large.bin >/dev/null; mv a.lzh a"),
    ("gzip", "tar -czf a in"), ("xz", "tar -cJf a in"), ("zstd", "tar --zstd -cf a in"),
  ])
  func isNoticed(tool: String, command: String) throws {
    guard Places.has(program: tool) else { return }
    let sample = try Sample(links: false)
    let whole = try sample.make(command, "a")
    let type = try Detector.complete.detect(InputFile(bytes: whole)).type.id
    let items = try Opened(whole, type: type).items()
    for place in stride(from: 3, to: whole.count, by: max(1, whole.count / 60)) {
      var bad = whole
      bad[place] ^= UInt8(1 << (place % 8))
      do {
        // Names, times and the like may change unnoticed, contents never.
        let contents = try Opened(bad, type: type).items().map(\.content)
        #expect(contents == items.map(\.content), "\(place) of \(whole.count)")
      } catch let error as ConversionError {
        #expect(
          [.damagedInput, .unsupportedContent, .limitExceeded].contains(error.code),
          "\(place): \(error.message)")
      }
    }
  }
}
