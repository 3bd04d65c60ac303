import ConverterCore

extension ConversionError {
  /// What libarchive said, as a sentence with what to do.
  ///
  /// - Parameters:
  ///   - message: in English, of any length; it may quote the archive.
  ///   - isEncrypted: whether the archive has encrypted entries, or an encrypted directory.
  static func libarchive(_ message: String, isMemory: Bool, isEncrypted: Bool) -> ConversionError {
    let lower = message.lowercased()
    if isEncrypted, lower.contains("crypt") { return .encrypted }
    if isMemory, !lower.contains("malformed") { return .archiveMemory }
    var detail = String(message.prefix(200)).printable
    while detail.hasSuffix(".") { detail.removeLast() }
    let unsupported = [
      "unsupported", "not supported", "unavailable", "unknown codec", "can't read",
    ]
    if unsupported.contains(where: lower.contains) {
      return ConversionError(
        .unsupportedContent, "the archive holds something that libarchive cannot read: \(detail)")
    }
    // "Damaged tar archive" says nothing more, and its internal errors are about calls after a first one.
    let saysMore =
      !detail.isEmpty && !lower.hasPrefix("damaged") && !lower.hasPrefix("internal error")
    return ConversionError(
      .damagedInput,
      saysMore
        ? "the archive is damaged: \(detail)" : "the archive is damaged, or ends too early")
  }

  /// Nothing that libarchive reads here can be decrypted by it.
  static var encrypted: ConversionError {
    ConversionError(
      .unsupportedContent,
      "it is encrypted, and libarchive decrypts no archives of this format, whatever the password")
  }

  static var archiveMemory: ConversionError {
    ConversionError.exceeding(
      .init(unresolved: .memory),
      "unpacking it needs more memory than there may be used; raise it with --limit memory=…")
  }
}
