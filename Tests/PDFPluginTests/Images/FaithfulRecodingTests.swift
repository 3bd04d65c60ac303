import ConverterCore
import TestSupport
import Testing

@testable import PDFPlugin

@Suite("Smaller pictures show what the larger ones showed")
struct FaithfulRecodingTests {
  private static func bitmap(
    _ width: Int, _ height: Int, isInk: (Int, Int) -> Bool
  ) -> Bitmap {
    var bytes = [UInt8](repeating: 0, count: (width + 7) / 8 * height)
    for y in 0..<height {
      for x in 0..<width where isInk(x, y) {
        bytes[y * ((width + 7) / 8) + x / 8] |= 0x80 >> UInt8(x % 8)
      }
    }
    return Bitmap(width: width, height: height, bytes: bytes)
  }

  private static let bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

  private static func file(_ bitmap: Bitmap, stencil: Bool = false) throws -> ImageFile {
    let (entries, data) = try RecodingTests.flate(
      stencil ? "/ImageMask true" : "/ColorSpace /DeviceGray /BitsPerComponent 1", bitmap.bytes)
    return ImageFile(width: bitmap.width, height: bitmap.height, entries: entries, data: data)
  }

  private static let coarser = RecodingGoal(
    dpi: 684, targetDPI: 72, monoDPI: 300, quality: Quality(0.4))

  /// Gray from white to black made of dots: at fewer pixels an inch there is no gray between the two.
  @Test(arguments: [false, true]) func `Halftones keep their dots`(stencil: Bool) throws {
    let dither = Self.bitmap(960, 480) { x, y in
      Self.bayer[y % 4 * 4 + x % 4] * 60 + Int((x * 7 + y * 13) % 59) < x
    }
    let file = try Self.file(dither, stencil: stencil)
    switch try file.coded().recoded(for: Self.coarser) {
    case .leftAlone(let reason): #expect(reason == "it does not become smaller")
    case .recoded(let image): #expect(image.width == 960 && image.height == 480)
    }
  }

  @Test(arguments: [7, 61, 331], [true, false])
  func `Thin lines stay`(distance: Int, white: Bool) throws {
    let lines = Self.bitmap(1200, 1200) { x, y in
      (x % (3 * distance) == 5 || y % distance == 3) == white
    }
    let file = try Self.file(lines)
    let goal = RecodingGoal(dpi: 2400, targetDPI: 72, monoDPI: 300, quality: Quality(0.4))
    switch try file.coded().recoded(for: goal) {
    case .leftAlone(let reason): #expect(reason == "it does not become smaller")
    case .recoded(let image): #expect(image.width == 1200)
    }
  }

  @Test func `Slanted lines stay`() throws {
    let line = Self.bitmap(1600, 1600) { x, y in abs(x - y * 2 / 3) < 2 }
    let file = try Self.file(line)
    let goal = RecodingGoal(dpi: 2400, targetDPI: 72, monoDPI: 300, quality: Quality(0.4))
    guard case .recoded(let image) = try file.coded().recoded(for: goal) else { return }
    #expect(image.width == 1600)
  }

  @Test func `Text is still brought to fewer pixels`() throws {
    let file = try Self.file(RecodingTests.text(2400, 1200))
    let goal = RecodingGoal(dpi: 600, targetDPI: 72, monoDPI: 300, quality: Quality(0.4))
    let (image, _) = try #require(try file.recoded(for: goal))
    #expect(image.width == 1200 && image.height == 600)
  }

  /// Edges that are met by chance have more shades than there were: fewer pixels may take more.
  @Test func `More resolution never takes less`() throws {
    let text = RecodingTests.text(1200, 1200)
    let raster = Raster(
      width: 1200, height: 1200, channels: 1, bits: 1, packed: text.bytes, isIndex: false)
    let bytes = raster.bytes.enumerated().map { index, byte in
      index % 1200 > 900 ? byte / 255 * 160 + 40 : byte
    }
    let (entries, data) = try RecodingTests.flate(
      "/ColorSpace /DeviceGray /BitsPerComponent 8", bytes)
    let file = ImageFile(width: 1200, height: 1200, entries: entries, data: data)
    let counts = try [(72.0, 0.4), (100, 0.6), (150, 0.8), (300, 0.9)].map { dpi, quality in
      let goal = RecodingGoal(
        dpi: 300, targetDPI: dpi, monoDPI: 300, quality: Quality(quality))
      return try file.recoded(for: goal)?.image.bytes.count ?? data.count
    }
    #expect(counts == counts.sorted(), "\(counts)")
  }

  @Test func `A palette that counts from its end is one all the same`() throws {
    let palette = (0..<256).map { (index: Int) -> String in
      let digits = String(index, radix: 16)
      return (digits.count < 2 ? "0" : "") + digits + "40" + "a0"
    }.joined()
    let bytes = (0..<400 * 400).map { (index: Int) -> UInt8 in
      let (x, y) = (index % 400, index / 400)
      return UInt8((x + y) / 4)
    }
    let file = ImageFile(
      width: 400, height: 400,
      entries: "/ColorSpace [/Indexed /DeviceRGB 255 <\(palette)>] /BitsPerComponent 8 "
        + "/Decode [255 0]", data: bytes)
    let goal = RecodingGoal(dpi: 200, targetDPI: 100, monoDPI: 300, quality: Quality(0.9))
    let (image, result) = try #require(try file.recoded(for: goal))
    #expect(image.width == 200 && image.decode == .removed)
    try Self.expectAlike(file.bytes, result)
  }

  /// What it is made of is not looked at, and stays.
  @Test(arguments: [
    ("[/Separation /Spot /DeviceCMYK 6 0 R]", 1), ("[/DeviceN [/Spot] /DeviceCMYK 6 0 R]", 1),
    ("[/Lab << /WhitePoint [0.96 1 0.82] /Range [-100 100 -100 100] >>]", 3),
  ])
  func `Other colour spaces stay`(space: String, channels: Int) throws {
    let function = Array(
      "<< /FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 1 0.5 0.1] /N 1 >>".utf8)
    let (entries, data) = try RecodingTests.flate(
      "/ColorSpace \(space) /BitsPerComponent 8",
      RecodingTests.photo(400, 400, channels: channels))
    let file = ImageFile(
      width: 400, height: 400, entries: entries, data: data, others: [function])
    let goal = RecodingGoal(dpi: 200, targetDPI: 100, monoDPI: 300, quality: Quality(0.9))
    let (image, result) = try #require(try file.recoded(for: goal))
    #expect(image.width == 200 && image.colourSpace == .kept)
    #expect(image.codec == (channels == 1 ? "JPEG" : "Flate"))
    try Self.expectAlike(file.bytes, result)
  }

  @Test func `A JPEG without its end is left alone`() throws {
    let raster = Raster(
      width: 200, height: 200, channels: 3, bytes: RecodingTests.photo(200, 200, channels: 3))
    let jpeg = try JPEGImageEncoderHandle.encode(
      raster, quality: Quality(0.95), in: ImageFile.context)
    let file = ImageFile(
      width: 200, height: 200,
      entries: "/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode",
      data: jpeg.dropLast(2))
    guard case .leftAlone(let reason) = try file.coded().recoded(for: .inPlace(quality: 0.3))
    else {
      Issue.record("it became another picture")
      return
    }
    #expect(reason == "its JPEG data end too early")
  }

  @Test func `A palette with too few colours is left alone`() throws {
    let file = ImageFile(
      width: 100, height: 100,
      entries: "/ColorSpace [/Indexed /DeviceRGB 255 <102030405060>] /BitsPerComponent 8",
      data: (0..<10000).map { UInt8($0 % 251) })
    guard case .leftAlone(let reason) = try file.coded().recoded(for: .inPlace()) else {
      Issue.record("it became another picture")
      return
    }
    #expect(reason == "its colour space is Indexed, with too few colours")
  }

  private static func expectAlike(_ before: [UInt8], _ after: [UInt8]) throws {
    let (before, after) = (try RecodingTests.shown(before), try RecodingTests.shown(after))
    #expect(before.samples.count == after.samples.count)
    let difference = zip(before.samples, after.samples).reduce(0) {
      $0 + abs(Int($1.0) - Int($1.1))
    }
    #expect(difference / max(1, before.samples.count) < 6)
  }
}
