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
    _ bytes: Span<UInt8>, into text: ByteBuffer
  ) -> (consumed: Int, stop: DecodingStop) {
    let most = width == 2 ? bytes.count / 2 * 3 : bytes.count
    // Each store of four bytes goes over at most three more than it needs.
    return text.append(room: most + 8) { room in
      width == 2 ? decode16(bytes, &room) : decode32(bytes, &room)
    }
  }

  private func decode16(
    _ bytes: Span<UInt8>, _ room: inout TextRoom
  ) -> (consumed: Int, stop: DecodingStop) {
    var index = 0
    while index &+ 2 <= bytes.count {
      // Four letters of ASCII at a time.
      while index &+ 8 <= bytes.count {
        let raw = bytes.littleEndian(at: index, as: UInt64.self)
        let word = bigEndian ? raw.byteSwapped.reversedUnits : raw
        guard word & 0xFF80_FF80_FF80_FF80 == 0 else { break }
        let pairs = word | word >> 8
        let packed =
          UInt32(truncatingIfNeeded: pairs) & 0xFFFF
          | UInt32(truncatingIfNeeded: pairs >> 16) & 0xFFFF_0000
        room.put(packed, 4)
        index &+= 8
      }
      guard index &+ 2 <= bytes.count else { break }
      let unit = unit16(bytes, index)
      if unit & 0xF800 != 0xD800 {
        Self.append(UInt32(unit), &room)
        index &+= 2
        continue
      }
      guard unit < 0xDC00 else { return (index, .invalid(2)) }
      guard index &+ 4 <= bytes.count else { return (index, .cut) }
      let low = unit16(bytes, index &+ 2)
      guard low & 0xFC00 == 0xDC00 else { return (index, .invalid(2)) }
      Self.append(0x10000 &+ (UInt32(unit & 0x3FF) << 10 | UInt32(low & 0x3FF)), &room)
      index &+= 4
    }
    return (index, index < bytes.count ? .cut : .end)
  }

  private func decode32(
    _ bytes: Span<UInt8>, _ room: inout TextRoom
  ) -> (consumed: Int, stop: DecodingStop) {
    var index = 0
    while index &+ 4 <= bytes.count {
      let raw = bytes.littleEndian(at: index, as: UInt32.self)
      let value = bigEndian ? raw.byteSwapped : raw
      guard value < 0x110000, value & 0xFFFF_F800 != 0xD800 else { return (index, .invalid(4)) }
      Self.append(value, &room)
      index &+= 4
    }
    return (index, index < bytes.count ? .cut : .end)
  }

  @inline(__always)
  private func unit16(_ bytes: Span<UInt8>, _ index: Int) -> UInt16 {
    let raw = bytes.littleEndian(at: index, as: UInt16.self)
    return bigEndian ? raw.byteSwapped : raw
  }

  /// - Parameter value: of a Unicode scalar.
  @inline(__always)
  private static func append(_ value: UInt32, _ room: inout TextRoom) {
    func tail(_ shift: UInt32) -> UInt32 { value >> shift & 0x3F | 0x80 }
    if value < 0x80 {
      room.put(UInt8(truncatingIfNeeded: value), 1)
    } else if value < 0x800 {
      room.put(value >> 6 | 0xC0 | tail(0) << 8, 2)
    } else if value < 0x10000 {
      room.put(value >> 12 | 0xE0 | tail(6) << 8 | tail(0) << 16, 3)
    } else {
      room.put(value >> 18 | 0xF0 | tail(12) << 8 | tail(6) << 16 | tail(0) << 24, 4)
    }
  }
}

extension UInt64 {
  /// Four units of 16 bits, the last first.
  fileprivate var reversedUnits: UInt64 {
    self << 48 | (self & 0xFFFF_0000) << 16 | (self >> 16) & 0xFFFF_0000 | self >> 48
  }
}
