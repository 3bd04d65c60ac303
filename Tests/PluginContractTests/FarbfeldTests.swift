import ConverterCore
import FarbfeldPlugin
import Foundation
import PNGPlugin
import PictureModel
import SystemPackage
import TestSupport
import Testing

/// The plugin of `docs/adding-a-plugin.md` works as the page says.
@Suite struct FarbfeldTests {
  private let converter: Converter

  init() throws {
    var registry = Registry()
    try PNGPlugin.register(in: &registry)
    try FarbfeldPlugin.register(in: &registry)
    converter = Converter(registry: registry)
  }

  private func convert(_ input: String, to type: ContentType.ID, _ output: String) throws -> Outcome
  {
    let target = try #require(converter.catalog[type])
    return converter.convert(
      Request(input: .file(FilePath(input)), target: target, output: .file(FilePath(output))))
  }

  @Test func thereAndBackIsExact() throws {
    let scratch = try ScratchFolder()
    let there = try convert(
      Places.fixture("rgba.png"), to: "org.suckless.farbfeld", scratch.file("a.ff"))
    #expect(there.route == ["PNG", "Picture", "farbfeld"])
    let bytes = try scratch.bytes("a.ff")
    #expect(Array(bytes.prefix(16)) == Array("farbfeld".utf8) + [0, 0, 0, 48, 0, 0, 0, 32])
    let synthetic = SyntheticPicture(width: 48, height: 32)
    var expected: [UInt8] = []
    for y in 0..<32 {
      for x in 0..<48 {
        for sample in synthetic.samples(x, y, as: .rgba8) {
          expected += [UInt8(sample), UInt8(sample)]
        }
      }
    }
    #expect(Array(bytes.dropFirst(16)) == expected)
    let back = try convert(scratch.file("a.ff"), to: "public.png", scratch.file("a.png"))
    #expect(back.route == ["farbfeld", "Picture", "PNG"])
  }

  @Test func truncatedIsDamaged() throws {
    let scratch = try ScratchFolder()
    let header = Array("farbfeld".utf8) + [0, 0, 0, 2, 0, 0, 0, 2]
    for count in 0..<32 {
      let bytes = Array((header + [UInt8](repeating: 7, count: 16)).prefix(count))
      let input = try scratch.write(bytes, to: "a\(count).ff")
      let outcome = try convert(input, to: "public.png", scratch.file("a.png"))
      guard case .failed(let error) = outcome.status else {
        Issue.record("\(count) bytes were converted")
        continue
      }
      // Of no known type without its whole signature; an empty file is damaged whatever it is called.
      #expect(
        error.code == ((1..<8).contains(count) ? .unknownType : .damagedInput), "\(count) bytes")
      if count >= 16 {
        #expect(error.message == "says it is 2×2, which takes 48 bytes, but has \(count)")
      }
    }
    #expect(!scratch.names.contains("a.png"))
  }

  /// What is cut off once its facts are known is told when its rows are read.
  @Test func aFileThatIsCutOffMeanwhileIsDamaged() throws {
    let scratch = try ScratchFolder()
    let header = Array("farbfeld".utf8) + [0, 0, 0, 2, 0, 0, 0, 40]
    let path = try scratch.write(header + [UInt8](repeating: 7, count: 640), to: "a.ff")
    let context = ConversionContext(registry: converter.registry)
    let reader = try #require(
      converter.registry.readers.first { $0.name == "farbfeld" } as? any Reader<Picture>)
    let picture = try reader.read(
      InputFile(path: FilePath(path)), type: "org.suckless.farbfeld", in: ReadingContext(context))
    let rows = try picture.pixels(for: PixelDemand([.rgba16]), in: context)
    #expect(try rows.nextBand()?.height == 16)
    #expect(truncate(path, 16 + 640 - 1) == 0)
    #expect(try rows.nextBand()?.height == 16)
    let error = #expect(throws: ConversionError.self) { try rows.nextBand() }
    #expect(error?.message == "ended while it was read")
  }

  @Test func twoPluginsForOneTypeConflict() throws {
    var registry = Registry()
    try FarbfeldPlugin.register(in: &registry)
    let conflict = #expect(throws: Registry.Conflict.self) {
      try FarbfeldPlugin.register(in: &registry)
    }
    #expect(conflict?.description == "two plugins declare org.suckless.farbfeld")
  }
}
