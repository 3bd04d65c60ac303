import ConverterCore
import PictureModel
import Testing

@testable import HEIFPlugin

/// What the sequence header says, and what is shown where an `av1C` property says something else.
@Suite struct AV1HeaderTests {
  struct Coded: Sendable, CustomTestStringConvertible {
    let subsampling: ChromaSubsampling
    let bitDepth: Int

    var format: PixelFormat { PixelFormat(.ycbcr(subsampling, .bt601, .full), bitDepth: bitDepth) }
    var testDescription: String { "\(subsampling.rawValue) \(bitDepth) bit" }

    /// The third byte of `av1C`.
    var flags: UInt8 {
      let depth: UInt8 = bitDepth == 8 ? 0 : bitDepth == 10 ? 0x40 : 0x60
      return switch subsampling {
      case .monochrome: depth | 0x1C
      case .s420: depth | 0x0C
      case .s422: depth | 0x08
      default: depth
      }
    }
  }

  static let all = [8, 10, 12].flatMap { depth in
    [ChromaSubsampling.monochrome, .s420, .s422, .s444].map {
      Coded(subsampling: $0, bitDepth: depth)
    }
  }

  @Test(arguments: all)
  func theSequenceHeaderWins(coded: Coded) throws {
    let file = try file(coded)
    let whole = try readPixels(file.bytes, in: context())
    #expect(whole.format.bitDepth == coded.bitDepth)
    for other in Self.all where other.flags != coded.flags {
      var bytes = file.bytes
      bytes[file.flags] = other.flags | bytes[file.flags] & 0x83
      let context = try context()
      let samples = try readPixels(bytes, in: context)
      #expect(samples.format == whole.format)
      #expect(samples.planes.map(\.samples) == whole.planes.map(\.samples))
      #expect(
        context.warnings == [
          "item 1 is coded with \(coded.subsampling.rawValue) and \(coded.bitDepth) bits, though its "
            + "av1C property says \(other.subsampling.rawValue) and \(other.bitDepth) bits"
        ])
    }
  }

  /// 4:4:0, which AV1 does not know.
  @Test func nonsenseInThePropertyDoesNoHarm() throws {
    var specimen = Specimen()
    specimen.add(
      .init(id: 1, type: "av01", data: HEIFPluginTests.Coded.redAV1),
      [box("av1C", [0x81, 0, 0x04, 0]), ispe()])
    let context = try context()
    #expect(try readPixels(specimen.bytes, in: context).pixel(0, 0) == [100, 95, 199])
    #expect(
      context.warnings == [
        "item 1 is coded with 4:2:0 and 8 bits, though its av1C property says 4:4:0 and 8 bits"
      ])
  }

  @Test(arguments: all)
  func headersAreRead(coded: Coded) throws {
    let file = try file(coded)
    let unit = try #require(Self.sequenceHeader(in: file.bytes))
    let header = try #require(AV1SequenceHeader(in: unit))
    #expect([header.width, header.height] == [36, 22])
    #expect(header.subsampling == coded.subsampling)
    #expect(header.bitDepth == coded.bitDepth)
    #expect(header.colour?.isFullRange == true)
    #expect(header.layerCount(operatingPoint: 0) == 1)
    for count in 0..<unit.count {
      #expect(AV1SequenceHeader(in: Array(unit.prefix(count))) == nil)
    }
  }

  private func file(_ coded: Coded) throws -> (bytes: [UInt8], flags: Int) {
    let buffer = SyntheticPicture.buffer(coded.format, width: 36, height: 22)
    let bytes = try HEIFWriter.bytes(
      of: SyntheticPicture.picture(buffer), as: "public.avif", settings: ["lossless": "true"])
    let mark = Array("av1C".utf8)
    let start = try #require(
      bytes.indices.dropLast(8).first { bytes[$0..<$0 + 4].elementsEqual(mark) })
    return (bytes, start + 6)
  }

  /// The unit with the sequence header, where the item begins.
  private static func sequenceHeader(in file: [UInt8]) -> [UInt8]? {
    let mark = Array("mdat".utf8)
    guard
      let start = file.indices.dropLast(8).last(where: { file[$0..<$0 + 4].elementsEqual(mark) })
    else { return nil }
    let data = Array(file[(start + 4)...])
    guard let place = AV1Units(data).first(where: { $0.type == 1 })?.content else { return nil }
    return Array(data[..<place.upperBound])
  }
}
