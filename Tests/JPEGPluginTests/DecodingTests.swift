import ConverterCore
import PictureModel
import Testing

@testable import JPEGPlugin

@Suite struct DecodingTests {
  @Test("every way of coding gives djpeg's exact samples", arguments: TinyJPEG.all)
  func exactSamples(_ file: TinyJPEG) throws {
    let pixels = try decode(file.bytes, as: .rgb8)
    #expect(pixels.format == (file.format == .gray8 ? .gray8 : .rgb8))
    #expect((pixels.width, pixels.height) == (TinyJPEG.width, TinyJPEG.height))
    #expect(pixels.digest == file.digest)
  }

  @Test("facts name size, format and coding", arguments: TinyJPEG.all)
  func facts(_ file: TinyJPEG) throws {
    let facts = try read(file.bytes).facts
    #expect((facts.width, facts.height) == (TinyJPEG.width, TinyJPEG.height))
    #expect(facts.format == file.format)
    #expect(facts.coding == file.coding)
    #expect(facts.sampleDepth == 8)
    #expect(facts.colour == .unspecified)
    #expect(facts.companions.isEmpty)
  }

  @Test("left alone, the reader delivers the format that its facts state", arguments: TinyJPEG.all)
  func nativeFormat(_ file: TinyJPEG) throws {
    #expect(try decode(file.bytes, as: .gray16).format == file.format)
    #expect(try decode(file.bytes, as: file.format).format == file.format)
  }

  @Test("planes become the samples of libjpeg's own colour conversion")
  func planesAgreeWithRGB() throws {
    let planes = try decode(TinyJPEG.yuv444.bytes, as: .jfif(.s444))
    let rgb = try decode(TinyJPEG.yuv444.bytes, as: .rgb8)
    // ITU-T T.871, 7, in libjpeg's fixed-point arithmetic.
    func clamp(_ value: Int) -> UInt8 { UInt8(max(0, min(255, value))) }
    var expected: [UInt8] = []
    for index in planes.planes[0].indices {
      let y = Int(planes.planes[0][index])
      let cb = Int(planes.planes[1][index]) - 128
      let cr = Int(planes.planes[2][index]) - 128
      expected.append(clamp(y + (91881 * cr + 32768) >> 16))
      expected.append(clamp(y + (-22554 * cb - 46802 * cr + 32768) >> 16))
      expected.append(clamp(y + (116130 * cb + 32768) >> 16))
    }
    #expect(rgb.planes == [expected])
  }

  @Test("progressive, arithmetic and restarted files have the planes of the baseline file")
  func samePlanes() throws {
    let baseline = try decode(TinyJPEG.yuv420.bytes, as: .jfif(.s420))
    for other in [
      TinyJPEG.progressive, .restarts, .scanPerComponent, .arithmetic, .arithmeticProgressive,
    ] {
      #expect(try decode(other.bytes, as: .jfif(.s420)) == baseline, "\(other.testDescription)")
    }
  }

  @Test("the demand's first possible format is delivered")
  func demandOrder() throws {
    let bytes = TinyJPEG.yuv422.bytes
    #expect(try decode(bytes, as: .jfif(.s420), .jfif(.s422), .rgb8).format == .jfif(.s422))
    #expect(try decode(bytes, as: .jfif(.s420), .rgb8, .jfif(.s422)).format == .rgb8)
    #expect(try decode(bytes, as: .rgba16).format == .rgb8)
    #expect(try decode(TinyJPEG.gray.bytes, as: .jfif(.monochrome)).format == .jfif(.monochrome))
    #expect(
      try decode(TinyJPEG.gray.bytes, as: .jfif(.monochrome)).planes
        == decode(TinyJPEG.gray.bytes, as: .gray8).planes)
  }

  @Test(
    "the smallest scale that suffices is decoded",
    arguments: [
      (40, 24, 40, 24), (21, 12, 40, 24), (20, 12, 20, 12), (11, 6, 20, 12), (10, 6, 10, 6),
      (6, 2, 10, 6), (5, 3, 5, 3), (1, 1, 5, 3),
    ])
  func scales(_ width: Int, _ height: Int, _ gotWidth: Int, _ gotHeight: Int) throws {
    for file in TinyJPEG.all {
      let pixels = try decode(file.bytes, as: .rgb8, atLeast: (width, height))
      #expect((pixels.width, pixels.height) == (gotWidth, gotHeight), "\(file.testDescription)")
    }
  }

  @Test(
    "a picture that is not whole at a scale is not decoded at it",
    arguments: [(41, 24, 8), (40, 23, 8), (42, 22, 4), (44, 24, 2), (48, 24, 1)])
  func wholeSamples(_ width: Int, _ height: Int, _ eighths: Int) throws {
    let bytes = try encode(Pixels.waves(.gray8, width: width, height: height).picture())
    let pixels = try decode(bytes, as: .gray8, atLeast: (1, 1))
    #expect((pixels.width, pixels.height) == (width * eighths / 8, height * eighths / 8))
  }

  @Test("a scaled picture looks like the whole one", arguments: [4, 2, 1])
  func scaledContent(_ eighths: Int) throws {
    let whole = Pixels.waves(.rgb8, width: 336, height: 208)
    let bytes = try encode(whole.picture(), quality: 1, settings: ["subsampling": "444"])
    let size = (42 * eighths, 26 * eighths)
    let scaled = try decode(bytes, as: .rgb8, atLeast: size)
    #expect((scaled.width, scaled.height) == size)
    // The mean is what every scale keeps.
    func mean(_ pixels: Pixels) -> Double {
      Double(pixels.planes[0].reduce(0) { $0 + Int($1) }) / Double(pixels.planes[0].count)
    }
    #expect(abs(mean(scaled) - mean(whole)) < 1)
  }

  @Test("at half size the chroma of 4:2:0 is whole", arguments: [16, 202, 1014])
  func scaledPlanes(_ width: Int) throws {
    let whole = Pixels.waves(.jfif(.s420), width: width, height: 98)
    let bytes = try encode(whole.picture(), quality: 1)
    let half = try decode(
      bytes, as: .jfif(.s444), .jfif(.s420), atLeast: (width / 2, 49))
    #expect(half.format == .jfif(.s444))
    let difference = zip(half.planes[1], whole.planes[1]).map { abs(Int($0) - Int($1)) }.max()
    #expect((difference ?? 255) <= 3)
  }
}
