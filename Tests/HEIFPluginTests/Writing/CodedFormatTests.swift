import ConverterCore
import PictureModel
import Testing

@testable import HEIFPlugin

/// Which planes a picture is coded as.
@Suite struct CodedFormatTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let source: PixelFormat
    var sampleDepth = 8
    var colour = ColourDescription.unspecified
    var settings: [String: String] = [:]
    var quality: Double?
    let coded: PixelFormat
  }

  private static func planes(
    _ subsampling: ChromaSubsampling, _ matrix: MatrixCoefficients = .bt601,
    _ range: SampleRange = .full, alpha: PixelFormat.Alpha = .none, depth: Int = 8
  ) -> PixelFormat {
    PixelFormat(.ycbcr(subsampling, matrix, range), alpha: alpha, bitDepth: depth)
  }

  static let cases: [Case] = [
    Case(
      testDescription: "8-bit RGB becomes 4:2:0", source: .rgb8,
      coded: planes(.s420)),
    Case(
      testDescription: "high quality keeps all chroma", source: .rgb8, quality: 0.9,
      coded: planes(.s444)),
    Case(
      testDescription: "16 bits become 10", source: .rgba16, sampleDepth: 16,
      coded: planes(.s420, alpha: .straight, depth: 10)),
    Case(
      testDescription: "lossless 16 bits become 12", source: .rgb16, sampleDepth: 16,
      settings: ["lossless": "true"],
      coded: planes(.s444, .identity, depth: 12)),
    Case(
      testDescription: "8 bits in words are 8 bits", source: .rgb16, sampleDepth: 8,
      coded: planes(.s420)),
    Case(
      testDescription: "8 bits on request", source: .rgb16, sampleDepth: 16,
      settings: ["depth": "8"], coded: planes(.s420)),
    Case(
      testDescription: "BT.2020 has its own matrix", source: .rgb16, sampleDepth: 10,
      colour: .cicp(CodingIndependentCodePoints(primaries: 9, transfer: 16)),
      coded: planes(.s420, .bt2020, depth: 10)),
    Case(
      testDescription: "gray is monochrome", source: .grayAlpha8, settings: ["chroma": "444"],
      coded: planes(.monochrome, alpha: .straight)),
    Case(
      testDescription: "planes are kept", source: planes(.s422, .bt709, .limited, depth: 10),
      sampleDepth: 10,
      coded: planes(.s422, .bt709, .limited, depth: 10)),
    Case(
      testDescription: "lossless planes are kept", source: .jfif(.s420),
      settings: ["lossless": "true"],
      coded: .jfif(.s420)),
    Case(
      testDescription: "4:4:0 is not coded", source: .jfif(.s440), coded: planes(.s420)),
    Case(
      testDescription: "the identity matrix needs 4:4:4", source: planes(.s444, .identity),
      settings: ["chroma": "420"], coded: planes(.s420)),
    Case(
      testDescription: "a matrix without number is undone",
      source: planes(.s420, .weighted(red: 0.25, blue: 0.25)),
      coded: planes(.s420)),
    Case(
      testDescription: "premultiplied planes stay so",
      source: planes(.s444, alpha: .premultiplied),
      coded: planes(.s444, alpha: .premultiplied)),
  ]

  @Test(arguments: cases)
  func choice(_ given: Case) throws {
    var facts = PictureFacts(
      width: 64, height: 64, format: given.source, sampleDepth: given.sampleDepth, coding: "")
    facts.colour = given.colour
    var options = ConversionOptions()
    options.settings = given.settings
    options.quality = given.quality.map { Quality($0) }
    #expect(try PixelFormat(coding: facts, options: HEIFWriterOptions(options)) == given.coded)
  }
}
