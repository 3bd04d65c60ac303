import ConverterCore
import JPEG2000Plugin
import PictureModel
import TestSupport
import Testing

@testable import PDFObjects
@testable import PDFPlugin

/// JPXDecode streams.
@Suite struct JPXTests {
  private static func jpx(
    width: Int, height: Int, _ value: (_ x: Int, _ y: Int) -> UInt8
  ) throws -> [UInt8] {
    let buffer = PixelBuffer(.gray8, width: width, height: height)
    for y in 0..<height {
      let row = buffer.planes[0].row(y, as: UInt8.self)
      for x in 0..<width { row[x] = value(x, y) }
    }
    let facts = PictureFacts(
      width: width, height: height, format: .gray8, sampleDepth: 8, coding: "")
    var options = ConversionOptions()
    options.settings = ["lossless": "true"]
    let output = try OutputFile(.memory)
    try JPEG2000Writer().write(
      Picture(facts) { _ in BufferSource(buffer) }, as: "public.jpeg-2000", to: output,
      options: try JPEG2000Options(options), in: WritingContext(ImageFile.context))
    return output.bytes
  }

  private static func image(_ data: [UInt8], width: Int, height: Int) throws -> CodedImage {
    try ImageFile(
      width: width, height: height,
      entries: "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode", data: data
    ).coded()
  }

  private static func raster(_ image: CodedImage, scale: Double) throws -> Raster {
    guard case .raster(let raster, isLossy: true) = try image.samples(scale: scale) else {
      throw ConversionError(.internalError, "no raster")
    }
    return raster
  }

  /// Says another size of the whole picture and of its only tile.
  private static func lying(_ file: [UInt8], width: Int, height: Int) throws -> [UInt8] {
    func number(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    var file = file
    let header = try #require(file.indices.first { file[$0...].starts(with: Array("ihdr".utf8)) })
    file.replaceSubrange(header + 4..<header + 12, with: number(height) + number(width))
    let size = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0x51]) })
    for offset in [6, 22] {
      let place = size + offset
      file.replaceSubrange(place..<place + 8, with: number(width) + number(height))
    }
    return file
  }

  /// Halving leaves the last column and the last row of sides that it does not divide.
  @Test func oddSidesAreDecodedWhole() throws {
    let data = try Self.jpx(width: 41, height: 33) { x, _ in x < 32 ? 0 : 255 }
    let image = try Self.image(data, width: 41, height: 33)
    let whole = try Self.raster(image, scale: 1)
    #expect((whole.width, whole.height) == (41, 33))
    let small = try Self.raster(image, scale: 8)
    #expect((small.width, small.height) == (6, 5))
    for y in 0..<5 {
      #expect(small.bytes[y * 6] == 0)
      #expect(small.bytes[y * 6 + 5] == 255)
    }
  }

  @Test func narrowPicturesKeepAColumn() throws {
    let data = try Self.lying(
      try Self.jpx(width: 64, height: 1024) { _, _ in 128 }, width: 9, height: 1024)
    let padded =
      data + [0, 0, 0x9C, 0x40] + Array("free".utf8) + [UInt8](repeating: 0, count: 39992)
    let image = try Self.image(padded, width: 9, height: 1024)
    let small = try Self.raster(image, scale: 40)
    #expect((small.width, small.height) == (1, 32))
    let goal = RecodingGoal(dpi: 4000, targetDPI: 100, monoDPI: 300, quality: Quality(0.6))
    guard case .recoded(let recoded) = try image.recoded(for: goal) else {
      Issue.record("left alone")
      return
    }
    #expect((recoded.width, recoded.height) == (1, 32))
  }

  /// One picture that lies is no reason to leave all others.
  @Test func aSizeBeyondTheLimitsIsAboutThePictureAlone() throws {
    let data = try Self.lying(
      try Self.jpx(width: 100, height: 100) { x, y in UInt8((x * y) & 255) }, width: 60000,
      height: 60000)
    let image = try Self.image(data, width: 100, height: 100)
    guard case .leftAlone(let reason) = try image.recoded(for: .inPlace()) else {
      Issue.record("recoded")
      return
    }
    #expect(reason.contains("pixels"))
    #expect(try image.estimatedByteCounts(for: [.inPlace()]) == [data.count])
  }

  /// The time that there is belongs to the whole conversion.
  @Test func aDeadlineIsAboutEverything() throws {
    var limits = Limits.standard
    limits.seconds = 0
    let data = try Self.jpx(width: 100, height: 100) { x, y in UInt8((x * y) & 255) }
    let file = ImageFile(
      width: 100, height: 100,
      entries: "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode", data: data)
    let stream = try file.opened().object(PDFObject.ID(number: 5, generation: 0))
    let context = ConversionContext(registry: Registry(), limits: limits)
    let image = try #require(try CodedImage(stream, in: context))
    let error = #expect(throws: ConversionError.self) { _ = try image.samples(scale: 1) }
    #expect(error?.code == .limitExceeded)
  }
}
