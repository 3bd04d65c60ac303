import ConverterCore
import PictureModel
import Testing

@Suite("Flattening and depth")
struct FlattenTests {
  static let formats: [PixelFormat] = [
    .grayAlpha8, .rgba8, .grayAlpha16, .rgba16, PixelFormat(.rgb, alpha: .premultiplied),
    PixelFormat(.gray, alpha: .premultiplied, bitDepth: 16),
    PixelFormat(.ycbcr(.s420, .bt601, .full), alpha: .straight),
  ]

  @Test("blends on the background", arguments: formats)
  func blends(_ format: PixelFormat) throws {
    let colours = [
      Color.white, .black, Color(red: 100, green: 100, blue: 100),
      Color(red: 250, green: 100, blue: 3),
    ]
    for background in colours {
      let buffer = PixelBuffer.noise(format, 35, 33)
      let (picture, context) = try flattened(buffer, background)
      #expect(!picture.facts.format.hasAlpha)
      let isColoured = background.red != background.green || format.channels != .gray
      let target = PixelFormat(
        isColoured && format.channels != .gray || background.red != background.green ? .rgb : .gray,
        bitDepth: format.bitDepth)
      #expect(picture.facts.format == target)
      let result = try PixelBuffer(
        collecting: picture.pixels(for: PixelDemand([target]), in: context), in: context)
      let behind = [background.red, background.green, background.blue].map { Double($0) / 255 }
      let highest = Double(1 << format.bitDepth - 1)
      let expected = ReferencePicture(buffer).pixels.flatMap { pixel in
        (0..<target.samplesPerPixel).map { channel in
          let colour = pixel.colours[pixel.colours.count == 1 ? 0 : channel]
          return (colour * pixel.alpha + behind[channel] * (1 - pixel.alpha)) * highest
        }
      }
      let worst = zip(result.samples[0], expected).map { abs(Double($0) - $1) }.max() ?? 0
      #expect(worst <= 1.01, "on \(background)")
    }
  }

  @Test("the ledger says so")
  func ledger() throws {
    let buffer = PixelBuffer.noise(.rgba8, 3, 3)
    let white = try flattened(buffer, .white).1.ledger
    #expect(white == [LedgerEntry("alpha", .dropped, why: "flattened on white")])
    let other = try flattened(buffer, Color(red: 1, green: 255, blue: 16)).1.ledger
    #expect(other == [LedgerEntry("alpha", .dropped, why: "flattened on #01ff10")])
  }

  @Test("what has no alpha, or may keep it, is left alone")
  func leavesAlone() throws {
    let context = ConversionContext.test()
    for (format, alpha) in [(PixelFormat.rgb8, false), (.rgba8, true)] {
      let facts = PictureFacts(width: 3, height: 3, format: format, sampleDepth: 8, coding: "")
      let picture = Picture(facts) { _ in BufferSource(.noise(format, 3, 3)) }
      let result = try FlattenTransform().apply(
        to: picture, for: .test(alpha: alpha), options: ConversionOptions(), in: context)
      #expect(result.facts.format == format)
    }
    #expect(context.ledger.isEmpty)
  }

  @Test("lost bits are noted, kept ones are not")
  func depth() throws {
    for (depth, most, entries) in [
      (10, 8, [LedgerEntry("bitDepth", .changed, why: "10 → 8: the target holds 8 bits")]),
      (8, 8, []), (8, 16, []), (16, 16, []),
      (16, 12, [LedgerEntry("bitDepth", .changed, why: "16 → 12: the target holds 12 bits")]),
    ] {
      let context = ConversionContext.test()
      let facts = PictureFacts(width: 1, height: 1, format: .rgb16, sampleDepth: depth, coding: "")
      let result = try DepthTransform().apply(
        to: Picture(facts) { _ in BufferSource(.noise(.rgb16, 1, 1)) },
        for: .test(depth: most), options: ConversionOptions(), in: context)
      #expect(context.ledger == entries)
      #expect(result.facts.sampleDepth == min(depth, most))
    }
  }

  @Test("nothing is lost of what is compressed as it is stored")
  func storedDepth() throws {
    let context = ConversionContext(registry: Registry(), limits: .standard, purpose: .compress)
    let facts = PictureFacts(width: 1, height: 1, format: .rgb16, sampleDepth: 32, coding: "")
    var picture = Picture(facts) { _ in BufferSource(.noise(.rgb16, 1, 1)) }
    picture.origin = PictureOrigin(
      "public.tiff", in: InputFile(bytes: []), at: 0..<0, width: 1, height: 1,
      orientation: .upright)
    var capabilities = Picture.Capabilities.test(depth: 16)
    for (recodes, entries) in [
      ("public.tiff", []),
      (
        "public.jpeg", [LedgerEntry("bitDepth", .changed, why: "32 → 16: the target holds 16 bits")]
      ),
    ] as [(ContentType.ID, [LedgerEntry])] {
      capabilities.recodes = recodes
      let before = context.ledger.count
      _ = try DepthTransform().apply(
        to: picture, for: capabilities, options: ConversionOptions(), in: context)
      #expect(Array(context.ledger[before...]) == entries)
    }
  }

  private func flattened(
    _ buffer: PixelBuffer, _ background: Color
  ) throws -> (Picture, ConversionContext) {
    let context = ConversionContext.test()
    var facts = PictureFacts(
      width: buffer.width, height: buffer.height, format: buffer.format,
      sampleDepth: buffer.format.bitDepth, coding: "test")
    facts.palette = PictureFacts.Palette(colours: [], bitDepth: 8)
    var options = ConversionOptions()
    options.background = background
    let picture = try FlattenTransform().apply(
      to: Picture(facts) { _ in CuttingSource(buffer, rows: 16) }, for: .test(alpha: false),
      options: options, in: context)
    #expect(picture.facts.palette == nil)
    return (picture, context)
  }
}
