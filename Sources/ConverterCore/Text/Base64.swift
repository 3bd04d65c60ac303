/// Base64 with padding (RFC 4648, section 4).
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: some RandomAccessCollection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let count = min(3, bytes.distance(from: index, to: bytes.endIndex))
      var group: UInt32 = 0
      for offset in 0..<3 {
        group =
          group << 8 | (offset < count ? UInt32(bytes[bytes.index(index, offsetBy: offset)]) : 0)
      }
      for position in 0..<4 {
        let value = Int(group >> UInt32(18 - 6 * position)) & 63
        result.append(position <= count ? letters[value] : UInt8(ascii: "="))
      }
      index = bytes.index(index, offsetBy: count)
    }
    return result
  }

  /// - Returns: `nil` for what is not base64; blanks and line ends are passed over.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var (group, count, padding): (UInt32, Int, Int) = (0, 0, 0)
    for byte in text where byte > 0x20 {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: byte) else { return nil }
      group = group << 6 | value
      count += 1
      guard count == 4 else { continue }
      for shift: UInt32 in [16, 8, 0] { result.append(UInt8(truncatingIfNeeded: group >> shift)) }
      (group, count) = (0, 0)
    }
    switch (count, padding) {
    case (0, 0): break
    case (2, 2): result.append(UInt8(truncatingIfNeeded: group >> 4))
    case (3, 1):
      result.append(UInt8(truncatingIfNeeded: group >> 10))
      result.append(UInt8(truncatingIfNeeded: group >> 2))
    default: return nil
    }
    return result
  }

  private static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
