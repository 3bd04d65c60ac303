import ConverterCore

/// The encryption of a file whose pages can be read without a password: its streams are left as they are
/// (`/StmF /Identity`), and only attachments, or strings, are encrypted, or nothing at all (ISO 32000-2, 7.6.6).
///
/// qpdf asks for a password all the same. So it reads a copy whose trailer has another key in the place of
/// `/Encrypt`.
package struct PartialEncryption {
  /// What stands in the place of `/Encrypt`.
  fileprivate static let hiddenKey = "/EncrypT"

  package let permissions: PDFPermissions
  package let encryptsStrings: Bool
  let encryptsAttachments: Bool

  /// - Parameter encrypt: the dictionary of an encrypted file.
  /// - Returns: `nil` where its streams are encrypted, too.
  init?(_ encrypt: PDFObject) {
    func filter(_ key: String) -> String { encrypt[key].name ?? "/Identity" }
    guard [4, 5].contains(encrypt["/V"].integer), filter("/StmF") == "/Identity" else {
      return nil
    }
    encryptsStrings = filter("/StrF") != "/Identity"
    encryptsAttachments = encrypt.has("/EFF") && filter("/EFF") != "/Identity"
    permissions = PDFPermissions(flags: encrypt["/P"].integer ?? 0)
  }

  /// What is encrypted, in words; `nil` where nothing is.
  package var what: String? {
    switch (encryptsStrings, encryptsAttachments) {
    case (false, false): nil
    case (true, false): "its titles and other strings"
    case (false, true): "its attachments"
    case (true, true): "its attachments, titles and other strings"
    }
  }
}

extension PDFFile {
  /// Opens an encrypted file whose pages can be read without its password.
  ///
  /// - Returns: `nil` for any other.
  convenience init?(readableWithoutPassword bytes: FileBytes, limits: Limits)
    throws(ConversionError)
  {
    let places = bytes.encryptionKeys
    guard !places.isEmpty else { return nil }
    try limits.check(.memory, bytes.count, for: "reading the file")
    // The last letter.
    let hidden = FileBytes(bytes, with: UInt8(ascii: "T"), at: places.map { $0 + 7 })
    do throws(ConversionError) {
      try self.init(reading: hidden, password: nil)
    } catch {
      return nil
    }
    guard partialEncryption != nil else { return nil }
  }

  /// Takes the key that hides `/Encrypt` out of the trailer.
  func takePartialEncryption() -> PartialEncryption? {
    guard !isEncrypted, trailer.has(PartialEncryption.hiddenKey) else { return nil }
    let encrypt = trailer[PartialEncryption.hiddenKey]
    trailer.removeKey(PartialEncryption.hiddenKey)
    return PartialEncryption(encrypt)
  }
}

extension FileBytes {
  /// How far before `/Encrypt` its dictionary may begin.
  private static let mostBefore = 1 << 14

  /// More trailers than these are looked for in no file, as each takes a search around it.
  private static let mostTrailers = 1000

  /// Where trailers, and streams that stand for one, have the key `/Encrypt`.
  fileprivate var encryptionKeys: [Int] {
    places(of: "/Encrypt").suffix(Self.mostTrailers).filter(isInTrailer)
  }

  /// Whether the last trailer has the key, as far as it is where most are.
  var endNamesEncryption: Bool {
    let end = max(0, count - 2048)..<count
    return last("/Encrypt ", in: end).map(isInTrailer) ?? false
  }

  private func isInTrailer(_ place: Int) -> Bool {
    let before = max(0, place - Self.mostBefore)..<place
    let trailer = last("trailer", in: before)
    guard let object = last(" obj", in: before) else { return trailer != nil }
    if let trailer, trailer > object { return true }
    let behind = place..<min(count, place + Self.mostBefore)
    let end = first("stream", in: behind) ?? place
    return first("/XRef", in: object..<end) != nil
  }
}
