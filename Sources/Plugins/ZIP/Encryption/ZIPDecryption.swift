import ConverterCore

/// Turns the encrypted content of one entry into the content as it was before, piece by piece.
protocol ZIPDecryptor: AnyObject {
  /// Decrypts in place what follows what was decrypted before.
  func decrypt(_ bytes: inout MutableSpan<UInt8>)

  /// Compares what was decrypted with the code behind it, once all of it was.
  ///
  /// - Throws: `damagedInput` where the entry is not what was encrypted.
  func finish(authenticationCode: [UInt8]) throws(ConversionError)
}

enum ZIPDecryption {
  /// The decryptor of the first password that opens an entry.
  ///
  /// - Throws: what ``make(for:header:password:)`` throws of the last.
  static func make(
    for encryption: ZIPEncryption, header: [UInt8], passwords: [Password]
  ) throws(ConversionError) -> any ZIPDecryptor {
    for password in passwords.dropLast() {
      do throws(ConversionError) {
        return try make(for: encryption, header: header, password: password)
      } catch {
        guard error.code == .wrongPassword else { throw error }
      }
    }
    return try make(for: encryption, header: header, password: passwords.last)
  }

  /// A decryptor for one entry.
  ///
  /// - Parameter header: the first ``ZIPEncryption/headerLength`` bytes of the entry's data.
  /// - Throws: `missingPassword`; `wrongPassword`; `damagedInput` for a header of another length;
  ///   `unsupportedContent` for a strength that is not defined; `missingLibrary`.
  static func make(
    for encryption: ZIPEncryption, header: [UInt8], password: Password?
  ) throws(ConversionError) -> any ZIPDecryptor {
    guard let password else {
      throw ConversionError(
        .missingPassword,
        "is encrypted; give the password with --password-file FILE or in FAIRY_PASSWORD")
    }
    switch encryption {
    case .zipCrypto(let checkByte):
      try check(header, length: encryption.headerLength)
      let decryptor = ZipCryptoDecryptor(password: password, header: header)
      // One wrong password in 256 passes; the CRC-32 of the content reveals it.
      guard decryptor.checkByte == checkByte else { throw .wrongPassword }
      return decryptor
    case .aes(let number, _):
      guard let strength = AESStrength(rawValue: number) else {
        throw ConversionError(
          .unsupportedContent, "is encrypted with AES of strength \(number), which is not defined")
      }
      try check(header, length: encryption.headerLength)
      let salt = header.prefix(strength.saltLength)
      let cipher = try AESEntryCipher(password: password, salt: Array(salt), strength: strength)
      guard cipher.verification.elementsEqual(header.dropFirst(salt.count)) else {
        throw .wrongPassword
      }
      return AESDecryptor(cipher)
    }
  }

  private static func check(_ header: [UInt8], length: Int) throws(ConversionError) {
    guard header.count == length else {
      throw ConversionError(
        .damagedInput,
        "ends within the header of its encryption: \(header.count) of \(length) bytes are there")
    }
  }
}

/// Decrypts what ``AESEncryptor`` or WinZip encrypted.
private final class AESDecryptor: ZIPDecryptor {
  private let cipher: AESEntryCipher

  init(_ cipher: AESEntryCipher) {
    self.cipher = cipher
  }

  func decrypt(_ bytes: inout MutableSpan<UInt8>) {
    // The code is about the encrypted bytes.
    cipher.authenticate(bytes.span)
    cipher.applyKeyStream(to: &bytes)
  }

  func finish(authenticationCode: [UInt8]) throws(ConversionError) {
    guard cipher.authenticationCode() == authenticationCode else {
      throw ConversionError(
        .damagedInput,
        "does not match its authentication code: it was damaged or changed after it was encrypted")
    }
  }
}

extension ConversionError {
  fileprivate static var wrongPassword: ConversionError {
    ConversionError(.wrongPassword, "is encrypted, and the password given does not open it")
  }
}
