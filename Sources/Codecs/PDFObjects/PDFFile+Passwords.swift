package import ConverterCore

extension PDFFile {
  /// Opens a file with what is given for several: by the password that gives all rights to it, else by one that
  /// opens it, else by none, for a password may be meant for another file.
  ///
  /// - Parameter passwords: asked for where the file is encrypted.
  /// - Throws: `missingPassword` and `wrongPassword` where nothing opens it; `damagedInput`; `missingLibrary`.
  package static func open(
    _ input: InputFile, with passwords: Passwords, limits: Limits
  ) throws(ConversionError) -> PDFFile {
    let bytes = try FileBytes(input, limits: limits)
    do throws(ConversionError) {
      return try open(bytes, with: passwords)
    } catch {
      let file: PDFFile? =
        switch error.code {
        // Not every cipher is known that a file may have for its attachments.
        case .missingPassword, .wrongPassword, .unsupportedContent:
          try PDFFile(readableWithoutPassword: bytes, limits: limits)
        case .damagedInput: try PDFFile(withoutTrailer: bytes, limits: limits)
        default: nil
        }
      guard let file else { throw error }
      return file
    }
  }

  private static func open(
    _ bytes: FileBytes, with passwords: Passwords
  ) throws(ConversionError) -> PDFFile {
    let unlocked = Result { () throws(ConversionError) in
      try PDFFile(reading: bytes, password: nil)
    }
    switch unlocked {
    case .success(let file) where !file.isEncrypted: return file
    case .failure(let error) where error.code != .missingPassword: throw error
    default: break
    }
    let all = try passwords.all()
    var opened: PDFFile?
    var failure: ConversionError?
    for password in all.flatMap(\.forms) {
      do throws(ConversionError) {
        let file = try PDFFile(reading: bytes, password: password)
        if file.grantedPermissions.contains(.all) { return file }
        opened = opened ?? file
      } catch {
        guard error.code == .wrongPassword else { throw error }
        failure = failure ?? error
      }
    }
    if let opened { return opened }
    guard case .failure = unlocked, let failure else { return try unlocked.get() }
    throw all.count == 1
      ? failure
      : ConversionError(
        .wrongPassword, "is encrypted with another password than those given")
  }
}

extension Password {
  /// The bytes that a password may be in a file: as it was typed, prepared as revision 6 asks for (ISO 32000-2,
  /// 7.6.4.3.3), and in the encoding of older revisions.
  fileprivate var forms: [Password] {
    var forms = [bytes]
    for form in [SASLprepHandle.prepared(bytes), latin] {
      if let form, !forms.contains(form) { forms.append(form) }
    }
    return forms.map(Password.init)
  }

  /// In PDFDocEncoding, of which these characters are those of Latin-1.
  private var latin: [UInt8]? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let codes = text.unicodeScalars.map(\.value)
    guard codes.allSatisfy({ 0x20..<0x7F ~= $0 || 0xA1...0xFF ~= $0 }) else { return nil }
    return codes.map(UInt8.init)
  }
}
