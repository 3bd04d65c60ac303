extension JSONValue {
  /// The text that a member is.
  ///
  /// - Parameter key: the member's, for the message of the error, which is `usage` here and below.
  public func text(of key: String) throws(ConversionError) -> String {
    guard let text else { throw unsuited(to: key, "a string") }
    return text
  }

  /// `true` or `false`.
  public func flag(of key: String) throws(ConversionError) -> Bool {
    guard let bool else { throw unsuited(to: key, "true or false") }
    return bool
  }

  /// A whole number that is not negative.
  public func count(of key: String) throws(ConversionError) -> Int {
    guard let int, int >= 0 else { throw unsuited(to: key, "a whole number from 0") }
    return int
  }

  /// A number as it is written.
  public func digits(of key: String) throws(ConversionError) -> String {
    guard double != nil else { throw unsuited(to: key, "a number") }
    return description
  }

  /// A number, or a number with a unit in a string.
  public func amount(of key: String) throws(ConversionError) -> String {
    if let text { return text }
    guard double != nil else { throw unsuited(to: key, "a number, or a string such as \"500KB\"") }
    return description
  }

  /// An array of strings.
  public func texts(of key: String) throws(ConversionError) -> [String] {
    guard let elements, !elements.contains(where: { $0.text == nil }) else {
      throw unsuited(to: key, "an array of strings")
    }
    return elements.compactMap(\.text)
  }

  /// The members of an object.
  public func members(of key: String) throws(ConversionError) -> [Member] {
    guard let members else { throw unsuited(to: key, "an object") }
    return members
  }

  /// The elements of an array.
  public func elements(of key: String) throws(ConversionError) -> [JSONValue] {
    guard let elements else { throw unsuited(to: key, "an array") }
    return elements
  }

  /// One of the words of an enumeration.
  public func choice<Choice>(of key: String) throws(ConversionError) -> Choice
  where Choice: RawRepresentable<String> & CaseIterable {
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    guard let choice = text.flatMap(Choice.init) else {
      throw unsuited(to: key, "one of \(words)")
    }
    return choice
  }

  /// The error of a value that a member does not take.
  ///
  /// - Parameters:
  ///   - key: of the member.
  ///   - wanted: what the member takes, for the message.
  public func unsuited(to key: String, _ wanted: String) -> ConversionError {
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
