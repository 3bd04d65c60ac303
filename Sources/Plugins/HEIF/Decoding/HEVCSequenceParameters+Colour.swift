import ConverterCore
import PictureModel

extension HEVCSequenceParameters {
  /// Passes over what lies between the bit depths and the VUI, and reads its colour description
  /// (ISO/IEC 23008-2, E.2.1).
  static func colour(
    _ bits: inout BitReader, subLayers: Int, _ subsampling: ChromaSubsampling
  ) throws(ConversionError) -> ColourCodePoints {
    let pictureOrderBits = try bits.exponentialGolomb() + 4
    for _ in (try bits.flag() ? 0 : subLayers)...subLayers {
      for _ in 0..<3 { _ = try bits.exponentialGolomb() }
    }
    for _ in 0..<6 { _ = try bits.exponentialGolomb() }
    if try bits.flag(), try bits.flag() { try skipScalingLists(&bits, subsampling) }
    try bits.skip(2)
    if try bits.flag() {
      try bits.skip(8)
      for _ in 0..<2 { _ = try bits.exponentialGolomb() }
      try bits.skip(1)
    }
    try skipReferencePictureSets(&bits)
    if try bits.flag() {
      for _ in 0..<(try bits.exponentialGolomb()) { try bits.skip(pictureOrderBits + 1) }
    }
    try bits.skip(2)

    var colour = ColourCodePoints.unspecified
    guard try bits.flag() else { return colour }
    let extendedAspectRatio = 255
    if try bits.flag(), try bits.bits(8) == extendedAspectRatio { try bits.skip(32) }
    if try bits.flag() { try bits.skip(1) }
    guard try bits.flag() else { return colour }
    try bits.skip(3)
    colour.isFullRange = try bits.flag()
    if try bits.flag() {
      colour.primaries = try bits.bits(8)
      colour.transfer = try bits.bits(8)
      colour.matrix = try bits.bits(8)
    }
    return colour
  }

  /// 7.3.4.
  private static func skipScalingLists(
    _ bits: inout BitReader, _ subsampling: ChromaSubsampling
  ) throws(ConversionError) {
    for size in 0..<4 {
      for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
        guard try bits.flag() else {
          _ = try bits.exponentialGolomb()
          continue
        }
        if size > 1 { _ = try bits.signedExponentialGolomb() }
        for _ in 0..<min(64, 1 << (4 + 2 * size)) { _ = try bits.signedExponentialGolomb() }
      }
    }
  }

  /// 7.3.7. Sets may be coded as differences to the one before, whose length has to be known.
  private static func skipReferencePictureSets(
    _ bits: inout BitReader
  ) throws(ConversionError) {
    let count = try bits.exponentialGolomb()
    guard count <= 64 else { throw .damaged("HEVC knows no \(count) reference picture sets") }
    var deltas: [Int] = []
    for index in 0..<count {
      if index > 0, try bits.flag() {
        let isNegative = try bits.flag()
        let distance = try bits.exponentialGolomb() + 1
        let shift = isNegative ? -distance : distance
        var next: [Int] = []
        for delta in deltas + [0] {
          let isUsed = try bits.flag()
          let isKept = isUsed ? true : try bits.flag()
          if isKept, delta + shift != 0 { next.append(delta + shift) }
        }
        // Nearest first, those before the picture before those after it.
        deltas = next.filter { $0 < 0 }.sorted(by: >) + next.filter { $0 > 0 }.sorted()
      } else {
        deltas = []
        let negative = try bits.exponentialGolomb()
        let positive = try bits.exponentialGolomb()
        guard negative <= 16, positive <= 16 else {
          throw .damaged("an HEVC reference picture set is too long")
        }
        for (length, sign) in [(negative, -1), (positive, 1)] {
          var delta = 0
          for _ in 0..<length {
            delta += sign * (try bits.exponentialGolomb() + 1)
            deltas.append(delta)
            try bits.skip(1)
          }
        }
      }
    }
  }
}
