import ConverterCore
import PictureModel
import TestSupport
import Testing

@testable import BMPPlugin

@Suite struct WritingTests {
  private func picture(
    _ format: PixelFormat, width: Int = 13, height: Int = 40,
    _ change: (inout PictureFacts) -> Void = { _ in }
  ) -> Picture {
    var facts = PictureFacts(
      width: width, height: height, format: format, sampleDepth: 8, coding: "")
    change(&facts)
    let buffer = SyntheticPicture(width: width, height: height).buffer(format)
    return Picture(facts) { _ in BandedSource(buffer) }
  }

  /// Bands of 16 rows, as readers give them.
  private final class BandedSource: PixelSource {
    private let buffer: PixelBuffer
    private var y = 0

    init(_ buffer: PixelBuffer) { self.buffer = buffer }

    var format: PixelFormat { buffer.format }
    var width: Int { buffer.width }
    var height: Int { buffer.height }

    func nextBand() -> PixelBand? {
      let rows = min(16, height - y)
      guard rows > 0 else { return nil }
      defer { y += rows }
      return PixelBand(buffer, y: y, bufferRow: y, height: rows)
    }
  }

  @Test(arguments: [PixelFormat.rgb8, .rgba8, .gray8])
  func samplesComeBack(format: PixelFormat) throws {
    for width in [1, 2, 3, 4, 13] {
      let file = try encode(picture(format, width: width))
      let synthetic = SyntheticPicture(width: width, height: 40)
      #expect(try decode(file) == samples(synthetic.buffer(format)))
      #expect(try read(file).facts.format == format)
    }
  }

  @Test(arguments: [(2, 1), (3, 4), (16, 4), (17, 8), (256, 8)])
  func indicesComeBack(_ count: Int, _ bits: Int) throws {
    let colours = (0..<count).map { SIMD4<UInt8>(UInt8($0), UInt8(255 - $0), 9, 255) }
    var facts = PictureFacts(width: 19, height: 3, format: .rgb8, sampleDepth: 8, coding: "")
    facts.palette = .init(colours: colours, bitDepth: 8)
    let model = Picture(facts) { _ in
      let buffer = PixelBuffer(.rgb8, width: 19, height: 3)
      for index in 0..<57 {
        let colour = colours[index * 5 % count]
        for channel in 0..<3 {
          buffer.planes[0].row(index / 19, as: UInt8.self)[3 * (index % 19) + channel] =
            colour[channel]
        }
      }
      return BufferSource(buffer)
    }
    let file = try encode(model)
    #expect(try read(file).facts.palette == .init(colours: colours, bitDepth: bits))
    #expect(
      try decode(file)
        == (0..<57).flatMap { index in (0..<3).map { Int(colours[index * 5 % count][$0]) } })
    #expect(file.count == 14 + 40 + 4 * count + (19 * bits + 31) / 32 * 4 * 3)
  }

  @Test func transparentColoursNeedAPlace() throws {
    let model = picture(.rgba8) { $0.palette = .init(colours: [[1, 2, 3, 0]], bitDepth: 1) }
    #expect(try read(encode(model)).facts.format == .rgba8)
  }

  @Test func profileAndDensityComeBack() throws {
    let profile = try #require(ICCProfile(.displayP3)).bytes
    for format in [PixelFormat.rgb8, .rgba8] {
      let file = try encode(
        picture(format) { facts in
          facts.colour = .icc(profile)
          facts.metadata.dotsPerInch = (300, 72)
        })
      let facts = try read(file).facts
      #expect(facts.colour == .icc(profile))
      let density = try #require(facts.metadata.dotsPerInch)
      #expect(abs(density.x - 300) < 0.02)
      #expect(abs(density.y - 72) < 0.02)
      let synthetic = SyntheticPicture(width: 13, height: 40)
      #expect(try decode(file) == samples(synthetic.buffer(format)))
    }
    let named = try encode(picture(.rgb8) { $0.colour = .cicp(.displayP3) })
    #expect(try read(named).facts.colour == .icc(profile))
    #expect(try encode(picture(.rgb8) { $0.colour = .cicp(.sRGB) }).count == 14 + 40 + 40 * 40)
  }

  @Test func golden() throws {
    let file = try encode(picture(.rgb8, width: 1, height: 1))
    let header: [UInt8] = [
      40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0, 0, 0, 0, 0, 4, 0, 0, 0,
    ]
    #expect(
      file == [0x42, 0x4D, 58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0] + header
        + [UInt8](repeating: 0, count: 16) + [127, 0, 0, 0])
  }

  @Test func whatIsTooLargeIsRefused() {
    let facts = PictureFacts(
      width: 40_000, height: 40_000, format: .rgb8, sampleDepth: 8, coding: "")
    #expect(
      errorCode { _ = try BMPLayout(facts).coding(width: 40_000, height: 40_000, facts) }
        == .unsupportedContent)
  }
}
