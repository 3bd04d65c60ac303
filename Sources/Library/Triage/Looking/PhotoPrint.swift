import ConverterCore

/// 143 bits that like pictures have alike, whatever their size, format and light.
public struct PhotoPrint: Sendable, Hashable, CustomStringConvertible {
  private let words: SIMD4<UInt64>

  private static let byteCount = 18

  /// Up to so many bits differ between copies of a picture, and 52 and more between different ones, as far as they were
  /// measured: `Sources/Plugins/PhotoLook/README.md`.
  public static let mostOfCopies = 26

  /// Reads ``description``.
  ///
  /// - Returns: `nil` for anything else.
  public init?(_ digits: String) {
    guard let bytes = [UInt8](hexadecimal: digits), bytes.count == Self.byteCount else {
      return nil
    }
    var words = SIMD4<UInt64>()
    for (index, byte) in bytes.enumerated() {
      words[index / 8] |= UInt64(byte) << UInt64(56 - index % 8 * 8)
    }
    self.words = words
  }

  /// 36 hexadecimal digits.
  public var description: String {
    (0..<Self.byteCount).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64(56 - $0 % 8 * 8)) }
      .hexadecimal
  }

  /// How many bits differ.
  public func distance(to other: PhotoPrint) -> Int {
    let difference = words ^ other.words
    return difference.x.nonzeroBitCount + difference.y.nonzeroBitCount
      + difference.z.nonzeroBitCount
  }
}
