import ConverterCore
import SystemPackage

/// A file or a standard stream, as a request or a result names it.
enum NamedFile {
  case path(FilePath)
  /// `-`.
  case standardStream
}

extension JSONValue {
  /// The file that the members `key` and `keyHex` name; `nil` if there are none.
  ///
  /// The digits decide where both are there: the text is for people then.
  ///
  /// - Throws: `usage` for what cannot be a path.
  func file(_ key: String) throws(ConversionError) -> NamedFile? {
    if let value = self["\(key)Hex"] {
      guard let digits = value.text, let path = FilePath(hexadecimal: digits) else {
        throw ConversionError(
          .usage, "\"\(key)Hex\" takes the bytes of a path as pairs of hexadecimal digits")
      }
      return .path(path)
    }
    guard let value = self[key] else { return nil }
    let text = try value.text(of: key)
    guard text != "-" else { return .standardStream }
    guard let path = FilePath(bytes: Array(text.utf8)) else {
      throw ConversionError(
        .usage, "\"\(key)\" is \(text.isEmpty ? "empty" : "no path: it has a NUL in it")")
    }
    return .path(path)
  }
}
