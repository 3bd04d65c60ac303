import ConverterCore

/// How a file that is written is encrypted.
struct ResultEncryption {
  private let options: PDFWriterOptions
  private let context: ConversionContext

  init(_ options: PDFWriterOptions, in context: ConversionContext) {
    self.options = options
    self.context = context
  }

  /// - Parameters:
  ///   - file: to be written; one that was put together of others has nothing that could be kept.
  ///   - sources: what it was made of.
  /// - Throws: `missingPassword`; `usage` where rights are taken that an owner's password would have to give;
  ///   `unsupportedContent` where the author of a source does not allow it.
  func encryption(
    of file: PDFFile, from sources: [PDFFile]
  ) throws(ConversionError) -> PDFLayout.Encryption {
    let isEncrypted = sources.contains(where: \.isEncrypted)
    switch options.encryption {
    case .keep:
      guard isEncrypted, !file.isEncrypted else { return .kept }
      guard let password = context.reading.password?.bytes else {
        context.note(
          "encryption", .dropped,
          why: "the parts have no password: none was needed to open the file")
        return .removed
      }
      context.note("encryption", .changed, why: "the result has the same password, with AES-256")
      return .added(user: password, owner: password, .all)
    case .none:
      try checkRights(over: sources)
      if isEncrypted { context.note("encryption", .dropped, why: "as --set encryption=none says") }
      return .removed
    case .aes256:
      try checkRights(over: sources)
      return try added()
    }
  }

  private func added() throws(ConversionError) -> PDFLayout.Encryption {
    let owner = options.ownerPassword?.bytes
    // With an owner's password alone everybody may open it.
    let user =
      (options.userPassword ?? context.reading.password)?.bytes ?? (owner == nil ? nil : [])
    guard let user, !user.isEmpty || owner != nil else {
      throw ConversionError(
        .missingPassword,
        "a password is needed to encrypt with: give it with --password-file or in FAIRY_PASSWORD, or "
          + "with --user-password-file and --owner-password-file")
    }
    guard options.permissions == .all || owner.map({ $0 != user }) == true else {
      throw ConversionError(
        .usage,
        "what --set permissions forbids holds for those without the owner's password alone: give one, "
          + "other than the user's, with --owner-password-file")
    }
    return .added(user: user, owner: owner ?? user, options.permissions)
  }

  /// What an author forbids is not undone by encrypting anew, or not at all.
  private func checkRights(over sources: [PDFFile]) throws(ConversionError) {
    for file in sources
    where file.isEncrypted && !file.allowsAll && !file.isOwner(context.reading.password) {
      throw ConversionError(
        .unsupportedContent,
        "has an author who forbids some things, and its encryption may not be changed without the "
          + "owner's password; give that one with --password-file or in FAIRY_PASSWORD")
    }
  }
}
