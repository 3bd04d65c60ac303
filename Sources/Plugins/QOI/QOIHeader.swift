import ConverterCore

/// The 14 bytes that a file begins with.
struct QOIHeader: Equatable {
  static let byteCount = 14
  /// What a file ends with.
  static let end: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

  let width: Int
  let height: Int
  let hasAlpha: Bool
  /// Whether samples are light itself; otherwise they have sRGB's tone curve.
  let isLinear: Bool

  init(width: Int, height: Int, hasAlpha: Bool) {
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
    isLinear = false
  }

  /// - Throws: `damagedInput`.
  init(parsing bytes: [UInt8]) throws(ConversionError) {
    guard bytes.count == Self.byteCount, bytes.span.has("qoif"),
      let width = bytes.number(at: 4, width: 4, .big),
      let height = bytes.number(at: 8, width: 4, .big)
    else {
      throw ConversionError(.damagedInput, "does not begin with a QOI header of 14 bytes")
    }
    (self.width, self.height) = (width, height)
    hasAlpha = bytes[12] == 4
    isLinear = bytes[13] == 1
    guard width > 0, height > 0, bytes[12] == 3 || bytes[12] == 4, bytes[13] <= 1 else {
      throw ConversionError(
        .damagedInput,
        "gives its size as \(width)×\(height) with \(bytes[12]) channels of the colour space \(bytes[13])"
      )
    }
  }

  var bytes: [UInt8] {
    let size = [width, height].flatMap { number in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return Array("qoif".utf8) + size + [hasAlpha ? 4 : 3, isLinear ? 1 : 0]
  }
}

/// What decoder and encoder remember: the last pixel, and 64 that they met before, by a hash of their samples.
struct QOIMemory {
  var pixel = SIMD4<UInt8>(0, 0, 0, 255)
  var seen = InlineArray<64, SIMD4<UInt8>>(repeating: .zero)

  @inline(__always)
  static func place(of pixel: SIMD4<UInt8>) -> Int {
    let (red, green) = (Int(pixel.x) &* 3, Int(pixel.y) &* 5)
    let (blue, alpha) = (Int(pixel.z) &* 7, Int(pixel.w) &* 11)
    return (red &+ green &+ blue &+ alpha) & 63
  }
}
