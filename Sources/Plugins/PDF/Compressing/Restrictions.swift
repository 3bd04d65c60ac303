import ConverterCore
import PDFObjects
import PagedDocumentModel

/// Passwords and permissions of encrypted files in what is made of them.
///
/// Who has the user's password alone may do with the result what could be done with the file, and no more.
struct Restrictions {
  let context: ConversionContext

  /// - Throws: `missingPassword` or `wrongPassword` where the result would be without what the author of a source forbids.
  func checkRemoval(from sources: [OpenSources.Source]) throws(ConversionError) {
    for source in sources where !permissions(of: source).contains(.all) {
      throw ConversionError(
        try context.reading.codeWithoutOwner,
        "its author forbids some uses of it, which would end with its passwords: only the owner's "
          + "password can change them; give that one with --password-file or in FAIRY_PASSWORD"
      ).about(source.content.input.path)
    }
  }

  /// The source whose passwords and permissions the result has; `nil` where none is encrypted.
  ///
  /// - Throws: `missingPassword` or `wrongPassword` where those of no source forbid all that one of them forbids.
  func keeper(
    among sources: [OpenSources.Source]
  ) throws(ConversionError) -> OpenSources.Source? {
    let encrypted = sources.filter(\.file.isEncrypted)
    let restricted = encrypted.filter { !permissions(of: $0).contains(.all) }
    guard
      let keeper = restricted.isEmpty
        ? encrypted.first
        : restricted.first(where: { one in
          restricted.allSatisfy { one.file.permissions.isSubset(of: $0.file.permissions) }
        })
    else {
      guard let first = restricted.first else { return nil }
      throw ConversionError(
        try context.reading.codeWithoutOwner,
        "forbids other uses than the next encrypted file, and a file can have the restrictions of one "
          + "alone; give the owner's password with --password-file or in FAIRY_PASSWORD"
      ).about(first.content.input.path)
    }
    let isOne = encrypted.allSatisfy { $0.file.encryptionKeys == keeper.file.encryptionKeys }
    if isOne, encrypted.count == sources.count {
      context.note("encryption", .kept)
    } else {
      context.note(
        "encryption", .changed,
        why: "the passwords and permissions of \(name(of: keeper)) are those of the result")
    }
    for source in encrypted where source.file.encryptionKeys != keeper.file.encryptionKeys {
      context.note(
        "encryption", .dropped,
        why: "the passwords and permissions of \(name(of: source)) are given up for those of "
          + name(of: keeper))
    }
    return keeper
  }

  private func name(of source: OpenSources.Source) -> String {
    source.content.input.name?.printable ?? "an encrypted file"
  }

  private func permissions(of source: OpenSources.Source) -> PDFPermissions {
    source.file.grantedPermissions
  }

  /// - Parameter dpi: of pictures of its pages; `nil` for their text.
  /// - Throws: `missingPassword` or `wrongPassword` where the author of a source does not allow its content to be taken out.
  func checkTaking(
    dpi: Double?, from sources: [OpenSources.Source]
  ) throws(ConversionError) {
    // To look at a file is allowed to all who can open it.
    guard !context.isViewing else { return }
    for source in sources {
      let permissions = permissions(of: source)
      if permissions.contains(.copy) { continue }
      // A picture is as good as a print.
      if let dpi,
        permissions.contains(.print) || permissions.contains(.printLow) && dpi <= 150
      {
        continue
      }
      let what = dpi == nil ? "text" : "pictures of its pages"
      throw ConversionError(
        try context.reading.codeWithoutOwner,
        "its author does not allow \(what) to be taken out of it; the owner's password does: give that "
          + "one with --password-file or in FAIRY_PASSWORD"
      ).about(source.content.input.path)
    }
  }
}

extension ReadingOptions {
  /// The code of what only the owner's password would allow.
  var codeWithoutOwner: ConversionError.Code {
    get throws(ConversionError) { try passwords.all().isEmpty ? .missingPassword : .wrongPassword }
  }
}

extension PDFFile {
  /// What passwords are checked against, and the permissions that go with them.
  fileprivate var encryptionKeys: [[UInt8]] {
    let encrypt = trailer["/Encrypt"]
    return ["/O", "/U", "/P"].map { encrypt[$0].string ?? Array(encrypt[$0].unparsed.utf8) }
  }
}
