import PictureModel

/// The chunks that are about samples and so have another form for each colour type: sBIT and bKGD (PNG specification,
/// sections 11.3.2.4 and 11.3.4.1).
enum PNGSampleChunks {
  /// - Returns: of red, green, blue and opacity, which is 0 where the chunk does not speak of it.
  static func significantBits(
    parsing bytes: [UInt8], _ header: PNGHeader
  ) throws(PNGChunkFlaw) -> SIMD4<UInt8> {
    guard bytes.allSatisfy({ (1...header.mostSignificantBits).contains($0) }) else {
      throw .malformed
    }
    switch (header.colourType, bytes.count) {
    case (.gray, 1): return SIMD4(bytes[0], bytes[0], bytes[0], 0)
    case (.grayAlpha, 2): return SIMD4(bytes[0], bytes[0], bytes[0], bytes[1])
    case (.rgb, 3), (.indexed, 3): return SIMD4(bytes[0], bytes[1], bytes[2], 0)
    case (.rgba, 4): return SIMD4(bytes[0], bytes[1], bytes[2], bytes[3])
    default: throw .malformed
    }
  }

  /// - Parameter bits: of which no more are told than samples have.
  static func chunk(significantBits bits: SIMD4<UInt8>, _ header: PNGHeader) -> PNGChunk {
    let most = header.mostSignificantBits
    let opacity = bits.w == 0 ? most : bits.w
    let values: [UInt8] =
      switch header.colourType {
      case .gray: [bits.x]
      case .grayAlpha: [bits.x, opacity]
      case .rgb, .indexed: [bits.x, bits.y, bits.z]
      case .rgba: [bits.x, bits.y, bits.z, opacity]
      }
    return PNGChunk(type: .significantBits, bytes: values.map { min($0, most) })
  }

  /// - Parameter palette: what PLTE holds.
  /// - Returns: red, green and blue, from 0 to 65535.
  static func background(
    parsing bytes: [UInt8], _ header: PNGHeader, palette: [UInt8]
  ) throws(PNGChunkFlaw) -> SIMD3<UInt16> {
    if header.colourType == .indexed {
      guard bytes.count == 1, 3 * Int(bytes[0]) + 2 < palette.count else { throw .malformed }
      let start = 3 * Int(bytes[0])
      return SIMD3(
        257 * UInt16(palette[start]), 257 * UInt16(palette[start + 1]),
        257 * UInt16(palette[start + 2]))
    }
    guard bytes.count == (header.isGray ? 2 : 6) else { throw .malformed }
    let values = stride(from: 0, to: bytes.count, by: 2).map {
      UInt32(bytes[$0]) << 8 | UInt32(bytes[$0 + 1])
    }
    guard values.allSatisfy({ $0 <= header.largestSample }) else { throw .malformed }
    let wide = values.map { UInt16(truncatingIfNeeded: $0 * 65535 / header.largestSample) }
    return header.isGray ? SIMD3(repeating: wide[0]) : SIMD3(wide[0], wide[1], wide[2])
  }

  /// - Parameter palette: the colours that PLTE holds, where there are some.
  /// - Returns: `nil` where the palette lacks the colour.
  static func chunk(
    background: SIMD3<UInt16>, _ header: PNGHeader, palette: [SIMD4<UInt8>]
  ) -> PNGChunk? {
    if header.colourType == .indexed {
      return palette.firstIndex { $0.hasColour(of: background) }.map {
        PNGChunk(type: .background, bytes: [UInt8(truncatingIfNeeded: $0)])
      }
    }
    let values = header.isGray ? [background.x] : [background.x, background.y, background.z]
    let bytes = values.flatMap { value in
      let sample = (UInt32(value) * header.largestSample + 32767) / 65535
      return [UInt8(truncatingIfNeeded: sample >> 8), UInt8(truncatingIfNeeded: sample)]
    }
    return PNGChunk(type: .background, bytes: bytes)
  }
}

extension PNGHeader {
  /// Bits that a sample can have, those of a palette's colours included.
  fileprivate var mostSignificantBits: UInt8 {
    colourType == .indexed ? 8 : UInt8(truncatingIfNeeded: bitDepth)
  }

  fileprivate var largestSample: UInt32 { 1 << UInt32(bitDepth) - 1 }
}

extension SIMD4<UInt8> {
  /// Whether red, green and blue are those of a background, to the nearest.
  func hasColour(of background: SIMD3<UInt16>) -> Bool {
    (x, y, z) == (Self.byte(background.x), Self.byte(background.y), Self.byte(background.z))
  }

  /// A background as an opaque colour of a palette.
  init(background: SIMD3<UInt16>) {
    self.init(Self.byte(background.x), Self.byte(background.y), Self.byte(background.z), 255)
  }

  private static func byte(_ value: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(value) + 128) / 257)
  }
}
