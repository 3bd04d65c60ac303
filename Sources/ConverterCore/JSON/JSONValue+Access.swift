extension JSONValue {
  /// The value of an object's member; `nil` for what is no object or has no such member.
  public subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The characters of a string.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// `true` or `false`.
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// A whole number that `Int` holds, however it is written: `80`, `80.0`, `8e1`.
  public var int: Int? {
    if case .integer(let value) = self { return value }
    return double.flatMap { Int(exactly: $0) }
  }

  /// A number as near as `Double` comes to it.
  public var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    // JSON may write numbers that `Double` takes for infinity.
    case .literal(let digits): Double(digits).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// The values of an array.
  public var elements: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object, in their order.
  public var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}
