import ConverterCore
import HEIFPlugin
import PictureModel
import Synchronization
import Testing

/// JPEG items go to the reader of the registry.
@Suite struct JPEGItemTests {
  /// Takes any bytes for a gray picture of 4×2, and remembers them.
  private final class StubReader: Reader {
    let name = "stub"
    let types: [ContentType.ID] = ["public.jpeg"]
    let seen = Mutex<[UInt8]>([])

    func read(
      _ input: InputFile, type: ContentType.ID, in context: ReadingContext
    ) throws(ConversionError) -> Picture {
      let bytes = try input.contents(within: context.limits)
      seen.withLock { $0 = bytes }
      let format = PixelFormat.gray8
      let facts = PictureFacts(
        width: 4, height: 2, format: format, sampleDepth: 8, coding: "baseline")
      return Picture(facts) { _ in
        let buffer = PixelBuffer(format, width: 4, height: 2)
        for y in 0..<2 {
          for x in 0..<4 { buffer.planes[0].row(y, as: UInt8.self)[x] = UInt8(10 * y + x) }
        }
        return BufferSource(buffer)
      }
    }
  }

  @Test func theRegistrysReaderDecodesThem() throws {
    let stub = StubReader()
    var registry = Registry()
    try registry.add(HEIFReader())
    try registry.add(stub)
    let context = ConversionContext(registry: registry)

    var specimen = Specimen()
    let exif: [UInt8] = [0xFF, 0xE1, 0, 6, 1, 2, 3, 4]
    let rest: [UInt8] = [0xFF, 0xDB, 0, 3, 9, 0xFF, 0xDA, 0, 2, 0xFF, 0xE1, 7]
    specimen.add(
      .init(id: 1, type: "jpeg", data: rest),
      [
        box("jpgC", [0xFF, 0xD8] + exif), ispe(4, 2), irot(1),
        box("colr", Array("prof".utf8) + [5]),
      ])
    let picture = try read(specimen.bytes, in: context)
    #expect(picture.facts.width == 2 && picture.facts.height == 4)
    #expect(picture.facts.coding == "JPEG baseline")
    #expect(picture.facts.colour == .icc([5]))
    // Without the Exif segment before the scan; what follows is data.
    #expect(stub.seen.withLock { $0 } == [0xFF, 0xD8] + rest)
    let samples = try Samples(picture.pixels(for: PixelDemand([.gray8]), in: context))
    #expect(samples.planes[0].samples == [3, 13, 2, 12, 1, 11, 0, 10])
  }
}
