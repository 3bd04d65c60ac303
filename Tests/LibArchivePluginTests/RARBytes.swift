/// RAR archives with stored contents, made by hand: no free program writes any.
enum RARBytes {
  /// CRC-32 of ISO 3309.
  static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    (0..<number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// RAR 1.5 to 4 ("technote.txt" of RAR 4).
  enum Version4 {
    static let start: [UInt8] =
      Array("Rar!".utf8) + [0x1A, 0x07, 0x00]
      + block(type: 0x73, flags: 0, little(UInt16(0)) + little(UInt32(0)))
    static let end = block(type: 0x7B, flags: 0x4000, [])

    static func block(type: UInt8, flags: UInt16, _ body: [UInt8]) -> [UInt8] {
      let header = [type] + little(flags) + little(UInt16(7 + body.count)) + body
      return little(UInt16(truncatingIfNeeded: crc(header))) + header
    }

    /// - Parameter time: in the format of DOS.
    static func file(
      _ name: [UInt8], _ content: [UInt8], crc given: UInt32? = nil, flags: UInt16 = 0,
      time: UInt32 = 0x2AE3_20A3, system: UInt8 = 3, mode: UInt32 = 0o100644, method: UInt8 = 0x30
    ) -> [UInt8] {
      let body: [UInt8] =
        little(UInt32(content.count)) + little(UInt32(content.count)) + [system]
        + little(given ?? crc(content)) + little(time) + [20, method]
        + little(UInt16(name.count)) + little(mode) + name
      return block(type: 0x74, flags: 0x8000 | flags, body) + content
    }
  }

  /// RAR 5 ("RAR 5.0 archive format").
  enum Version5 {
    static let start: [UInt8] =
      Array("Rar!".utf8) + [0x1A, 0x07, 0x01, 0x00] + block([1, 0, 0])
    static let end = block([5, 0, 0])

    static func number(_ value: Int) -> [UInt8] {
      var value = value
      var bytes: [UInt8] = []
      repeat {
        bytes.append(UInt8(value & 0x7F) | (value > 0x7F ? 0x80 : 0))
        value >>= 7
      } while value > 0
      return bytes
    }

    static func block(_ body: [UInt8]) -> [UInt8] {
      let counted = number(body.count) + body
      return RARBytes.little(crc(counted)) + counted
    }

    static func file(_ name: String, _ content: [UInt8], crc given: UInt32? = nil) -> [UInt8] {
      let fields: [UInt8] =
        number(4) + number(content.count) + number(0o100640)
        + RARBytes.little(given ?? crc(content)) + number(0) + number(1)
      let header =
        number(2) + number(2) + number(content.count) + fields + number(name.utf8.count)
        + Array(name.utf8)
      return block(header) + content
    }
  }
}
