/// A JSON value whose objects keep the order of their members: a request, or a one-line result.
public enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  /// A number in the words of JSON that `Int` and `Double` would write differently: `1.0`, `1e400`.
  case literal(String)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// A key of an object and its value.
  public struct Member: Sendable, Equatable {
    public let key: String
    public let value: JSONValue

    public init(_ key: String, _ value: JSONValue) {
      self.key = key
      self.value = value
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value on one line, as RFC 8259 has it. Control characters and those that turn the direction
  /// of text are escaped, so that a line can be shown on a terminal.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .number(let value):
      // JSON has no word for infinity or not-a-number.
      if !value.isFinite {
        text += "null"
      } else if value == value.rounded(), value.magnitude < 1e15 {
        text += "\(Int(value))"
      } else {
        text += "\(value)"
      }
    case .literal(let value): text += value
    case .string(let value): JSONValue.writeString(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        JSONValue.writeString(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func writeString(_ value: String, to text: inout String) {
    text += "\""
    defer { text += "\"" }
    // Nearly all strings are printable ASCII; they are appended as a whole.
    let isPlain = value.utf8.allSatisfy {
      (0x20...0x7e).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard !isPlain else {
      text += value
      return
    }
    let digits = Array("0123456789abcdef")
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..."\u{1f}", "\u{7f}"..."\u{9f}", "\u{200e}", "\u{200f}", "\u{2028}"..."\u{202e}",
        "\u{2066}"..."\u{2069}":
        text += "\\u"
        for shift in [12, 8, 4, 0] { text.append(digits[Int(scalar.value >> shift & 15)]) }
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
