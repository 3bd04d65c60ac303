import ConverterCore

extension PDFFile {
  /// Opens a file with what is given for several: by the password that gives all rights to it, else by one that
  /// opens it, else by none, for a password may be meant for another file.
  ///
  /// - Throws: `missingPassword` and `wrongPassword` where nothing opens it; `damagedInput`; `missingLibrary`.
  static func open(
    _ input: InputFile, with passwords: [Password], limits: Limits
  ) throws(ConversionError) -> PDFFile {
    guard !passwords.isEmpty else { return try PDFFile(input, limits: limits) }
    let bytes = try FileBytes(input, limits: limits)
    var opened: PDFFile?
    var failure: ConversionError?
    for password in passwords.map(Optional.some) + [nil] {
      if password == nil, opened != nil { break }
      do throws(ConversionError) {
        let file = try PDFFile(reading: bytes, password: password)
        if file.grantedPermissions.contains(.all) { return file }
        opened = opened ?? file
      } catch {
        guard [.wrongPassword, .missingPassword].contains(error.code) else { throw error }
        failure = failure ?? error
      }
    }
    if let opened { return opened }
    guard passwords.count == 1, let failure else {
      throw ConversionError(
        .wrongPassword, "is encrypted with another password than those given")
    }
    throw failure
  }
}
