import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import NetpbmPlugin

@Suite struct ReadingTests {
  @Test(arguments: [
    ("P1 3 2 1 0 1 0 1 0", [0, 255, 0, 255, 0, 255]),
    // Nothing need stand between two.
    ("P1\n3 2\n101010", [0, 255, 0, 255, 0, 255]),
    ("P1 # of bits\n3#wide\n2 101 # a row\n010", [0, 255, 0, 255, 0, 255]),
    ("P2 2 2 255 0 1 254 255", [0, 1, 254, 255]), ("P2\t2\r\n1 3 1 2", [85, 170]),
    ("P2 2 1 15 7 15\n", [119, 255]), ("P2 2 1 65535 258 65535", [258, 65535]),
    ("P2 1 1 1023 512", [32800]), ("P3 1 2 255 1 2 3 4 5 6", [1, 2, 3, 4, 5, 6]),
  ])
  func textIsRead(_ text: String, _ expected: [Int]) throws {
    #expect(try decode(ascii(text)) == expected)
  }

  @Test(
    arguments: [
      (
        "P4 9 2\n", [0b0101_0101, 0x80, 0xFF, 0x00],
        [255, 0, 255, 0, 255, 0, 255, 0, 0] + [Int](repeating: 0, count: 8) + [255]
      ),
      ("P5 3 1 255\n", [0, 9, 255], [0, 9, 255]), ("P5 2 1 100 ", [50, 200], [128, 255]),
      ("P5 1 2 65535\n", [1, 2, 3, 4], [258, 772]), ("P5 1 1 256\n", [1, 0], [65535]),
      ("P6 1 2 255\n", [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]),
      ("P6 1 1 1000\n", [0, 0, 3, 0xE8, 1, 0xF4], [0, 65535, 32768]),
    ] as [(String, [UInt8], [Int])])
  func bytesAreRead(_ header: String, _ data: [UInt8], _ expected: [Int]) throws {
    #expect(try decode(ascii(header) + data) == expected)
  }

  @Test(arguments: [
    (1, "BLACKANDWHITE", PixelFormat.gray8), (1, "GRAYSCALE", .gray8), (1, "", .gray8),
    (2, "GRAYSCALE_ALPHA", .grayAlpha8), (2, "", .grayAlpha8), (3, "RGB", .rgb8), (3, "", .rgb8),
    (4, "RGB_ALPHA", .rgba8), (4, "", .rgba8), (4, "CMYK", .cmyk8),
  ])
  func anySamplesAreRead(_ depth: Int, _ kind: String, _ format: PixelFormat) throws {
    let header =
      "P7\n# a comment\nWIDTH 1\nHEIGHT  2\nDEPTH \(depth)\nMAXVAL 255\n"
      + (kind.isEmpty ? "" : "TUPLTYPE \(kind)\n") + "ENDHDR\n"
    let data = (0..<2 * depth).map { UInt8($0) }
    #expect(try read(ascii(header) + data).facts.format == format)
    #expect(try decode(ascii(header) + data) == data.map { Int($0) })
  }

  @Test(arguments: ["-9223372036854775808", "9223372036854775807", "99999999999999999999"])
  func noDepthOverflows(depth: String) {
    let header =
      "P7\nWIDTH 1\nHEIGHT 1\nDEPTH \(depth)\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n1234"
    #expect(errorCode { _ = try read(ascii(header)) } == .unsupportedContent)
  }

  @Test func otherKindsAreRefused() {
    for (depth, kind) in [(1, "DEPTH"), (2, "RGB"), (5, "RGB_ALPHA"), (7, "")] {
      let header =
        "P7\nWIDTH 1\nHEIGHT 1\nDEPTH \(depth)\nMAXVAL 255\nTUPLTYPE \(kind)\nENDHDR\n12345678"
      #expect(errorCode { _ = try read(ascii(header)) } == .unsupportedContent, "\(kind)")
    }
  }

  @Test(arguments: [(1, 1), (3, 2), (15, 4)])
  func fewStepsAreAPalette(_ most: Int, _ bits: Int) throws {
    let palette = try #require(try read(ascii("P5 1 1 \(most)\n\0")).facts.palette)
    #expect(palette.bitDepth == bits)
    #expect(palette.colours.count == most + 1)
    #expect(try read(ascii("P5 1 1 \(most)\n\0")).facts.sampleDepth == bits)
    #expect(palette.colours.last == [255, 255, 255, 255])
    #expect(try read(ascii("P5 1 1 7\n\0")).facts.palette == nil)
  }

  @Test func severalPicturesArePages() throws {
    let file = ascii("P5 1 1 255\n\u{1}P6 1 1 255\nabcP4 1 1\n") + [0x80]
    let picture = try read(file)
    #expect(picture.parts.map(\.name) == ["1", "2", "3"])
    #expect(try samples(of: picture) == [1])
    let parts = try picture.parts.map { try samples(of: $0.open()) }
    #expect(parts == [[1], [97, 98, 99], [0]])
    #expect(try read(ascii("P5 1 1 255\n\u{1}")).parts.isEmpty)
  }

  @Test func surplusIsIgnored() throws {
    let context = context()
    #expect(try read(ascii("P5 1 1 255\n\u{1}xyz"), in: context).parts.isEmpty)
    #expect(context.warnings == ["3 bytes after the end of the picture were ignored"])
  }

  /// Rows from the bottom; both orders of bytes; what is no number is nothing.
  @Test func floatsAreCut() throws {
    func bytes(_ values: [Float], isLittle: Bool) -> [UInt8] {
      values.flatMap { value -> [UInt8] in
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> (8 * $0)) }
        return isLittle ? bytes : bytes.reversed()
      }
    }
    let values: [Float] = [0.5, .nan, 2, -1, 0, 0.25]
    for isLittle in [true, false] {
      let scale = isLittle ? "-1.0" : "1.0"
      let context = context()
      let gray = ascii("Pf\n2 3\n\(scale)\n") + bytes(values, isLittle: isLittle)
      let picture = try read(gray, in: context)
      #expect(try samples(of: picture) == [0, 16384, 65535, 0, 32768, 0])
      #expect(picture.facts.format == .gray16)
      #expect(picture.facts.colour == .calibrated(gamma: 1, nil))
      #expect(context.ledger.map(\.what) == ["range"])
      let colour = ascii("PF\n1 2\n\(scale)\n") + bytes(values, isLittle: isLittle)
      #expect(try decode(colour) == [0, 0, 16384, 32768, 0, 65535])
    }
  }

  @Test(arguments: [
    "P5 1 1 255\n\u{1}", "P2 2 1 255 12 34 ", "P1 2 2 0110", "P6 1 1 65535\n123456",
    "Pf 1 1 1\n1234",
    "P4 9 1\n12", "P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nENDHDR\n1",
  ])
  func noPrefixIsTakenForTheWhole(text: String) throws {
    let file = ascii(text)
    let whole = try decode(file)
    for count in 0..<file.count {
      let prefix = Array(file.prefix(count))
      do {
        // Of text the last digit, or a blank, may be missing without anybody knowing.
        let pixels = try decode(prefix)
        #expect(text.hasPrefix("P2") && count >= file.count - 2, "\(count)")
        _ = pixels
      } catch let error as ConversionError {
        #expect(error.code == .damagedInput, "\(count)")
      }
    }
    #expect(!whole.isEmpty)
  }

  @Test(arguments: [
    "P5 0 1 255\n", "P5 1 0 255\n", "P5 1 1 0\n1", "P5 1 1 65536\n11", "P5 -1 1 255\n1",
    "P5 +1 1 255\n1", "P5 x 1 255\n1", "P2 1 1 255 256", "P2 1 1 255 -1", "P1 1 1 2",
    "P8 1 1 255\n1",
    "Pf 1 1 0\n1234", "Pf 1 1 nan\n1234", "P5 99999999999999999999 1 255\n1",
    "P5 1 4294967296 255\n1",
  ])
  func nonsenseIsRefused(text: String) {
    #expect(errorCode { _ = try decode(ascii(text)) } == .damagedInput)
  }

  @Test func limitsHold() {
    var limits = Limits.standard
    limits.pixels = 10
    let file = ascii("P5 11 1 255\n12345678901")
    #expect(errorCode { _ = try read(file, in: context(limits: limits)) } == .limitExceeded)
    limits.pixels = 1 << 40
    // More than there are bytes.
    let huge = ascii("P5 1000000 1000000 255\n1")
    #expect(errorCode { _ = try read(huge, in: context(limits: limits)) } == .damagedInput)
    limits.entries = 2
    let many = (0..<3).flatMap { _ in ascii("P5 1 1 255\n1") }
    #expect(errorCode { _ = try read(many, in: context(limits: limits)) } == .limitExceeded)
  }
}
