import ConverterCore

/// Encrypts the content of one entry with AES-256, piece by piece (WinZip AE-2).
final class AESEncryptor {
  static let strength = AESStrength.bits256
  /// How many bytes an entry grows.
  static let overhead =
    strength.saltLength + AESStrength.verificationLength + AESStrength.authenticationCodeLength

  /// What stands before the content: salt and verification value.
  let header: [UInt8]

  private let cipher: AESEntryCipher

  /// - Throws: `missingLibrary`.
  convenience init(password: Password) throws(ConversionError) {
    // Two entries with the same salt would have the same key stream, and reveal each other's content.
    var generator = SystemRandomNumberGenerator()
    var salt: [UInt8] = []
    while salt.count < Self.strength.saltLength {
      salt.append(littleEndian: generator.next() as UInt64)
    }
    try self.init(password: password, salt: salt)
  }

  init(password: Password, salt: [UInt8]) throws(ConversionError) {
    cipher = try AESEntryCipher(password: password, salt: salt, strength: Self.strength)
    header = salt + cipher.verification
  }

  /// Encrypts in place what follows what was encrypted before.
  func encrypt(_ bytes: inout MutableSpan<UInt8>) {
    cipher.applyKeyStream(to: &bytes)
    cipher.authenticate(bytes.span)
  }

  /// What stands behind the content, once all of it was encrypted.
  func authenticationCode() -> [UInt8] { cipher.authenticationCode() }
}
