import ConverterCore
import PictureModel
import Testing

@Suite("Conversions between pixel formats")
struct FormatConversionTests {
  static let sizes = [(1, 1), (1, 7), (3, 5), (35, 33)]

  static let planar: [PixelFormat] = {
    var formats: [PixelFormat] = []
    let matrices: [MatrixCoefficients] = [.bt601, .bt709, .bt2020, .ycgco]
    for subsampling in ChromaSubsampling.allCases {
      for matrix in matrices {
        for range in [SampleRange.full, .limited] {
          for depth in [8, 10, 12, 16] {
            formats.append(PixelFormat(.ycbcr(subsampling, matrix, range), bitDepth: depth))
          }
          formats.append(PixelFormat(.ycbcr(subsampling, matrix, range), alpha: .straight))
        }
      }
    }
    for depth in [8, 10] {
      for range in [SampleRange.full, .limited] {
        formats.append(PixelFormat(.ycbcr(.s444, .identity, range), bitDepth: depth))
        formats.append(
          PixelFormat(.ycbcr(.s420, .bt709, range), alpha: .straight, bitDepth: depth))
      }
    }
    return formats
  }()

  static let interleaved: [PixelFormat] = [PixelFormat.Channels.gray, .rgb].flatMap { channels in
    [PixelFormat.Alpha.none, .straight, .premultiplied].flatMap { alpha in
      [8, 16].map { PixelFormat(channels, alpha: alpha, bitDepth: $0) }
    }
  }

  @Test("planes to interleaved samples", arguments: planar)
  func planarToInterleaved(_ source: PixelFormat) throws {
    try check(source, Self.interleaved)
  }

  @Test("interleaved samples to each other", arguments: interleaved)
  func interleavedToInterleaved(_ source: PixelFormat) throws {
    try check(source, Self.interleaved)
  }

  @Test("interleaved samples to planes", arguments: interleaved)
  func interleavedToPlanar(_ source: PixelFormat) throws {
    try check(source, Self.planar)
  }

  @Test(
    "planes to other planes",
    arguments: [
      (PixelFormat(.ycbcr(.s420, .bt709, .limited), bitDepth: 10), PixelFormat.jfif(.s420)),
      (PixelFormat(.ycbcr(.s420, .bt601, .limited), bitDepth: 10), PixelFormat.jfif(.s420)),
      (PixelFormat(.ycbcr(.s422, .bt601, .limited)), PixelFormat.jfif(.s422)),
      (PixelFormat(.ycbcr(.s440, .bt601, .full)), PixelFormat.jfif(.s420)),
      (PixelFormat(.ycbcr(.s420, .bt601, .full)), PixelFormat.jfif(.s444)),
      (PixelFormat(.ycbcr(.monochrome, .bt601, .full)), PixelFormat.jfif(.s420)),
      (PixelFormat.jfif(.s420), PixelFormat(.ycbcr(.s420, .bt601, .full), bitDepth: 10)),
      (PixelFormat.jfif(.s420), PixelFormat(.ycbcr(.s420, .bt601, .full), alpha: .straight)),
    ])
  func planarToPlanar(_ source: PixelFormat, _ target: PixelFormat) throws {
    try check(source, [target])
  }

  /// Each size of noise in each of the targets.
  private func check(_ source: PixelFormat, _ targets: [PixelFormat]) throws {
    for (width, height) in Self.sizes {
      let buffer = PixelBuffer.noise(source, width, height)
      let reference = ReferencePicture(buffer)
      for target in targets { try check(buffer, reference, target) }
    }
  }

  /// Within one code value of the exact number (and a half at 16 bits, where a sample is rounded
  /// twice on some ways), and the same however bands are cut.
  private func check(
    _ buffer: PixelBuffer, _ reference: ReferencePicture, _ target: PixelFormat
  ) throws {
    let (source, width, height) = (buffer.format, buffer.width, buffer.height)
    let results = try [16, 32, height].map { rows in
      try converted(CuttingSource(buffer, rows: rows), to: target)
    }
    let samples = results[0].samples
    for result in results.dropFirst() {
      #expect(result.samples == samples, "\(source) → \(target), \(width)×\(height)")
    }
    var expected = reference.encoded(as: target)
    if case .ycbcr(let from, _, _) = source.channels, case .ycbcr(let to, _, _) = target.channels,
      from == to, from != .s444, from != .monochrome, sameMatrix(source, target)
    {
      // Planes of the same layout are not spread and averaged on the way.
      expected = planeByPlane(buffer, target)
    }
    var worst = 0.0
    for (plane, values) in expected.enumerated() {
      for (value, exact) in zip(samples[plane], values) {
        worst = max(worst, abs(Double(value) - exact))
      }
    }
    #expect(
      worst <= (target.bitDepth == 16 ? 1.5 : 1),
      "\(width)×\(height), \(worst): \(source) → \(target)")
  }

  private func sameMatrix(_ a: PixelFormat, _ b: PixelFormat) -> Bool {
    guard case .ycbcr(_, let left, _) = a.channels, case .ycbcr(_, let right, _) = b.channels
    else { return false }
    return left == right
  }

  private func planeByPlane(_ buffer: PixelBuffer, _ target: PixelFormat) -> [[Double]] {
    func scale(_ format: PixelFormat, _ plane: Int) -> (zero: Double, span: Double) {
      guard case .ycbcr(_, _, let range) = format.channels else { return (0, 0) }
      let unit = Double(1 << (format.bitDepth - 8))
      let highest = Double(1 << format.bitDepth - 1)
      if plane == 0 { return range == .full ? (0, highest) : (16 * unit, 219 * unit) }
      return (128 * unit, range == .full ? highest : 224 * unit)
    }
    let highest = Double(1 << target.bitDepth - 1)
    var planes = (0..<3).map { plane in
      let (from, to) = (scale(buffer.format, plane), scale(target, plane))
      return buffer.samples[plane].map {
        max(0, min(highest, (Double($0) - from.zero) / from.span * to.span + to.zero))
      }
    }
    if target.hasAlpha {
      planes.append(Array(repeating: highest, count: buffer.width * buffer.height))
    }
    return planes
  }

  private func converted(_ source: any PixelSource, to target: PixelFormat) throws -> PixelBuffer {
    let facts = PictureFacts(
      width: source.width, height: source.height, format: source.format,
      sampleDepth: source.format.bitDepth, coding: "test")
    let context = ConversionContext.test()
    let pixels = try Picture(facts) { _ in source }.pixels(for: PixelDemand([target]), in: context)
    #expect(pixels.format == target)
    return try PixelBuffer(collecting: pixels, in: context)
  }
}
