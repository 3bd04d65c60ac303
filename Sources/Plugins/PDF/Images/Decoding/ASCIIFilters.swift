package import ConverterCore

/// ASCIIHexDecode (ISO 32000-1, 7.4.2).
package enum ASCIIHex {
  /// - Throws: `damagedInput` for what is no hexadecimal digit, or more than `limit` bytes.
  package static func decode(
    _ bytes: [UInt8], atMost limit: Int
  ) throws(ConversionError) -> [UInt8] {
    var result: [UInt8] = []
    var half: UInt8?
    for byte in bytes {
      if byte.isPDFSpace { continue }
      if byte == UInt8(ascii: ">") { break }
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: throw ConversionError(.damagedInput, "its ASCII data are damaged")
      }
      if let high = half {
        result.append(high << 4 | digit)
        half = nil
      } else {
        half = digit
      }
      guard result.count <= limit else { throw ASCII85.tooMuch }
    }
    if let half { result.append(half << 4) }
    return result
  }
}

/// ASCII85Decode (ISO 32000-1, 7.4.3).
package enum ASCII85 {
  /// - Throws: `damagedInput` for what is no digit, a group that is none, or more than `limit` bytes.
  package static func decode(
    _ bytes: [UInt8], atMost limit: Int
  ) throws(ConversionError) -> [UInt8] {
    var result: [UInt8] = []
    var group: UInt64 = 0
    var count = 0
    for byte in bytes {
      if byte.isPDFSpace { continue }
      if byte == UInt8(ascii: "~") { break }
      guard result.count <= limit else { throw tooMuch }
      if byte == UInt8(ascii: "z"), count == 0 {
        result += [0, 0, 0, 0]
        continue
      }
      guard (0x21...0x75).contains(byte) else { throw damaged }
      group = group * 85 + UInt64(byte - 0x21)
      count += 1
      if count == 5 {
        guard group <= UInt64(UInt32.max) else { throw damaged }
        for shift in [24, 16, 8, 0] { result.append(UInt8(truncatingIfNeeded: group >> shift)) }
        (group, count) = (0, 0)
      }
    }
    if count > 0 {
      // A part of a group is filled up with the highest digit; one digit alone is no byte.
      guard count > 1 else { throw damaged }
      for _ in count..<5 { group = group * 85 + 84 }
      guard group <= UInt64(UInt32.max) else { throw damaged }
      for index in 0..<count - 1 {
        result.append(UInt8(truncatingIfNeeded: group >> UInt64(24 - 8 * index)))
      }
    }
    return result
  }

  private static let damaged = ConversionError(.damagedInput, "its ASCII data are damaged")
  fileprivate static let tooMuch = ConversionError(
    .damagedInput, "it has more data than its size says")
}

extension UInt8 {
  /// White space (ISO 32000-1, 7.2.2).
  fileprivate var isPDFSpace: Bool {
    switch self {
    case 0, 9, 10, 12, 13, 32: true
    default: false
    }
  }
}
