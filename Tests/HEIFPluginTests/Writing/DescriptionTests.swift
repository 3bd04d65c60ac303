import ConverterCore
import PictureModel
import Testing

@testable import HEIFPlugin

/// Colours and metadata arrive byte by byte.
@Suite struct DescriptionTests {
  static let profile = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 * 31 >> 3) }

  struct ColourCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let colour: ColourDescription
    var format = PixelFormat.rgb8
    var settings: [String: String] = [:]
    let nclx: NCLX
  }

  static let colours: [ColourCase] = [
    ColourCase(
      testDescription: "unspecified is sRGB", colour: .unspecified,
      nclx: NCLX(primaries: 1, transfer: 13, matrix: 6, isFullRange: true)),
    ColourCase(
      testDescription: "lossless RGB", colour: .unspecified, settings: ["lossless": "true"],
      nclx: NCLX(primaries: 1, transfer: 13, matrix: 0, isFullRange: true)),
    ColourCase(
      testDescription: "Display P3", colour: .cicp(.displayP3),
      nclx: NCLX(primaries: 12, transfer: 13, matrix: 6, isFullRange: true)),
    ColourCase(
      testDescription: "PQ",
      colour: .cicp(CodingIndependentCodePoints(primaries: 9, transfer: 16)), format: .rgb16,
      nclx: NCLX(primaries: 9, transfer: 16, matrix: 9, isFullRange: true)),
    ColourCase(
      testDescription: "HLG planes",
      colour: .cicp(CodingIndependentCodePoints(primaries: 9, transfer: 18)),
      format: PixelFormat(.ycbcr(.s420, .bt2020, .limited), bitDepth: 10),
      nclx: NCLX(primaries: 9, transfer: 18, matrix: 9, isFullRange: false)),
    ColourCase(
      testDescription: "a profile, and the planes' matrix", colour: .icc(profile),
      format: PixelFormat(.ycbcr(.s422, .bt709, .limited)),
      nclx: NCLX(primaries: 2, transfer: 2, matrix: 1, isFullRange: false)),
    ColourCase(
      testDescription: "gray", colour: .unspecified, format: .gray8,
      nclx: NCLX(primaries: 1, transfer: 13, matrix: 6, isFullRange: true)),
  ]

  @Test(arguments: WrittenType.allCases, colours)
  func colour(_ type: WrittenType, _ given: ColourCase) throws {
    let buffer = SyntheticPicture.buffer(given.format, width: 66, height: 64)
    let file = try HEIFWriter.bytes(
      of: SyntheticPicture.picture(buffer, colour: given.colour), as: type.id,
      settings: given.settings)
    let decoded = try ReferenceDecoder(file)
    #expect(decoded.nclx == given.nclx)
    if case .icc(let profile) = given.colour {
      #expect(decoded.profile == profile)
    } else {
      #expect(decoded.profile == nil)
    }
    #expect(decoded.bitDepth == (given.format.bitDepth > 8 ? 10 : 8))
  }

  @Test(arguments: WrittenType.allCases, [12, 70_000, 200_000])
  func metadata(_ type: WrittenType, _ count: Int) throws {
    var metadata = PictureMetadata()
    let exif =
      Array((type == .heic ? "II*\0" : "MM\0*").utf8)
      + (4..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    let xmp = Array(
      "<x:xmpmeta xmlns:x='adobe:ns:meta/'>\(String(repeating: "é", count: count))".utf8)
    metadata.exif = exif
    metadata.xmp = xmp
    let buffer = SyntheticPicture.buffer(.rgba8, width: 31, height: 64)
    let file = try HEIFWriter.bytes(
      of: SyntheticPicture.picture(buffer, metadata: metadata), as: type.id)
    let decoded = try ReferenceDecoder(file)
    #expect(decoded.exif == [0, 0, 0, 0] + exif)
    #expect(decoded.xmp == xmp)
  }

  @Test(arguments: [PixelFormat.rgb8, .gray16])
  func theWriterNotesTheLossOfPixelsAlone(_ format: PixelFormat) throws {
    // The transforms noted the rest, so that a plan and a conversion say the same.
    let context = ConversionContext.testing()
    let buffer = SyntheticPicture.buffer(format, width: 64, height: 64)
    _ = try HEIFWriter.bytes(
      of: SyntheticPicture.picture(buffer), as: "public.avif", context: context)
    #expect(context.ledger.map(\.what) == ["pixels"] && context.warnings.isEmpty)
  }
}
