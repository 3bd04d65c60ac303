import ConverterCore
import PictureModel
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite("Resizing")
struct ResizeTests {
  static let formats: [PixelFormat] = [
    .gray8, .grayAlpha8, .rgb8, .rgba8, .cmyk8, .gray16, .rgb16, .rgba16,
    PixelFormat(.cmyk, bitDepth: 16), PixelFormat(.rgb, alpha: .premultiplied),
    PixelFormat(.cmyk, alpha: .straight),
  ]

  static let geometries = [
    "20", "7x", "x9", "1x1!", "31x5!", "5x31!", "20x20^", "13x4^", "40%", "33x47!", "1x47!",
  ]

  @Test("as the plain resampler does it", arguments: formats, geometries)
  func reference(_ format: PixelFormat, _ words: String) throws {
    try check(format, 33, 47, words, enlarge: false)
  }

  @Test("larger", arguments: formats, ["100", "90x60!", "70x70^", "300%", "34x47!"])
  func enlarging(_ format: PixelFormat, _ words: String) throws {
    try check(format, 33, 47, words, enlarge: true)
    try check(format, 1, 1, words, enlarge: true)
    try check(format, 2, 5, words, enlarge: true)
  }

  @Test("in linear light", arguments: [PixelFormat.gray8, .rgb8, .rgba8, .rgb16, .rgba16])
  func linearLight(_ format: PixelFormat) throws {
    try check(format, 33, 47, "20", enlarge: false, isLinear: true)
    try check(format, 20, 9, "37x31!", enlarge: true, isLinear: true)
  }

  /// Within half a code value of 8 bits, or a few of 16, and the same however bands are cut.
  private func check(
    _ format: PixelFormat, _ width: Int, _ height: Int, _ words: String, enlarge: Bool,
    isLinear: Bool = false
  ) throws {
    let buffer = PixelBuffer.noise(format, width, height)
    let results = try [16, 32, height].map { rows in
      try resized(buffer, rows: rows, words, enlarge: enlarge, isLinear: isLinear)
    }
    let geometry = try ResizeGeometry(parsing: words)
    let target = geometry.result(width: width, height: height, enlarge: enlarge)
    let result = results[0]
    #expect((result.width, result.height) == (target.width, target.height))
    #expect(results.allSatisfy { $0.samples == result.samples })
    var resampler = ReferenceResampler(target: target)
    if isLinear {
      resampler.decode = { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
      resampler.encode = { $0 <= 0.0031308 ? $0 * 12.92 : 1.055 * pow($0, 1 / 2.4) - 0.055 }
    }
    let highest = Double(1 << format.bitDepth - 1)
    let expected = resampler.resample(
      buffer.samples[0], width: width, height: height, channels: format.samplesPerPixel,
      alpha: format.alpha, highest: highest)
    let size = format.samplesPerPixel
    var worst = 0.0
    for (index, (actual, exact)) in zip(result.samples[0], expected).enumerated() {
      // Where next to nothing is visible, the colour is a quotient of two rounding errors.
      let alpha = format.hasAlpha ? expected[index / size * size + size - 1] : highest
      if alpha < highest / 255 { continue }
      worst = max(worst, abs(Double(actual) - exact))
    }
    #expect(worst <= (format.bitDepth == 8 ? 0.51 : 3), "\(width)×\(height) → \(words)")
  }

  @Test("planes are resized each for itself, chroma as the target takes it")
  func planes() throws {
    let format = PixelFormat.jfif(.s420)
    for (width, height) in [(34, 48), (33, 47)] {
      let buffer = PixelBuffer.noise(format, width, height)
      for wanted in [ChromaSubsampling.s420, .s444, .s422] {
        let results = try [16, height].map { rows in
          try resized(buffer, rows: rows, "17x21!", formats: [.jfif(wanted), .rgb8])
        }
        #expect(results[0].format == .jfif(wanted))
        #expect(results[0].samples == results[1].samples)
        for plane in 0..<3 {
          // In samples of the plane, whose last one may be half outside.
          let (from, to) = (
            format.sampling(ofPlane: plane), results[0].format.sampling(ofPlane: plane)
          )
          let size = results[0].planes[plane]
          let step = (
            Double(width) / Double(from.horizontal) / (17 / Double(to.horizontal)),
            Double(height) / Double(from.vertical) / (21 / Double(to.vertical))
          )
          let target = ResizeGeometry.Result(
            cropWidth: step.0 * Double(size.width), cropHeight: step.1 * Double(size.height),
            width: size.width, height: size.height)
          let expected = ReferenceResampler(target: target).resample(
            buffer.samples[plane], width: buffer.planes[plane].width,
            height: buffer.planes[plane].height, channels: 1, alpha: .none, highest: 255)
          let worst =
            zip(results[0].samples[plane], expected)
            .map { abs(Double($0) - $1) }.max() ?? 0
          #expect(worst <= 0.51, "plane \(plane) of \(width)×\(height) as \(wanted)")
        }
      }
    }
  }

  @Test("what a picture of planes becomes is near what its RGB becomes")
  func planesAgreeWithRGB() throws {
    // Smooth chroma, as after any camera: noise in it is beyond what 4:2:0 can hold.
    let buffer = PixelBuffer(.jfif(.s420), width: 120, height: 90)
    for (index, plane) in buffer.planes.enumerated() {
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let wave = sin(Double(x) / 9 + Double(index)) * cos(Double(y) / 7)
          buffer.set(index, x, y, Int(128 + (index == 0 ? 60 : 30) * wave))
        }
      }
    }
    let context = ConversionContext.test()
    let direct = try resized(buffer, rows: 16, "40", formats: [.rgb8])
    let rgb = try PixelBuffer(
      collecting: picture(buffer, rows: 16).pixels(for: PixelDemand([.rgb8]), in: context),
      in: context)
    let around = try resized(rgb, rows: 16, "40", formats: [.rgb8])
    let worst = zip(direct.samples[0], around.samples[0]).map { abs($0 - $1) }.max()
    #expect(try #require(worst) <= 2)
  }

  @Test("a picture of one colour stays so", arguments: formats + [.jfif(.s420), .jfif(.s444)])
  func constant(_ format: PixelFormat) throws {
    let highest = 1 << format.bitDepth - 1
    for value in [0, 1, highest / 2, highest - 1, highest] {
      let buffer = PixelBuffer(format, width: 37, height: 29)
      for (index, plane) in buffer.planes.enumerated() {
        for y in 0..<plane.height { for x in 0..<plane.width { buffer.set(index, x, y, value) } }
      }
      for (words, enlarge) in [("10", false), ("1x1!", false), ("100x31!", true), ("9x9^", false)] {
        let result = try resized(buffer, rows: 16, words, enlarge: enlarge)
        // Alpha divides what it multiplied; where it is 0 the colour is gone.
        let isExact = result.samples.allSatisfy { $0.allSatisfy { $0 == value } }
        #expect(isExact, "\(value) at \(words)")
      }
    }
  }

  @Test("transparent pixels lend their colour to nobody")
  func noDarkFringe() throws {
    // White, opaque on the left; black and transparent on the right.
    let buffer = PixelBuffer(.rgba8, width: 64, height: 8)
    for y in 0..<8 {
      for x in 0..<64 {
        for channel in 0..<4 { buffer.set(0, 4 * x + channel, y, x < 32 ? 255 : 0) }
      }
    }
    let result = try resized(buffer, rows: 16, "21x8!")
    for x in 0..<21 where result.sample(0, 4 * x + 3, 4) > 1 {
      #expect(result.sample(0, 4 * x, 4) == 255, "column \(x)")
    }
    #expect((0..<21).contains { (2..<254).contains(result.sample(0, 4 * $0 + 3, 4)) })
  }

  @Test("a fraction decoded by the reader is asked for, and used")
  func sufficientSize() throws {
    let small = PixelBuffer.noise(.rgb8, 40, 30)
    var heard: [PixelDemand] = []
    let facts = PictureFacts(width: 160, height: 120, format: .rgb8, sampleDepth: 8, coding: "")
    let picture = Picture(facts) { demand in
      heard.append(demand)
      return BufferSource(small)
    }
    let result = try resized(picture, "20x15", formats: [.rgb8])
    #expect(heard.map { $0.sufficientSize.map { [$0.width, $0.height] } } == [[35, 27]])
    #expect(result.samples == (try resized(small, rows: 16, "20x15")).samples)

    heard = []
    _ = try resized(picture, "20x20^", formats: [.rgb8])
    #expect(heard.map { $0.sufficientSize.map { [$0.width, $0.height] } } == [[47, 35]])

    heard = []
    _ = try resized(picture, "100", formats: [.rgb8])
    #expect(heard.map { $0.sufficientSize == nil } == [true])
  }

  @Test("facts follow")
  func facts() throws {
    var facts = PictureFacts(width: 100, height: 50, format: .rgba8, sampleDepth: 8, coding: "")
    facts.palette = PictureFacts.Palette(colours: [SIMD4(1, 2, 3, 4)], bitDepth: 1)
    facts.metadata.dotsPerInch = (72, 72)
    let picture = Picture(facts) { _ in BufferSource(.noise(.rgba8, 100, 50)) }
    let result = try apply(picture, "50").facts
    #expect((result.width, result.height) == (50, 25))
    #expect(result.palette == nil && result.thumbnailIsStale)
    #expect(result.metadata == facts.metadata)
    // Nothing to do leaves everything.
    for words in ["100", "100x50", "200", "300%", "100%", "500x500^"] {
      let same = try apply(picture, words).facts
      #expect((same.width, same.height) == (100, 50))
      #expect(same.palette != nil && !same.thumbnailIsStale, "\(words)")
    }
  }

  @Test("limits")
  func limits() throws {
    let picture = Picture(
      PictureFacts(width: 1000, height: 1000, format: .rgb8, sampleDepth: 8, coding: ""),
      open: { _ in BufferSource(.noise(.rgb8, 1000, 1000)) })
    var options = ConversionOptions()
    options.resize = .exact(width: 1_000_000, height: 1_000_000)
    options.enlarge = true
    let pixels = #expect(throws: ConversionError.self) {
      _ = try ResizeTransform().apply(
        to: picture, for: .test(), options: options, in: .test())
    }
    #expect(pixels?.code == .limitExceeded)

    let context = ConversionContext.test { $0.memory = 20_000 }
    options.resize = .exact(width: 1000, height: 2)
    let memory = #expect(throws: ConversionError.self) {
      _ = try ResizeTransform().apply(to: picture, for: .test(), options: options, in: context)
        .pixels(for: PixelDemand([.rgb8]), in: context)
    }
    #expect(memory?.code == .limitExceeded)
  }

  @Test func theLedgerSaysBothSizes() throws {
    func ledger(_ words: String) throws -> [LedgerEntry] {
      var options = ConversionOptions()
      options.resize = try ResizeGeometry(parsing: words)
      let context = ConversionContext.test()
      _ = try ResizeTransform().apply(
        to: picture(.noise(.rgb8, 40, 20), rows: 20), for: .test(), options: options, in: context)
      return context.ledger
    }
    #expect(try ledger("10") == [.init("resize", .changed, why: "40×20 → 10×5")])
    #expect(try ledger("80").isEmpty)
  }

  // MARK: - Running it

  private func picture(_ buffer: PixelBuffer, rows: Int) -> Picture {
    Picture(
      PictureFacts(
        width: buffer.width, height: buffer.height, format: buffer.format,
        sampleDepth: buffer.format.bitDepth, coding: "test"),
      open: { _ in CuttingSource(buffer, rows: rows) })
  }

  private func apply(
    _ picture: Picture, _ words: String, enlarge: Bool = false, isLinear: Bool = false
  ) throws -> Picture {
    var options = ConversionOptions()
    options.resize = try ResizeGeometry(parsing: words)
    options.enlarge = enlarge
    if isLinear { options.settings["linear"] = "true" }
    return try ResizeTransform().apply(to: picture, for: .test(), options: options, in: .test())
  }

  private func resized(
    _ picture: Picture, _ words: String, formats: [PixelFormat], enlarge: Bool = false,
    isLinear: Bool = false
  ) throws -> PixelBuffer {
    let context = ConversionContext.test()
    let result = try apply(picture, words, enlarge: enlarge, isLinear: isLinear)
    return try PixelBuffer(
      collecting: result.pixels(for: PixelDemand(formats), in: context), in: context)
  }

  private func resized(
    _ buffer: PixelBuffer, rows: Int, _ words: String, formats: [PixelFormat]? = nil,
    enlarge: Bool = false, isLinear: Bool = false
  ) throws -> PixelBuffer {
    try resized(
      picture(buffer, rows: rows), words, formats: formats ?? [buffer.format], enlarge: enlarge,
      isLinear: isLinear)
  }
}

extension Picture.Capabilities {
  static func test(alpha: Bool = true, depth: Int = 16) -> Self {
    Picture.Capabilities(format: "Test", items: [], alpha: alpha, maximumBitDepth: depth)
  }
}
