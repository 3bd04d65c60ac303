import ConverterCore
import PDFObjects

/// The signatures of a file (ISO 32000-1, 12.8), which hold for its bytes as they are.
struct Signatures {
  /// Fields that somebody has signed.
  private(set) var signedFields = 0
  /// Whether its author says what others may change.
  let isCertified: Bool

  init(of file: PDFFile, in context: ConversionContext) throws(ConversionError) {
    isCertified = !file.root["/Perms"]["/DocMDP"].isNull
    for field in try FieldTree(of: file, limits: context.limits).nodes {
      let value = field.object["/V"]
      if value.isDictionary, value["/ByteRange"].isArray { signedFields += 1 }
    }
  }

  var isSigned: Bool { signedFields > 0 || isCertified }
}

/// Who may have another file made of one.
struct RewritingRules {
  let allowsBreakingSignatures: Bool
  /// Whether pages are only put in, taken out and turned, which an author may allow who forbids all other changes
  /// (ISO 32000-1, table 22, bit 11). To cut them or to code their content anew is more.
  let onlyAssembles: Bool
  let context: ConversionContext

  /// - Throws: `unsupportedContent` for a signed file; `missingPassword` or `wrongPassword` for one whose author
  ///   forbids to change it.
  func check(_ file: PDFFile) throws(ConversionError) {
    try checkPermissions(of: file)
    try checkPartialEncryption(of: file)
    let signatures = try Signatures(of: file, in: context)
    if signatures.isSigned {
      let what =
        signatures.signedFields > 1
        ? "has \(signatures.signedFields) signatures, which"
        : "is signed\(signatures.isCertified ? " by its author" : ""), and the signature"
      guard allowsBreakingSignatures else {
        throw ConversionError(
          .unsupportedContent,
          "\(what) would no longer hold if anything changed; --allow-breaking-signatures goes on all "
            + "the same")
      }
      context.note("signatures", .changed, why: "they no longer hold: the file is another one")
      context.warn("its signatures no longer hold")
    }
    if file.removeUsageRights() {
      context.note(
        "usage-rights", .dropped, why: "what Adobe Reader may do hangs on the bytes of the file")
    }
  }

  /// What could not be read cannot be written again.
  private func checkPartialEncryption(of file: PDFFile) throws(ConversionError) {
    guard let encryption = file.partialEncryption else { return }
    guard encryption.what == nil, encryption.permissions.contains(.all) else {
      throw ConversionError(
        try context.reading.codeWithoutOwner,
        "can be read, but \(encryption.what ?? "what its author forbids") cannot be kept without its password; "
          + "give it with --password-file or in FAIRY_PASSWORD")
    }
    context.note("encryption", .dropped, why: "it encrypted nothing")
  }

  private func checkPermissions(of file: PDFFile) throws(ConversionError) {
    let permissions = file.grantedPermissions
    if permissions.contains(.edit) || onlyAssembles && permissions.contains(.assemble) { return }
    throw ConversionError(
      try context.reading.codeWithoutOwner,
      (permissions.contains(.assemble)
        ? "may be taken apart, joined and turned by who has no owner's password, but not be changed in "
          + "other ways"
        : "may not be changed by who has no owner's password")
        + "; give that one with --password-file or in FAIRY_PASSWORD")
  }
}
