import ConverterCore

/// How an entry is encrypted, and what that adds to its content.
struct EntryEncryption {
  let kind: ZIPEncryption
  /// Whether the checksum in the directory is that of the content. Version 2 of AES has none: it would reveal
  /// which of two known contents is encrypted.
  let hasChecksum: Bool

  var overhead: Int { kind.headerLength + kind.trailerLength }

  /// Whether nothing but the checksum shows that a password is wrong.
  var isWeak: Bool {
    if case .zipCrypto = kind { true } else { false }
  }

  /// `nil` for an entry that is not encrypted.
  ///
  /// - Throws: `unsupportedContent`.
  init?(_ record: CentralRecord, _ errors: EntryErrors) throws(ConversionError) {
    guard record.flags.contains(.encrypted) else {
      guard record.storedMethod != 99 else {
        throw errors.error(
          .damagedInput, "its method is encryption, but it is not said to be encrypted")
      }
      return nil
    }
    guard record.flags.isDisjoint(with: [.strongEncryption, .maskedHeader]) else {
      throw errors.error(
        .unsupportedContent,
        "is encrypted by PKWARE's strong encryption, which only programs of PKWARE can open")
    }
    if record.storedMethod == 99 {
      guard let aes = record.aes, (1...2).contains(aes.version), (1...3).contains(aes.strength)
      else {
        throw errors.error(
          .unsupportedContent, "is encrypted by a kind of AES that fairy does not know")
      }
      kind = .aes(strength: Int(aes.strength), version: Int(aes.version))
      hasChecksum = aes.version == 1
    } else {
      // Where the checksum was not known yet, the time took its place (Info-ZIP, crypt.c).
      let check =
        record.flags.contains(.dataDescriptor)
        ? record.dosTime >> 8 & 0xFF : record.checksum >> 24
      kind = .zipCrypto(checkByte: UInt8(check))
      hasChecksum = true
    }
  }
}

/// The decryption of one entry.
struct EntryDecryption {
  let decryptor: any ZIPDecryptor
  private let authenticationCode: [UInt8]
  private let errors: EntryErrors

  /// - Throws: `missingPassword`, `wrongPassword`, `unsupportedContent`.
  init(
    _ encryption: EntryEncryption, header: [UInt8], trailer: [UInt8], _ passwords: [Password],
    _ errors: EntryErrors
  ) throws(ConversionError) {
    do {
      decryptor = try ZIPDecryption.make(
        for: encryption.kind, header: header, passwords: passwords)
    } catch {
      throw errors.naming(error)
    }
    authenticationCode = trailer
    self.errors = errors
  }

  /// Called after the last byte.
  func finish() throws(ConversionError) {
    do {
      try decryptor.finish(authenticationCode: authenticationCode)
    } catch {
      throw errors.naming(error)
    }
  }
}
