/// How the content of an entry is encrypted.
enum ZIPEncryption: Equatable {
  /// PKWARE's first cipher, which is broken, but everywhere (APPNOTE 6.1).
  ///
  /// `checkByte` is what the last byte of the header must be: the highest one of the CRC-32, or of the
  /// DOS time where the CRC follows the content.
  case zipCrypto(checkByte: UInt8)
  /// AES in counter mode with HMAC-SHA-1, as WinZip specified it (AE-1 and AE-2).
  ///
  /// Strengths 1, 2 and 3 are keys of 128, 192 and 256 bits. Of version 2 the CRC-32 is not kept.
  case aes(strength: Int, version: Int)

  /// Bytes of the header that stands between the local header and the encrypted content.
  var headerLength: Int {
    switch self {
    case .zipCrypto: ZipCryptoDecryptor.headerLength
    case .aes(let strength, _):
      AESStrength(rawValue: strength).map { $0.saltLength + AESStrength.verificationLength } ?? 0
    }
  }

  /// Bytes of the authentication code behind the encrypted content.
  var trailerLength: Int {
    switch self {
    case .zipCrypto: 0
    case .aes: AESStrength.authenticationCodeLength
    }
  }
}

/// The lengths of keys and salts (WinZip's AES specification, section II B).
enum AESStrength: Int {
  case bits128 = 1
  case bits192, bits256

  static let verificationLength = 2
  static let authenticationCodeLength = 10

  var keyLength: Int { 8 + 8 * rawValue }
  var saltLength: Int { keyLength / 2 }
}
