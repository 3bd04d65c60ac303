import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import GIFPlugin

@Suite struct WritingTests {
  /// Pixels of so many colours, none of them near another's copy.
  private func pixels(_ count: Int, colours: Int, channels: Int = 4) -> [UInt8] {
    (0..<count).flatMap { index -> [UInt8] in
      let number = index * 7 % colours
      let colour: [UInt8] = [
        UInt8(number % 256), UInt8(number / 256 * 50), UInt8(number * 3 % 256),
      ]
      return colour + (channels == 4 ? [255] : [])
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 16, 17, 128, 255, 256])
  func fewColoursAreKept(count: Int) throws {
    let samples = pixels(40 * 30, colours: count)
    let context = context()
    let file = try encode(picture(width: 40, height: 30, frames: [samples]), in: context)
    #expect(try decode(file) == samples)
    #expect(context.ledger.isEmpty)
    #expect(try read(file).facts.format == .rgb8)
  }

  @Test(arguments: ["true", "false"])
  func moreColoursAreChosen(dither: String) throws {
    let source = SyntheticPicture(width: 64, height: 48)
    let samples = (0..<48).flatMap { y in
      (0..<64).flatMap { x in source.samples(x, y, as: .rgb8).map { UInt8($0) } }
    }
    let context = context()
    let file = try encode(
      picture(width: 64, height: 48, frames: [samples], format: .rgb8), ["dither": dither],
      in: context)
    #expect(context.ledger.map(\.what) == ["colours"])
    let result = try decode(file)
    var error = 0
    for index in 0..<64 * 48 {
      for channel in 0..<3 {
        let difference = Int(result[4 * index + channel]) - Int(samples[3 * index + channel])
        error += difference * difference
      }
    }
    // 32 dB without a grain, 30 with it.
    #expect(Double(error) / Double(64 * 48 * 3) < (dither == "true" ? 65 : 41))
  }

  @Test func aPaletteKeepsItsOrder() throws {
    let file = TinyGIF.file(
      3, 2, [TinyGIF.control(transparent: 3), TinyGIF.frame(0, 0, 3, 2, [2, 1, 2, 3, 0, 1])])
    let again = try encode(try read(file))
    #expect(try read(again).facts.palette == read(file).facts.palette)
    #expect(try decode(again) == decode(file))
  }

  @Test func halfTransparentIsNothing() throws {
    let samples: [UInt8] = [9, 8, 7, 127, 9, 8, 7, 128, 9, 8, 7, 255, 9, 8, 7, 0]
    let context = context()
    let file = try encode(picture(width: 4, height: 1, frames: [samples]), in: context)
    #expect(
      try decode(file) == TinyGIF.empty + [9, 8, 7, 255, 9, 8, 7, 255] + TinyGIF.empty)
    #expect(context.ledger.map(\.what) == ["alpha"])
    let clear = try encode(
      picture(width: 2, height: 1, frames: [[UInt8](repeating: 0, count: 8)]))
    #expect(try decode(clear) == TinyGIF.empty + TinyGIF.empty)
  }

  @Test(arguments: [1, 2, 3, 5, 8, 9, 17])
  func interlacedIsTheSame(height: Int) throws {
    let samples = pixels(3 * height, colours: 9)
    let file = try encode(
      picture(width: 3, height: height, frames: [samples]), ["interlace": "true"])
    #expect(try read(file).facts.coding == "GIF89a, interlaced")
    #expect(try decode(file) == samples)
  }

  /// Long enough for the table to be full, to be kept and to be given up.
  @Test func longDataComeBack() throws {
    var state: UInt32 = 1
    let samples = (0..<300 * 200).flatMap { index -> [UInt8] in
      state = state &* 1_664_525 &+ 1_013_904_223
      // A drawing, then noise, then a drawing.
      let value = (20_000..<40_000).contains(index) ? UInt8(state >> 24) : UInt8(index / 50 % 7)
      return [value, 0, 0, 255]
    }
    let file = try encode(picture(width: 300, height: 200, frames: [samples]))
    #expect(try decode(file) == samples)
    #expect(file.count < 45_000)
  }

  @Test func metadataComeBack() throws {
    var model = picture(width: 1, height: 1, frames: [TinyGIF.red])
    let profile = try #require(ICCProfile(.displayP3)).bytes
    model.facts.colour = .icc(profile)
    model.facts.metadata.xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
    model.facts.metadata.texts = [
      .init(keyword: "Comment", text: String(repeating: "lang ", count: 100)),
      .init(keyword: "Author", text: "Ä"),
    ]
    let facts = try read(encode(model)).facts
    #expect(facts.colour == .icc(profile))
    #expect(facts.metadata.xmp == model.facts.metadata.xmp)
    #expect(
      facts.metadata.texts == [
        model.facts.metadata.texts[0], .init(keyword: "Comment", text: "Author: Ä"),
      ])
  }

  @Test func aSideIsBounded() throws {
    let facts = PictureFacts(
      width: 65536, height: 1, format: .rgb8, sampleDepth: 8, coding: "")
    let wide = Picture(facts) { _ in BufferSource(PixelBuffer(.rgb8, width: 65536, height: 1)) }
    #expect(errorCode { _ = try encode(wide) } == .unsupportedContent)
  }

  @Test func aPlanTellsWhatMayBeLost() throws {
    let context = context(isPlanning: true)
    let model = picture(width: 1, height: 1, frames: [TinyGIF.red])
    try GIFWriter().announce(
      model, as: "com.compuserve.gif", options: GIFWriterOptions(ConversionOptions()),
      in: WritingContext(context))
    #expect(context.ledger.map(\.what) == ["colours", "alpha"])
  }

  @Test(arguments: [("colours", "1"), ("colours", "257"), ("dither", "yes"), ("interlace", "1")])
  func optionsAreChecked(_ key: String, _ value: String) {
    var options = ConversionOptions()
    options.settings = [key: value]
    #expect(errorCode { _ = try GIFWriterOptions(options) } == .usage)
  }

  @Test func qualityIsTheNumberOfColours() throws {
    var options = ConversionOptions()
    options.quality = Quality(0.25)
    #expect(try GIFWriterOptions(options).colours == 64)
    options.settings = ["colours": "7"]
    #expect(try GIFWriterOptions(options).colours == 7)
    #expect(try !GIFWriterOptions(options).usesQuality)
  }

  /// The same words as for PNG.
  @Test(arguments: [("small", 64), ("balanced", 128), ("high", 256), ("none", 256)])
  func aPresetIsANumberOfColours(word: String, colours: Int) throws {
    var options = ConversionOptions()
    options.settings = ["preset": word]
    #expect(try GIFWriterOptions(options).colours == colours)
    options.quality = Quality(0.125)
    #expect(try GIFWriterOptions(options).colours == 32)
    options.settings["colours"] = "7"
    #expect(try GIFWriterOptions(options).colours == 7)
    options.settings["preset"] = "tiny"
    #expect(errorCode { _ = try GIFWriterOptions(options) } == .usage)
  }

  @Test func golden() throws {
    let file = try encode(
      picture(
        width: 2, height: 2, frames: [TinyGIF.red + TinyGIF.green + TinyGIF.blue + TinyGIF.red]))
    let head: [UInt8] = Array("GIF89a".utf8) + [2, 0, 2, 0, 0xF1, 0, 0]
    let colours: [UInt8] = [200, 0, 0, 0, 200, 0, 0, 0, 200, 0, 0, 0]
    let place: [UInt8] = [0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0]
    // 4 empties the table, then 0, 1 and 2 in three bits, 0 and the end, 5, in four.
    let data: [UInt8] = [2, 3, 0b01_000_100, 0b0000_010_0, 0b0000_0101, 0, 0x3B]
    #expect(file == head + colours + place + data)
  }
}
