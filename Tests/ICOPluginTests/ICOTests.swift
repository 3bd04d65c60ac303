import ConverterCore
import DeviceIndependentBitmaps
import PNGPlugin
import PictureModel
import TestSupport
import Testing

@testable import ICOPlugin

private func context(limits: Limits = .standard) throws -> ConversionContext {
  var registry = Registry()
  try PNGPlugin.register(in: &registry)
  return ConversionContext(registry: registry, limits: limits)
}

private func read(_ bytes: [UInt8], limits: Limits = .standard) throws -> Picture {
  try ICOReader().read(
    InputFile(bytes: bytes), type: "com.microsoft.ico", in: ReadingContext(context(limits: limits)))
}

private func pixels(of picture: Picture) throws -> [UInt8] {
  let context = try context()
  let buffer = try PixelBuffer(
    collecting: picture.pixels(for: PixelDemand([.rgba8]), in: context), in: context)
  return (0..<buffer.height).flatMap { y in
    (0..<buffer.width * 4).map { buffer.planes[0].row(y, as: UInt8.self)[$0] }
  }
}

private func encode(
  width: Int, height: Int, _ settings: [String: String] = [:], enlarge: Bool = false,
  in context: ConversionContext
) throws -> [UInt8] {
  let facts = PictureFacts(
    width: width, height: height, format: .rgba8, sampleDepth: 8, coding: "")
  let buffer = SyntheticPicture(width: width, height: height).buffer(.rgba8)
  var options = ConversionOptions()
  options.settings = settings
  options.enlarge = enlarge
  let output = try OutputFile(.memory)
  let writer = ICOWriter()
  let picture = Picture(facts) { _ in BufferSource(buffer) }
  try writer.announce(
    picture, as: "com.microsoft.ico", options: ICOOptions(options), in: WritingContext(context))
  try writer.write(
    picture, as: "com.microsoft.ico", to: output, options: ICOOptions(options),
    in: WritingContext(context))
  return output.bytes
}

private func number(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// An icon of one bitmap or of several, put together by hand.
private func icon(_ images: [(side: Int, bits: Int, bytes: [UInt8])], kind: Int = 1) -> [UInt8] {
  var offset = 6 + 16 * images.count
  var directory = number(0, 2) + number(kind, 2) + number(images.count, 2)
  for image in images {
    directory += [
      UInt8(truncatingIfNeeded: image.side), UInt8(truncatingIfNeeded: image.side), 0, 0,
    ]
    directory += number(1, 2) + number(image.bits, 2) + number(image.bytes.count, 4)
    directory += number(offset, 4)
    offset += image.bytes.count
  }
  return directory + images.flatMap(\.bytes)
}

private func bitmap(
  _ side: Int, _ bits: Int, colours: [UInt8] = [], pixels: [UInt8], mask: [UInt8]
) -> [UInt8] {
  let header = number(40, 4) + number(side, 4) + number(2 * side, 4) + number(1, 2)
  let rest = number(bits, 2) + number(0, 4 * 4) + number(colours.count / 4, 4) + number(0, 4)
  return header + rest + colours + pixels + mask
}

@Suite struct ReadingTests {
  private let red: [UInt8] = [255, 0, 0, 255]
  private let empty: [UInt8] = [0, 0, 0, 0]

  /// Two by two in two colours, the mask hides the lower left.
  private let one = bitmap(
    2, 1, colours: [0, 0, 255, 0, 255, 0, 0, 0], pixels: [0x80, 0, 0, 0, 0x40, 0, 0, 0],
    mask: [0x80, 0, 0, 0, 0, 0, 0, 0])

  @Test(arguments: [1, 2])
  func whatTheMaskHidesIsTransparent(kind: Int) throws {
    let picture = try read(icon([(2, 1, one)], kind: kind))
    #expect((picture.facts.width, picture.facts.height) == (2, 2))
    #expect(picture.facts.format == .rgba8)
    #expect(picture.facts.palette == nil)
    let blue: [UInt8] = [0, 0, 255, 255]
    #expect(try pixels(of: picture) == red + blue + empty + red)
  }

  @Test func ownOpacityGoesBeforeTheMask() throws {
    let own = bitmap(1, 32, pixels: [1, 2, 3, 77], mask: [0x80, 0, 0, 0])
    #expect(try pixels(of: read(icon([(1, 32, own)]))) == [3, 2, 1, 77])
    let none = bitmap(1, 32, pixels: [1, 2, 3, 0], mask: [0, 0, 0, 0])
    #expect(try pixels(of: read(icon([(1, 32, none)]))) == [3, 2, 1, 255])
    let hidden = bitmap(1, 32, pixels: [1, 2, 3, 0], mask: [0x80, 0, 0, 0])
    #expect(try pixels(of: read(icon([(1, 32, hidden)]))) == empty)
    let plain = bitmap(1, 24, pixels: [1, 2, 3, 0], mask: [0, 0, 0, 0])
    #expect(try pixels(of: read(icon([(1, 24, plain)]))) == [3, 2, 1, 255])
  }

  @Test func aMaskMayBeMissing() throws {
    let plain = bitmap(1, 24, pixels: [1, 2, 3, 0], mask: [])
    #expect(try pixels(of: read(icon([(1, 24, plain)]))) == [3, 2, 1, 255])
    #expect(try read(icon([(1, 24, plain)])).facts.format == .rgb8)
  }

  @Test func theLargestIsThePicture() throws {
    let png = try Places.fixtureBytes("rgba.png")
    let small = bitmap(1, 24, pixels: [1, 2, 3, 0], mask: [0, 0, 0, 0])
    let deep = bitmap(1, 32, pixels: [9, 9, 9, 9], mask: [0, 0, 0, 0])
    let picture = try read(icon([(1, 24, small), (48, 32, png), (1, 32, deep), (2, 1, one)]))
    #expect((picture.facts.width, picture.facts.height) == (48, 32))
    #expect(picture.siblings.map(\.name) == ["2x2", "1x1", "1x1-2"])
    #expect(picture.facts.companions.map(\.kind) == [.image, .image, .image])
    #expect(try pixels(of: picture.siblings[1].open()) == [9, 9, 9, 9])
    #expect(try pixels(of: picture.siblings[2].open()) == [3, 2, 1, 255])
  }

  @Test func noPrefixIsTakenForTheWhole() throws {
    let whole = icon([(2, 1, one)])
    for count in 0..<whole.count {
      let error = #expect(throws: ConversionError.self, "\(count)") {
        _ = try pixels(of: read(Array(whole.prefix(count))))
      }
      #expect(error?.code == .damagedInput)
    }
  }

  @Test(arguments: 0..<70)
  func anyByteMayBeWrong(place: Int) throws {
    for value: UInt8 in [0, 1, 3, 32, 0x7F, 0x80, 0xFF] {
      var bytes = icon([(2, 1, one)])
      bytes[place] = value
      do {
        var limits = Limits.standard
        limits.pixels = 1 << 20
        _ = try pixels(of: read(bytes, limits: limits))
      } catch let error as ConversionError {
        #expect([.damagedInput, .unsupportedContent, .limitExceeded].contains(error.code))
      }
    }
  }
}

@Suite struct WritingTests {
  @Test func theUsualSizesAreWritten() throws {
    let context = try context()
    let file = try encode(width: 300, height: 150, in: context)
    let picture = try read(file)
    #expect((picture.facts.width, picture.facts.height) == (256, 128))
    #expect(picture.siblings.map(\.name) == ["48x24", "32x16", "16x8"])
    #expect(context.ledger.map(\.what) == ["size"])
    #expect(context.ledger.map(\.action) == [.changed])
    // The largest is PNG, and the last.
    let directory = try ICODirectory(of: InputFile(bytes: file))
    let largest = directory.entries[0].place
    #expect(largest.upperBound == file.count)
    #expect(Array(file[largest.prefix(4)]) == [0x89, 0x50, 0x4E, 0x47])
  }

  @Test(arguments: [
    (48, [48, 32, 16]), (64, [64, 48, 32, 16]), (9, [9]), (256, [256, 48, 32, 16]),
  ])
  func theOwnSizeIsExact(side: Int, expected: [Int]) throws {
    let picture = try read(encode(width: side, height: side, in: context()))
    #expect(picture.facts.width == expected[0])
    #expect(picture.siblings.count == expected.count - 1)
    let synthetic = SyntheticPicture(width: side, height: side)
    let samples = (0..<side * side).flatMap { index in
      synthetic.samples(index % side, index / side, as: .rgba8).map { UInt8($0) }
    }
    #expect(try pixels(of: picture) == samples)
  }

  @Test func sizesMayBeChosen() throws {
    let context = try context()
    let picture = try read(
      encode(width: 100, height: 100, ["sizes": "20,64,128"], in: context))
    #expect(picture.facts.width == 64)
    #expect(picture.siblings.map(\.name) == ["20x20"])
    #expect(context.warnings.count == 1)
    let large = try encode(
      width: 100, height: 100, ["sizes": "20,64,128"], enlarge: true, in: context)
    #expect(try read(large).facts.width == 128)
    // What is too small for all of them keeps its own.
    let small = try encode(width: 5, height: 3, ["sizes": "16"], in: context)
    #expect(try read(small).facts.width == 5)
  }

  @Test(arguments: ["", "0", "257", "16,", "a", "16;32", "-1"])
  func sizesAreChecked(text: String) {
    var options = ConversionOptions()
    options.settings = ["sizes": text]
    #expect(throws: ConversionError.self) { _ = try ICOOptions(options) }
  }

  @Test func golden() throws {
    let file = try encode(width: 1, height: 1, in: context())
    let entry: [UInt8] = [1, 1, 0, 0, 1, 0, 32, 0] + number(48, 4) + number(22, 4)
    let header =
      number(40, 4) + number(1, 4) + number(2, 4) + number(1, 2) + number(32, 2) + number(0, 4)
      + number(4, 4) + number(0, 16)
    #expect(
      file == [0, 0, 1, 0, 1, 0] + entry + header + [127, 0, 0, 255] + [0, 0, 0, 0])
  }
}
