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
    let table = CRC32.table
    for byte in password.bytes { keys.update(byte, table.span) }
    var decrypted = header
    var bytes = decrypted.mutableSpan
    Self.decrypt(&bytes, &keys)
    checkByte = decrypted.last ?? 0
    self.keys = keys
  }

  func decrypt(_ bytes: inout MutableSpan<UInt8>) { Self.decrypt(&bytes, &keys) }

  /// There is no code; the CRC-32 of the content has to do.
  func finish(authenticationCode: [UInt8]) {}

  private static func decrypt(_ bytes: inout MutableSpan<UInt8>, _ shared: inout Keys) {
    // A local copy stays in registers.
    var keys = shared
    let table = CRC32.table
    for index in bytes.indices {
      let plain = bytes[index] ^ keys.streamByte
      bytes[index] = plain
      keys.update(plain, table.span)
    }
    shared = keys
  }

  private struct Keys {
    var first: UInt32 = 0x1234_5678
    var second: UInt32 = 0x2345_6789
    var third: UInt32 = 0x3456_7890

    /// All arithmetic is modulo 2³², as the cipher defines it.
    mutating func update(_ plain: UInt8, _ table: Span<UInt32>) {
      first = Self.crc(first, plain, table)
      second = (second &+ (first & 0xFF)) &* 134_775_813 &+ 1
      third = Self.crc(third, UInt8(truncatingIfNeeded: second >> 24), table)
    }

    var streamByte: UInt8 {
      let value = (third | 2) & 0xFFFF
      return UInt8(truncatingIfNeeded: (value &* (value ^ 1)) >> 8)
    }

    private static func crc(
      _ value: UInt32, _ byte: UInt8, _ table: Span<UInt32>
    ) -> UInt32 {
      table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8)
    }
  }
}
