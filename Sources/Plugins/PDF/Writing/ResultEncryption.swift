import ConverterCore
import PDFObjects

/// How a file that is written is encrypted.
struct ResultEncryption {
  private let options: PDFWriterOptions
  private let context: WritingContext

  init(_ options: PDFWriterOptions, in context: WritingContext) {
    self.options = options
    self.context = context
  }

  /// - Parameter sources: what the file was made of.
  /// - Throws: `missingPassword`; `usage` where rights are taken that an owner's password would have to give.
  func encryption(from sources: [PDFFile]) throws(ConversionError) -> PDFLayout.Encryption {
    switch options.encryption {
    case .keep: return .kept
    case .none:
      if sources.contains(where: \.isEncrypted) {
        context.note("encryption", .dropped, why: "as --set encryption=none says")
      }
      return .removed
    case .aes256: return try added(over: sources)
    }
  }

  private func added(over sources: [PDFFile]) throws(ConversionError) -> PDFLayout.Encryption {
    let owner = options.ownerPassword?.bytes
    guard owner == nil || options.userPassword != nil || !sources.contains(where: \.isEncrypted)
    else {
      throw ConversionError(
        .usage,
        "a file that is encrypted gets both passwords anew: name the one to open it with, too, by "
          + "--user-password-file; an empty file lets everybody open it")
    }
    // With an owner's password alone everybody may open it.
    let said =
      if let password = options.userPassword { password.bytes } else {
        try context.passwordForResult()?.bytes
      }
    let user = said ?? (owner == nil ? nil : [])
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
    // The form that programs of others make of what is typed.
    func prepared(_ password: [UInt8]) -> [UInt8] { SASLprepHandle.prepared(password) ?? password }
    return .added(user: prepared(user), owner: prepared(owner ?? user), options.permissions)
  }
}
