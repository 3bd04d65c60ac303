#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The value of a cell that holds a number, as it is compared with others.
struct CellNumber {
  let value: Double
  let isInteger: Bool

  /// - Returns: `nil` for what is no number.
  init?(_ text: UnsafeRawBufferPointer) {
    guard text.count <= 64, let first = text.first,
      first &- 0x30 < 10 || first == 0x2d || first == 0x2b || first == 0x2e
    else { return nil }
    var isInteger = true
    var digits = 0
    for byte in text {
      switch byte {
      case 0x30...0x39: digits += 1
      case 0x2d, 0x2b: break
      case 0x2e, 0x65, 0x45: isInteger = false
      default: return nil
      }
    }
    guard digits > 0, let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
    else { return nil }
    self.value = value
    self.isInteger = isInteger
  }

  /// Bits that are ordered as the values are.
  var weight: UInt64 {
    // -0 is 0.
    let bits = (value == 0 ? 0 : value).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }
}
