import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import JPEGPlugin

@Suite struct EncodingTests {
  static let sizes = [
    (1, 1), (7, 3), (8, 8), (16, 16), (17, 33), (640, 1), (1, 640), (250, 130),
  ]
  static let planar: [ChromaSubsampling] = [.s420, .s422, .s440, .s444]

  @Test("planes come back as they were given", arguments: planar, sizes)
  func planes(_ subsampling: ChromaSubsampling, _ size: (Int, Int)) throws {
    let pixels = Pixels.waves(.jfif(subsampling), width: size.0, height: size.1)
    let bytes = try encode(pixels.picture(), quality: 1)
    let back = try decode(bytes, as: .jfif(subsampling))
    #expect(try #require(back.largestDifference(from: pixels)) <= 4)
  }

  @Test(
    "interleaved samples come back as they were given",
    arguments: [PixelFormat.gray8, .rgb8, .cmyk8], sizes)
  func interleaved(_ format: PixelFormat, _ size: (Int, Int)) throws {
    let pixels = Pixels.waves(format, width: size.0, height: size.1)
    let bytes = try encode(pixels.picture(), quality: 1)
    let back = try decode(bytes, as: format)
    #expect(try #require(back.largestDifference(from: pixels)) <= 6)
  }

  @Test("monochrome planes become a gray file")
  func monochrome() throws {
    let pixels = Pixels.waves(.jfif(.monochrome), width: 33, height: 17)
    let bytes = try encode(pixels.picture(), quality: 1)
    #expect(try read(bytes).facts.coding == "baseline, gray")
    let back = try decode(bytes, as: .jfif(.monochrome))
    #expect(try #require(back.largestDifference(from: pixels)) <= 2)
  }

  @Test("planes are copied through without another loss of chroma")
  func planarPath() throws {
    let source = TinyJPEG.yuv420.bytes
    let bytes = try encode(read(source), quality: 1)
    let before = try decode(source, as: .jfif(.s420))
    let after = try decode(bytes, as: .jfif(.s420))
    #expect(try #require(after.largestDifference(from: before)) <= 2)
    // The way through RGB, and chroma sampled anew, ends close by.
    let picture = try decode(source, as: .rgb8).picture()
    let other = try decode(encode(picture, quality: 1, settings: ["subsampling": "420"]), as: .rgb8)
    #expect(try decode(bytes, as: .rgb8).psnr(to: other) > 32)
  }

  @Test("band heights do not change the file", arguments: [16, 48, 64, 208])
  func bandHeights(_ bandHeight: Int) throws {
    for format in [PixelFormat.rgb8, .jfif(.s420), .jfif(.s444), .gray8] {
      let pixels = Pixels.waves(format, width: 100, height: 200)
      #expect(try encode(pixels.picture(bandHeight: bandHeight)) == encode(pixels.picture()))
    }
  }

  @Test(
    "subsampling follows the option, the planes and the quality",
    arguments: [
      ("auto", 0.8, PixelFormat.rgb8, "4:2:0"), ("auto", 0.9, .rgb8, "4:4:4"),
      ("auto", 0.95, .jfif(.s420), "4:2:0"), ("auto", 0.5, .jfif(.s444), "4:4:4"),
      ("auto", 0.5, .jfif(.s440), "4:4:0"), ("422", 0.5, .rgb8, "4:2:2"),
      ("440", 0.5, .rgb8, "4:4:0"), ("444", 0.5, .rgb8, "4:4:4"), ("420", 1, .rgb8, "4:2:0"),
    ])
  func subsampling(
    _ option: String, _ quality: Double, _ format: PixelFormat, _ expected: String
  ) throws {
    let picture = Pixels.waves(format, width: 50, height: 30).picture()
    let bytes = try encode(picture, quality: quality, settings: ["subsampling": option])
    #expect(try read(bytes).facts.coding == "baseline, \(expected)")
  }

  @Test("other subsampling than the planes' asks for RGB")
  func otherSubsampling() throws {
    var options = ConversionOptions()
    options.settings["subsampling"] = "420"
    let demand = try JPEGOptions(options).demand(for: .jfif(.s444))
    #expect(demand.formats == [.rgb8])
    #expect(try JPEGOptions(options).demand(for: .jfif(.s420)).formats == [.jfif(.s420), .rgb8])
    let bt709 = PixelFormat(.ycbcr(.s420, .bt709, .full))
    #expect(try JPEGOptions(options).demand(for: bt709).formats == [.rgb8])
    let limited = PixelFormat(.ycbcr(.s420, .bt601, .limited))
    #expect(try JPEGOptions(options).demand(for: limited).formats == [.rgb8])
  }

  @Test("progressive files are progressive, and as good")
  func progressive() throws {
    let pixels = Pixels.waves(.jfif(.s420), width: 130, height: 70)
    let bytes = try encode(pixels.picture(), settings: ["progressive": "true"])
    #expect(try read(bytes).facts.coding == "progressive, 4:2:0")
    #expect(try decode(bytes, as: .rgb8) == decode(encode(pixels.picture()), as: .rgb8))
  }

  @Test("optimised tables make the file smaller and nothing else")
  func optimised() throws {
    let pixels = Pixels.waves(.rgb8, width: 130, height: 70)
    let plain = try encode(pixels.picture())
    let optimised = try encode(pixels.picture(), settings: ["optimize": "true"])
    #expect(optimised.count < plain.count)
    #expect(try decode(optimised, as: .rgb8) == decode(plain, as: .rgb8))
  }

  @Test("more quality gives more bytes, down to 0")
  func quality() throws {
    let picture = try decode(TinyJPEG.yuv444.bytes, as: .rgb8).picture()
    let sizes = try [0, 0.3, 0.6, 0.8, 1].map { try encode(picture, quality: $0).count }
    #expect(sizes == sizes.sorted())
    #expect(Set(sizes).count == sizes.count)
  }

  @Test("the same picture gives the same bytes")
  func deterministic() throws {
    let picture = Pixels.waves(.rgb8, width: 77, height: 55).picture()
    #expect(try encode(picture) == encode(picture))
  }

  @Test("CMYK is stored as Adobe does: YCCK, inverted")
  func adobeCMYK() throws {
    let ink = Pixels(.cmyk8, width: 16, height: 16) { _, x, _ in x % 4 == 3 ? 255 : 0 }
    let bytes = try encode(ink.picture(), quality: 1)
    #expect(try read(bytes).facts.coding == "baseline, YCCK")
    // Black ink at full is sample 0; no ink is 255, which without Adobe's segment means full ink.
    #expect(try decode(bytes, as: .cmyk8).planes[0].prefix(4) == [0, 0, 0, 255])
    let segments = try JPEGSegments(InputFile(bytes: bytes), range: 0..<bytes.count)
    let adobe = try segments.payloads(of: JPEGMarker(rawValue: 0xEE), after: Array("Adobe".utf8))
    #expect(adobe.first?.last == 2)
  }

  @Test(
    "sides over libjpeg's limit are refused with its number",
    arguments: [(65501, 1), (1, 65501), (70000, 70000)])
  func tooLarge(_ width: Int, _ height: Int) throws {
    let facts = PictureFacts(
      width: width, height: height, format: .gray8, sampleDepth: 8, coding: "test")
    let picture = Picture(facts) { _ in
      BufferSource(PixelBuffer(.gray8, width: 1, height: 1))
    }
    let error = #expect(throws: ConversionError.self) { try encode(picture) }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("65500") == true)
  }

  @Test("65500 pixels on a side are written and read")
  func largest() throws {
    let pixels = Pixels(.gray8, width: 65500, height: 2) { _, x, _ in UInt8(x / 300) }
    let back = try decode(encode(pixels.picture(), quality: 1), as: .gray8)
    #expect(try #require(back.largestDifference(from: pixels)) <= 2)
  }

  @Test("coefficients beyond the memory limit are refused")
  func memoryLimit() throws {
    var limits = Limits()
    limits.memory = 1 << 20
    let pixels = Pixels.waves(.gray8, width: 1000, height: 1000)
    for setting in ["progressive", "optimize"] {
      let error = #expect(throws: ConversionError.self) {
        try encode(pixels.picture(), settings: [setting: "true"], in: context(limits: limits))
      }
      #expect(error?.code == .limitExceeded)
      #expect(error?.message.contains("--limit memory=") == true)
    }
    #expect(try encode(pixels.picture(), in: context(limits: limits)).count > 0)
  }

  @Test(
    "values that a setting does not have are usage errors",
    arguments: [("subsampling", "411"), ("progressive", "yes"), ("optimize", "1")])
  func unknownSettings(_ key: String, _ value: String) {
    let picture = Pixels.waves(.gray8, width: 8, height: 8).picture()
    #expect(errorCode { _ = try encode(picture, settings: [key: value]) } == .usage)
  }
}
