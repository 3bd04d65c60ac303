import ConverterCore
import HEIFPlugin
import PictureModel
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Lossy pictures stay near their source, in colour, size and depth.
@Suite struct LossyTests {
  @Test(arguments: WrittenType.allCases, LosslessTests.sizes)
  func closeness(_ type: WrittenType, _ size: [Int]) throws {
    let buffer = SyntheticPicture.buffer(.rgba8, width: size[0], height: size[1], sample: Self.soft)
    let file = try HEIFWriter.bytes(
      of: SyntheticPicture.picture(buffer), as: type.id, quality: 0.95)
    let decoded = try ReferenceDecoder(file)
    #expect([decoded.width, decoded.height] == size)
    for (index, samples) in [decoded.red, decoded.green, decoded.blue].enumerated() {
      #expect(peakSignalToNoise(samples, buffer.samples(index), maximum: 255) > 36)
    }
    let alpha = try #require(decoded.alpha)
    #expect(peakSignalToNoise(alpha, buffer.samples(3), maximum: 255) > 36)
  }

  /// Planes are coded as they are and described as they are: their colours are those that the
  /// matrix and range give.
  @Test(
    arguments: WrittenType.allCases,
    [
      PixelFormat(.ycbcr(.s444, .bt709, .full)),
      PixelFormat(.ycbcr(.s420, .bt601, .limited)),
      PixelFormat(.ycbcr(.s422, .bt2020, .limited), bitDepth: 10),
      PixelFormat(.ycbcr(.s420, .bt2020, .full), bitDepth: 12),
    ])
  func planesMeanTheSame(_ type: WrittenType, _ format: PixelFormat) throws {
    guard case .ycbcr(_, .weighted(let kr, let kb), let range) = format.channels else { return }
    let unit = Double(1 << (format.bitDepth - 8))
    let maximum = Double(1 << format.bitDepth - 1)
    let scale = range == .full ? (maximum, maximum) : (219 * unit, 224 * unit)
    // A flat colour, that every subsampling keeps.
    let rgb = [0.7, 0.4, 0.2]
    let luma = kr * rgb[0] + (1 - kr - kb) * rgb[1] + kb * rgb[2]
    let stored = [
      luma * scale.0 + (range == .full ? 0 : 16 * unit),
      (rgb[2] - luma) / (2 * (1 - kb)) * scale.1 + 128 * unit,
      (rgb[0] - luma) / (2 * (1 - kr)) * scale.1 + 128 * unit,
    ]
    let buffer = SyntheticPicture.buffer(format, width: 70, height: 66) { _, _, plane, _ in
      Int(stored[plane].rounded())
    }
    let file = try HEIFWriter.bytes(
      of: SyntheticPicture.picture(buffer), as: type.id, settings: ["lossless": "true"])
    let decoded = try ReferenceDecoder(file)
    #expect(decoded.bitDepth == format.bitDepth)
    for (samples, value) in zip([decoded.red, decoded.green, decoded.blue], rgb) {
      let expected = value * maximum
      let tolerance = 2.5 * (maximum / 255 < 1.5 ? 1 : unit)
      #expect(samples.allSatisfy { abs(Double($0) - expected) <= tolerance })
    }
  }

  @Test(arguments: WrittenType.allCases)
  func betterQualityTakesMoreBytes(_ type: WrittenType) throws {
    let buffer = SyntheticPicture.buffer(.rgb8, width: 160, height: 120)
    let sizes = try [0.1, 0.3, 0.5, 0.7, 0.85, 0.95, 1].map {
      try HEIFWriter.bytes(of: SyntheticPicture.picture(buffer), as: type.id, quality: $0).count
    }
    #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 < $1 }, "\(sizes)")
  }

  @Test(arguments: WrittenType.allCases, 0...10)
  func everySpeed(_ type: WrittenType, _ speed: Int) throws {
    let buffer = SyntheticPicture.buffer(.rgb8, width: 66, height: 64, sample: Self.soft)
    let file = try HEIFWriter.bytes(
      of: SyntheticPicture.picture(buffer), as: type.id, settings: ["speed": "\(speed)"])
    let decoded = try ReferenceDecoder(file)
    #expect(peakSignalToNoise(decoded.green, buffer.samples(1), maximum: 255) > 30)
  }

  @Test(arguments: WrittenType.allCases, ["420", "422", "444"])
  func everySubsampling(_ type: WrittenType, _ chroma: String) throws {
    let buffer = SyntheticPicture.buffer(.rgb16, width: 66, height: 64, sample: Self.soft)
    let file = try HEIFWriter.bytes(
      of: SyntheticPicture.picture(buffer, sampleDepth: 16), as: type.id, quality: 0.9,
      settings: ["chroma": chroma])
    let decoded = try ReferenceDecoder(file)
    #expect(decoded.bitDepth == 10)
    let expected = buffer.samples(0).map { $0 * 1023 / 65_535 }
    #expect(peakSignalToNoise(decoded.red, expected, maximum: 1023) > 36)
  }

  /// Slopes without edges, so that subsampling costs little.
  private static func soft(x: Int, y: Int, plane: Int, maximum: Int) -> Int {
    min(255, 40 + x + y / 2 + plane * 20) * maximum / 255
  }

  private func peakSignalToNoise(_ samples: [Int], _ expected: [Int], maximum: Int) -> Double {
    guard samples.count == expected.count else { return 0 }
    let squares = zip(samples, expected).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
    guard squares > 0 else { return .infinity }
    return 10 * log10(Double(maximum * maximum * samples.count) / Double(squares))
  }
}
