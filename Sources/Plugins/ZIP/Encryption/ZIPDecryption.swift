import ConverterCore

/// How an entry is encrypted.
enum ZIPEncryption: Equatable {
  case zipCrypto(checkByte: UInt8)
  case aes(strength: Int, version: Int)

  /// Bytes before the content.
  var headerLength: Int {
    switch self {
    case .zipCrypto: 12
    case .aes(let strength, _): 4 * (strength + 1) + 2
    }
  }
}

/// Decrypts the content of one entry, in order.
protocol ZIPDecryptor: AnyObject {
  func decrypt(_ buffer: UnsafeMutableRawBufferPointer)
  func finish(authenticationCode: [UInt8]) throws(ConversionError)
}

enum ZIPDecryption {
  /// - Throws: `missingPassword`, `wrongPassword`.
  static func make(
    for encryption: ZIPEncryption, header: [UInt8], password: Password?
  ) throws(ConversionError) -> any ZIPDecryptor {
    guard let password else {
      throw ConversionError(.missingPassword, "is encrypted: give its password")
    }
    guard case .zipCrypto(let checkByte) = encryption else {
      throw ConversionError(.unsupportedContent, "is encrypted by AES")
    }
    let decryptor = ZipCrypto(password)
    var header = header
    header.withUnsafeMutableBytes { decryptor.decrypt($0) }
    guard header.last == checkByte else {
      throw ConversionError(.wrongPassword, "the password does not open it")
    }
    return decryptor
  }
}

private final class ZipCrypto: ZIPDecryptor {
  private var keys: (UInt32, UInt32, UInt32) = (0x1234_5678, 0x2345_6789, 0x3456_7890)

  init(_ password: Password) {
    for byte in password.bytes { update(byte) }
  }

  private func update(_ byte: UInt8) {
    keys.0 = Self.crc(keys.0, byte)
    keys.1 = (keys.1 &+ (keys.0 & 0xFF)) &* 134_775_813 &+ 1
    keys.2 = Self.crc(keys.2, UInt8(keys.1 >> 24))
  }

  private static func crc(_ crc: UInt32, _ byte: UInt8) -> UInt32 {
    var value = (crc ^ UInt32(byte)) & 0xFF
    for _ in 0..<8 { value = value & 1 != 0 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    return value ^ crc >> 8
  }

  func decrypt(_ buffer: UnsafeMutableRawBufferPointer) {
    for index in buffer.indices {
      let word = (keys.2 | 2) & 0xFFFF
      buffer[index] ^= UInt8(truncatingIfNeeded: (word &* (word ^ 1)) >> 8)
      update(buffer[index])
    }
  }

  func finish(authenticationCode: [UInt8]) throws(ConversionError) {}
}
