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

  func text(of key: String) throws(ConversionError) -> String {
    guard let text else { throw unsuited(to: key, "a string") }
    return text
  }

  func flag(of key: String) throws(ConversionError) -> Bool {
    guard let bool else { throw unsuited(to: key, "true or false") }
    return bool
  }

  /// A whole number that is not negative.
  func count(of key: String) throws(ConversionError) -> Int {
    guard let int, int >= 0 else { throw unsuited(to: key, "a whole number from 0") }
    return int
  }

  /// A number as it is written.
  func digits(of key: String) throws(ConversionError) -> String {
    guard double != nil else { throw unsuited(to: key, "a number") }
    return description
  }

  /// A number, or a number with a unit in a string.
  func amount(of key: String) throws(ConversionError) -> String {
    if let text { return text }
    guard double != nil else { throw unsuited(to: key, "a number, or a string such as \"500KB\"") }
    return description
  }

  func texts(of key: String) throws(ConversionError) -> [String] {
    guard let elements, !elements.contains(where: { $0.text == nil }) else {
      throw unsuited(to: key, "an array of strings")
    }
    return elements.compactMap(\.text)
  }

  func members(of key: String) throws(ConversionError) -> [Member] {
    guard let members else { throw unsuited(to: key, "an object") }
    return members
  }

  func elements(of key: String) throws(ConversionError) -> [JSONValue] {
    guard let elements else { throw unsuited(to: key, "an array") }
    return elements
  }

  /// One of the words of an enumeration.
  func choice<Choice>(of key: String) throws(ConversionError) -> Choice
  where Choice: RawRepresentable<String> & CaseIterable {
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    guard let choice = text.flatMap(Choice.init) else {
      throw unsuited(to: key, "one of \(words)")
    }
    return choice
  }

  /// - Parameter wanted: what the member takes, for the message.
  func unsuited(to key: String, _ wanted: String) -> ConversionError {
    let found =
      switch self {
      case .null: "null"
      case .bool(let value): "\(value)"
      case .integer, .number, .literal: "the number \(description.prefix(40))"
      case .string(let text): "\"\(text.prefix(40))\""
      case .array: "an array"
      case .object: "an object"
      }
    return ConversionError(.usage, "\"\(key)\" takes \(wanted), not \(found)")
  }
}
