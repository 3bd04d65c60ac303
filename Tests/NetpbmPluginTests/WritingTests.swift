import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import NetpbmPlugin

@Suite struct WritingTests {
  @Test(
    arguments: [
      ("public.pgm", PixelFormat.gray8), ("public.pgm", .gray16), ("public.ppm", .rgb8),
      ("public.ppm", .rgb16), ("public.pnm", .gray8), ("public.pnm", .rgb8), ("public.pam", .gray8),
      ("public.pam", .grayAlpha8), ("public.pam", .rgba8), ("public.pam", .rgba16),
      ("public.pam", .rgb16),
    ] as [(ContentType.ID, PixelFormat)])
  func samplesComeBack(_ type: ContentType.ID, _ format: PixelFormat) throws {
    let picture = synthetic(format)
    for settings in [[:], ["plain": "true"]] {
      let again = try read(encode(picture, as: type, settings))
      #expect(again.facts.format == format)
      #expect(try samples(of: again) == samples(of: picture))
    }
  }

  @Test func grayBecomesColours() throws {
    let file = try encode(synthetic(.gray8, width: 2, height: 1), as: "public.ppm")
    #expect(file == ascii("P6\n2 1\n255\n") + [0, 0, 0, 0, 0, 0])
    #expect(try encode(synthetic(.rgb8), as: "public.pgm").starts(with: ascii("P5\n13 20\n255\n")))
  }

  @Test(arguments: [1, 7, 8, 9, 16, 17])
  func bitsComeBack(width: Int) throws {
    var facts = PictureFacts(
      width: width, height: 3, format: .gray8, sampleDepth: 1, coding: "")
    facts.palette = .init(colours: [[0, 0, 0, 255], [255, 255, 255, 255]], bitDepth: 1)
    let buffer = PixelBuffer(.gray8, width: width, height: 3)
    for index in 0..<3 * width {
      buffer.planes[0].row(index / width, as: UInt8.self)[index % width] =
        index * 7 % 5 < 2 ? 255 : 0
    }
    let picture = Picture(facts) { _ in BufferSource(buffer) }
    for settings in [[:], ["plain": "true"], ["dither": "false"]] {
      let file = try encode(picture, as: "public.pbm", settings)
      #expect(try decode(file) == samples(buffer))
    }
  }

  @Test func grainStandsForGray() throws {
    let facts = PictureFacts(width: 32, height: 32, format: .gray8, sampleDepth: 8, coding: "")
    let gray = Picture(facts) { _ in
      let buffer = PixelBuffer(.gray8, width: 32, height: 32)
      for y in 0..<32 { for x in 0..<32 { buffer.planes[0].row(y, as: UInt8.self)[x] = 100 } }
      return BufferSource(buffer)
    }
    let white = try decode(encode(gray, as: "public.pbm")).count { $0 == 255 }
    #expect(abs(white - 1024 * 100 / 255) < 12)
    let plain = try decode(encode(gray, as: "public.pbm", ["dither": "false"]))
    #expect(plain == [Int](repeating: 0, count: 1024))
  }

  @Test func linesOfTextAreShort() throws {
    for type: ContentType.ID in ["public.pbm", "public.pgm", "public.ppm"] {
      let text = String(
        decoding: try encode(synthetic(.rgb16, width: 90, height: 2), as: type, ["plain": "true"]),
        as: UTF8.self)
      #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= 70 })
    }
  }

  @Test func golden() throws {
    let file = try encode(synthetic(.rgba16, width: 1, height: 1), as: "public.pam")
    #expect(
      file
        == ascii("P7\nWIDTH 1\nHEIGHT 1\nDEPTH 4\nMAXVAL 65535\nTUPLTYPE RGB_ALPHA\nENDHDR\n")
        + [0, 0, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF])
  }

  /// The ledger is the transform's business: it knows what the format holds.
  @Test func capabilitiesSayWhatIsHeld() throws {
    let options = try NetpbmOptions(ConversionOptions())
    func capabilities(_ type: ContentType.ID) -> Picture.Capabilities {
      NetpbmWriter().capabilities(for: type, options: options)
    }
    #expect(capabilities("public.pbm").maximumBitDepth == 1)
    #expect(!capabilities("public.pgm").colours)
    #expect(capabilities("public.ppm").colours)
    #expect(!capabilities("public.ppm").alpha)
    #expect(capabilities("public.pam").alpha)
  }
}
