import ConverterCore
import FairyLibrary
import SystemPackage
import TestSupport
import Testing

/// Each photo is looked at once, and failures are not remembered.
@Suite struct PhotoLooksTests {
  /// Counts what it looks at; files that begin with `x` cannot be read.
  private final class Reader: PhotoReader {
    var seen: [String] = []

    func looks(
      at files: [FilePath]
    ) throws(ConversionError) -> [Result<PhotoLook, ConversionError>] {
      files.map { file in
        let name = file.lastComponent?.string ?? ""
        seen.append(name)
        guard !name.hasPrefix("x") else {
          return .failure(ConversionError(.damagedInput, "is damaged"))
        }
        return .success(Self.look)
      }
    }

    static let look = PhotoLook(
      width: 40, height: 30, taken: "2026-05-02T23:59:59.25+02:00", camera: "Canon",
      print: PhotoPrint(String(repeating: "0f", count: 18)), sharpness: 0.812, light: 0.5,
      even: 0.125)
  }

  @Test func eachIsLookedAtOnce() throws {
    let example = try TriageExample()
    let photos = try ["a.jpg", "x.jpg", "b.jpg"].map { try example.photo($0) }
    let reader = Reader()
    func looks() throws -> [Result<PhotoLook, ConversionError>] {
      try PhotoLooks(example.library, reader: reader).looks(at: photos)
    }
    let first = try looks()
    #expect(reader.seen == ["a.jpg", "x.jpg", "b.jpg"])
    #expect(try first[0].get() == Reader.look)
    #expect(errorCode { _ = try first[1].get() } == .damagedInput)
    #expect(try looks()[2].get() == Reader.look)
    #expect(reader.seen == ["a.jpg", "x.jpg", "b.jpg", "x.jpg"])
    let changed = try example.photo("a.jpg", "another text")
    _ = try PhotoLooks(example.library, reader: reader).looks(at: [changed])
    #expect(reader.seen.last == "a.jpg")
    FilePath(example.folder.file("library/looks.ndjson")).removeFile()
    #expect(try looks()[2].get() == Reader.look)
  }
}
