internal import ConverterCore

/// Text in units of 16 or 32 bits: UTF-16 and UTF-32.
struct UnitDecoder {
  /// Bytes of a unit: 2 or 4.
  let width: Int
  var bigEndian: Bool

  /// The order of bytes by a mark; `nil` without one.
  func order(markedBy head: [UInt8]) -> Bool? {
    if width == 2 {
      return head.starts(with: [0xFE, 0xFF]) ? true : head.starts(with: [0xFF, 0xFE]) ? false : nil
    }
    return head.starts(with: [0, 0, 0xFE, 0xFF])
      ? true : head.starts(with: [0xFF, 0xFE, 0, 0]) ? false : nil
  }

  func decode(
    _ bytes: UnsafeRawBufferPointer, into text: ByteBuffer
  ) -> (consumed: Int, stop: DecodingStop) {
    let room = width == 2 ? bytes.count / 2 * 3 : bytes.count
    var end = text.reserve(room + 8)
    let start = end
    defer { text.count += end - start }
    return width == 2 ? decode16(bytes, &end) : decode32(bytes, &end)
  }

  private func decode16(
    _ bytes: UnsafeRawBufferPointer, _ end: inout UnsafeMutablePointer<UInt8>
  ) -> (consumed: Int, stop: DecodingStop) {
    var index = 0
    while index &+ 2 <= bytes.count {
      // Four letters of ASCII at a time.
      while index &+ 8 <= bytes.count {
        let raw = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let word = bigEndian ? UInt64(bigEndian: raw).reversedUnits : UInt64(littleEndian: raw)
        guard word & 0xFF80_FF80_FF80_FF80 == 0 else { break }
        let pairs = word | word >> 8
        let packed =
          UInt32(truncatingIfNeeded: pairs) & 0xFFFF
          | UInt32(truncatingIfNeeded: pairs >> 16) & 0xFFFF_0000
        UnsafeMutableRawPointer(end).storeBytes(of: packed.littleEndian, as: UInt32.self)
        end += 4
        index &+= 8
      }
      guard index &+ 2 <= bytes.count else { break }
      let unit = unit16(bytes, index)
      if unit & 0xF800 != 0xD800 {
        Self.append(UInt32(unit), &end)
        index &+= 2
        continue
      }
      guard unit < 0xDC00 else { return (index, .invalid(2)) }
      guard index &+ 4 <= bytes.count else { return (index, .cut) }
      let low = unit16(bytes, index &+ 2)
      guard low & 0xFC00 == 0xDC00 else { return (index, .invalid(2)) }
      Self.append(0x10000 &+ (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF)), &end)
      index &+= 4
    }
    return (index, index < bytes.count ? .cut : .end)
  }

  private func decode32(
    _ bytes: UnsafeRawBufferPointer, _ end: inout UnsafeMutablePointer<UInt8>
  ) -> (consumed: Int, stop: DecodingStop) {
    var index = 0
    while index &+ 4 <= bytes.count {
      let raw = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)
      let value = bigEndian ? UInt32(bigEndian: raw) : UInt32(littleEndian: raw)
      guard value < 0x110000, value & 0xFFFF_F800 != 0xD800 else { return (index, .invalid(4)) }
      Self.append(value, &end)
      index &+= 4
    }
    return (index, index < bytes.count ? .cut : .end)
  }

  @inline(__always)
  private func unit16(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt16 {
    let raw = bytes.loadUnaligned(fromByteOffset: index, as: UInt16.self)
    return bigEndian ? UInt16(bigEndian: raw) : UInt16(littleEndian: raw)
  }

  /// - Parameter value: of a Unicode scalar.
  @inline(__always)
  private static func append(_ value: UInt32, _ end: inout UnsafeMutablePointer<UInt8>) {
    func tail(_ shift: UInt32) -> UInt8 {
      UInt8(truncatingIfNeeded: value >> shift & 0x3F | 0x80)
    }
    if value < 0x80 {
      end[0] = UInt8(truncatingIfNeeded: value)
      end += 1
    } else if value < 0x800 {
      end[0] = UInt8(truncatingIfNeeded: value >> 6 | 0xC0)
      end[1] = tail(0)
      end += 2
    } else if value < 0x10000 {
      end[0] = UInt8(truncatingIfNeeded: value >> 12 | 0xE0)
      end[1] = tail(6)
      end[2] = tail(0)
      end += 3
    } else {
      end[0] = UInt8(truncatingIfNeeded: value >> 18 | 0xF0)
      end[1] = tail(12)
      end[2] = tail(6)
      end[3] = tail(0)
      end += 4
    }
  }
}

extension UInt64 {
  /// Four units of 16 bits, the last first.
  fileprivate var reversedUnits: UInt64 {
    self << 48 | (self & 0xFFFF_0000) << 16 | (self >> 16) & 0xFFFF_0000 | self >> 48
  }
}
