import ConverterCore
import TestSupport
import Testing

@testable import PDFPlugin

@Suite struct JBIG2Tests {
  @Test(arguments: [1, 2, 7, 8, 9, 31, 32, 33, 64, 65, 127, 600, 2481])
  func popplerReadsWhatIsWritten(width: Int) throws {
    for seed in 0..<4 {
      let bitmap = Bitmap.random(width: width, height: 50, seed: UInt64(seed))
      let file = ImageFile(
        width: width, height: 50,
        entries: "/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode",
        data: JBIG2Encoder.encode(bitmap))
      let found = try ExtractedImage(of: file.bytes)
      #expect(Bitmap(width: width, height: 50, bytes: found.samples.map { ~$0 }) == bitmap)
    }
  }

  /// Bytes of ones and carries need noise without end.
  @Test func noiseIsWhole() throws {
    var noise = Noise(99)
    let bytes = (0..<200 * 1600).map { _ in UInt8.random(in: 0...255, using: &noise) }
    let bitmap = Bitmap(width: 1600, height: 1600, bytes: bytes)
    let file = ImageFile(
      width: 1600, height: 1600,
      entries: "/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode",
      data: JBIG2Encoder.encode(bitmap))
    let found = try ExtractedImage(of: file.bytes)
    #expect(Bitmap(width: 1600, height: 1600, bytes: found.samples.map { ~$0 }) == bitmap)
  }

  /// Strokes, as in print: what both sets of adaptive samples code is read by poppler, and the smaller one is taken.
  @Test(arguments: [1, 9, 40, 700])
  func adaptiveSamplesElsewhere(width: Int) throws {
    for bitmap in [Bitmap.random(width: width, height: 70, seed: 5), Self.strokes(width: width)] {
      var sizes: [Int] = []
      for places in [GenericRegion.nominal, GenericRegion.tall] {
        let region = GenericRegion(bitmap, adaptive: places)
        let coded = JBIG2Encoder.encode(region)
        let file = ImageFile(
          width: width, height: 70,
          entries: "/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /JBIG2Decode", data: coded)
        let found = try ExtractedImage(of: file.bytes)
        #expect(Bitmap(width: width, height: 70, bytes: found.samples.map { ~$0 }) == bitmap)
        sizes.append(coded.count)
      }
      #expect(JBIG2Encoder.encode(bitmap).count == sizes.min())
    }
  }

  @Test func printIsCodedWithSamplesFurtherUp() {
    let bitmap = Self.strokes(width: 700)
    let bytes = JBIG2Encoder.encode(bitmap)
    #expect(bytes[59..<67].elementsEqual([3, 0xFF, 3, 0xFE, 1, 0xFC, 0xFF, 0xFC]))
    #expect(
      GenericRegion(bitmap, adaptive: GenericRegion.nominal).encoded().count
        > GenericRegion(bitmap, adaptive: GenericRegion.tall).encoded().count)
  }

  @Test(.enabled(if: Places.has(program: "jbig2dec")), arguments: [1, 33, 700])
  func jbig2decReadsWhatIsWritten(width: Int) throws {
    for bitmap in [Bitmap.random(width: width, height: 70, seed: 5), Self.strokes(width: width)] {
      for places in [GenericRegion.nominal, GenericRegion.tall] {
        let scratch = try ScratchFolder()
        let region = GenericRegion(bitmap, adaptive: places)
        try scratch.write(JBIG2Encoder.encode(region), to: "a.jb2e")
        let run = try Program.run(
          "/usr/bin/jbig2dec", ["-e", "-t", "pbm", "-o", "a.pbm", "a.jb2e"], in: scratch.path)
        #expect(run.status == 0, "\(run.error)")
        // Its header is three lines or two, with a remark or without.
        let rows = try scratch.bytes("a.pbm").suffix((width + 7) / 8 * 70)
        #expect(Bitmap(width: width, height: 70, bytes: rows.map { ~$0 }) == bitmap)
      }
    }
  }

  /// Leaning lines of several widths whose edges are a little uneven.
  private static func strokes(width: Int) -> Bitmap {
    var noise = Noise(3)
    let rowBytes = (width + 7) / 8
    var bytes = [UInt8](repeating: 0xFF, count: rowBytes * 70)
    for y in 0..<70 {
      for x in 0..<width {
        let edge = Int.random(in: 0...9, using: &noise) == 0 ? 1 : 0
        if (x * 4 + y + edge * 4) / 4 % 19 < 5 + y / 14 % 3 {
          bytes[y * rowBytes + x / 8] &= ~(0x80 >> UInt8(x % 8))
        }
      }
    }
    return Bitmap(width: width, height: 70, bytes: bytes)
  }
}
