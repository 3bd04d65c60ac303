import ConverterCore
import PictureModel
import Testing

@Suite("Choice of a format")
struct FormatChoiceTests {
  static let p10 = PixelFormat(.ycbcr(.s420, .bt709, .limited), bitDepth: 10)
  static let limited = PixelFormat(.ycbcr(.s420, .bt601, .limited))

  @Test(
    "what loses least, then what comes first",
    arguments: [
      // The same is always best.
      (.rgb8, [.rgba16, .rgb8], .rgb8),
      // Depth is kept where it can be, alpha before it, colour before both.
      (p10, [.rgb8, .rgb16], .rgb16),
      (.rgba16, [.rgb16, .rgba8], .rgba8),
      (.rgba8, [.gray8, .grayAlpha8, .rgb8], .rgb8),
      (.rgba8, [.rgb8, .rgba8], .rgba8),
      // No more memory than needed.
      (.gray8, [.rgb8, .rgba8, .gray16], .gray16),
      (.gray8, [.rgba8, .rgb8], .rgb8),
      (.rgb8, [.rgba16, .rgb16, .rgba8], .rgba8),
      // Planes stay planes where only the range changes; another matrix goes to RGB.
      (limited, [.jfif(.s444), .rgb8, .jfif(.s420)], .jfif(.s420)),
      (PixelFormat(.ycbcr(.s420, .bt709, .full)), [.jfif(.s420), .jfif(.s444), .rgb8], .rgb8),
      (PixelFormat.jfif(.s444), [.jfif(.s420), .jfif(.s422), .rgb8], .rgb8),
      (PixelFormat.jfif(.s444), [.jfif(.s420), .jfif(.s422)], .jfif(.s422)),
      (PixelFormat.jfif(.monochrome), [.rgb8, .gray8], .gray8),
      // Premultiplied alpha is not divided without need.
      (
        PixelFormat(.rgb, alpha: .premultiplied),
        [.rgba8, PixelFormat(.rgb, alpha: .premultiplied, bitDepth: 16)],
        PixelFormat(.rgb, alpha: .premultiplied, bitDepth: 16)
      ),
      (.cmyk8, [.rgb8, PixelFormat(.cmyk, bitDepth: 16)], PixelFormat(.cmyk, bitDepth: 16)),
      // Equals: the first.
      (.rgb16, [.jfif(.s444), .rgb8, .rgba8], .rgb8),
    ] as [(PixelFormat, [PixelFormat], PixelFormat)])
  func choice(_ source: PixelFormat, _ formats: [PixelFormat], _ expected: PixelFormat) throws {
    #expect(try pixels(source, formats).format == expected)
  }

  @Test("inks need a profile")
  func inks() throws {
    for (source, target) in [(PixelFormat.cmyk8, PixelFormat.rgb8), (.rgb8, .cmyk8)] {
      let error = #expect(throws: ConversionError.self) { _ = try pixels(source, [target]) }
      #expect(error?.code == .unsupportedContent)
    }
  }

  @Test("16 bits become 8 and 8 become 16 exactly")
  func exactScaling() throws {
    let wide = PixelBuffer(.gray16, width: 65536, height: 1)
    for value in 0..<65536 { wide.set(0, value, 0, value) }
    #expect(
      try converted(wide, .gray8).samples[0] == (0..<65536).map { ($0 * 255 + 32767) / 65535 })
    let narrow = PixelBuffer(.gray8, width: 256, height: 1)
    for value in 0..<256 { narrow.set(0, value, 0, value) }
    #expect(try converted(narrow, .gray16).samples[0] == (0..<256).map { $0 * 257 })
    #expect(try converted(narrow, .rgb16).samples[0] == (0..<768).map { $0 / 3 * 257 })
    for depth in 9...15 {
      let highest = 1 << depth - 1
      let plane = PixelBuffer(
        PixelFormat(.ycbcr(.monochrome, .bt601, .full), bitDepth: depth), width: highest + 1,
        height: 1)
      for value in 0...highest { plane.set(0, value, 0, value) }
      #expect(
        try converted(plane, .gray16).samples[0]
          == (0...highest).map { (2 * $0 * 65535 + highest) / (2 * highest) })
    }
  }

  @Test("gray planes become exactly gray RGB", arguments: ChromaSubsampling.allCases)
  func neutral(_ subsampling: ChromaSubsampling) throws {
    let buffer = PixelBuffer(.jfif(subsampling), width: 256, height: 2)
    for (index, plane) in buffer.planes.enumerated() {
      for y in 0..<plane.height {
        for x in 0..<plane.width { buffer.set(index, x, y, index == 0 ? x : 128) }
      }
    }
    #expect(try converted(buffer, .rgb8).samples[0] == (0..<1536).map { $0 % 768 / 3 })
  }

  @Test("a source that ends early or gives rows out of turn is found out")
  func brokenSources() throws {
    final class Broken: PixelSource {
      let format = PixelFormat.jfif(.s420)
      let (width, height) = (8, 64)
      var bands: [(y: Int, height: Int)]
      let buffer = PixelBuffer(.jfif(.s420), width: 8, height: 64)
      init(_ bands: [(Int, Int)]) { self.bands = bands }
      func nextBand() -> PixelBand? {
        guard let band = bands.first else { return nil }
        bands.removeFirst()
        return PixelBand(buffer, y: band.y, height: band.height)
      }
    }
    for (bands, code) in [
      ([(0, 16), (16, 16)], ConversionError.Code.damagedInput), ([], .damagedInput),
      ([(0, 16), (32, 32)], .internalError), ([(0, 16), (16, 64)], .internalError),
      ([(0, 0)], .internalError), ([(0, 16), (0, 16)], .internalError),
    ] {
      let context = ConversionContext.test()
      let facts = PictureFacts(
        width: 8, height: 64, format: .jfif(.s420), sampleDepth: 8, coding: "")
      let error = #expect(throws: ConversionError.self) {
        let source = try Picture(facts) { _ in Broken(bands) }
          .pixels(for: PixelDemand([.rgb8]), in: context)
        while try source.nextBand() != nil {}
      }
      #expect(error?.code == code)
    }
  }

  @Test("collecting keeps to the limits, and shares what is whole already")
  func collecting() throws {
    let buffer = PixelBuffer.noise(.rgb8, 64, 64)
    let whole = try PixelBuffer(collecting: BufferSource(buffer), in: .test())
    #expect(whole.planes[0].base == buffer.planes[0].base)
    let copy = try PixelBuffer(collecting: CuttingSource(buffer, rows: 16), in: .test())
    #expect(copy.samples == buffer.samples)
    for (change, name) in [
      ({ $0.memory = 64 * 64 * 3 - 1 }, "memory"), ({ $0.pixels = 4095 }, "pixels"),
    ]
      as [((inout Limits) -> Void, String)]
    {
      let error = #expect(throws: ConversionError.self) {
        _ = try PixelBuffer(collecting: BufferSource(buffer), in: .test(change))
      }
      #expect(error?.code == .limitExceeded)
      #expect(error?.message.contains("--limit \(name)=") == true)
    }
  }

  private func pixels(
    _ source: PixelFormat, _ formats: [PixelFormat]
  ) throws -> any PixelSource {
    let facts = PictureFacts(
      width: 4, height: 4, format: source, sampleDepth: source.bitDepth, coding: "test")
    return try Picture(facts) { _ in BufferSource(.noise(source, 4, 4)) }
      .pixels(for: PixelDemand(formats), in: .test())
  }

  private func converted(_ buffer: PixelBuffer, _ target: PixelFormat) throws -> PixelBuffer {
    let facts = PictureFacts(
      width: buffer.width, height: buffer.height, format: buffer.format,
      sampleDepth: buffer.format.bitDepth, coding: "test")
    let context = ConversionContext.test()
    let source = try Picture(facts) { _ in BufferSource(buffer) }
      .pixels(for: PixelDemand([target]), in: context)
    return try PixelBuffer(collecting: source, in: context)
  }
}
