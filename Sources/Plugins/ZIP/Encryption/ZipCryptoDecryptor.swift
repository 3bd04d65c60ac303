import ConverterCore

/// PKWARE's first cipher (APPNOTE 6.1), for reading alone: it keeps no secret from anybody who tries.
final class ZipCryptoDecryptor: ZIPDecryptor {
  static let headerLength = 12

  /// The last byte of the header as it was before.
  let checkByte: UInt8

  private var keys: Keys

  /// - Parameter header: ``headerLength`` bytes.
  init(password: Password, header: [UInt8]) {
    var keys = Keys()
    CRC32.table.withUnsafeBufferPointer { table in
      for byte in password.bytes { keys.update(byte, table) }
    }
    var decrypted = header
    decrypted.withUnsafeMutableBytes { Self.decrypt($0, &keys) }
    checkByte = decrypted.last ?? 0
    self.keys = keys
  }

  func decrypt(_ buffer: UnsafeMutableRawBufferPointer) {
    Self.decrypt(buffer, &keys)
  }

  /// There is no code; the CRC-32 of the content has to do.
  func finish(authenticationCode: [UInt8]) {}

  private static func decrypt(_ buffer: UnsafeMutableRawBufferPointer, _ shared: inout Keys) {
    // A local copy stays in registers.
    var keys = shared
    CRC32.table.withUnsafeBufferPointer { table in
      for index in buffer.indices {
        let plain = buffer[index] ^ keys.streamByte
        buffer[index] = plain
        keys.update(plain, table)
      }
    }
    shared = keys
  }

  private struct Keys {
    var first: UInt32 = 0x1234_5678
    var second: UInt32 = 0x2345_6789
    var third: UInt32 = 0x3456_7890

    /// All arithmetic is modulo 2³², as the cipher defines it.
    mutating func update(_ plain: UInt8, _ table: UnsafeBufferPointer<UInt32>) {
      first = Self.crc(first, plain, table)
      second = (second &+ (first & 0xFF)) &* 134_775_813 &+ 1
      third = Self.crc(third, UInt8(truncatingIfNeeded: second >> 24), table)
    }

    var streamByte: UInt8 {
      let value = (third | 2) & 0xFFFF
      return UInt8(truncatingIfNeeded: (value &* (value ^ 1)) >> 8)
    }

    private static func crc(
      _ value: UInt32, _ byte: UInt8, _ table: UnsafeBufferPointer<UInt32>
    ) -> UInt32 {
      table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8)
    }
  }
}
