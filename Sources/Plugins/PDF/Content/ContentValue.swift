/// A value within a content stream: what an inline image says of itself.
indirect enum ContentValue: Equatable, Sendable {
  case number(Double)
  case boolean(Bool)
  case null
  /// With its slash.
  case name(String)
  case string([UInt8])
  case array([ContentValue])
  case dictionary([Entry])

  struct Entry: Equatable, Sendable {
    /// With its slash.
    var key: String
    var value: ContentValue
  }

  var integer: Int? {
    if case .number(let number) = self { Int(exactly: number) } else { nil }
  }

  /// All names in it.
  var names: [String] {
    switch self {
    case .name(let name): [name]
    case .array(let items): items.flatMap(\.names)
    case .dictionary(let entries): entries.flatMap(\.value.names)
    default: []
    }
  }
}

extension ContentScanner {
  /// Values within values: an inline image has at most three.
  private static let deepest = 8

  /// The value that begins with `token`; `nil` where none does, or where it is too deep.
  mutating func value(_ token: Token, depth: Int = 0) -> ContentValue? {
    guard depth < Self.deepest else { return nil }
    switch token {
    case .number(let number): return .number(number)
    case .boolean(let boolean): return .boolean(boolean)
    case .null: return .null
    case .name(let range): return name(range).map { .name($0) }
    case .string(let range): return .string(string(range))
    case .hexString(let range): return .string(hexString(range))
    case .arrayStart:
      var items: [ContentValue] = []
      while true {
        let token = next()
        if token == .arrayEnd { return .array(items) }
        guard let item = value(token, depth: depth + 1) else { return nil }
        items.append(item)
      }
    case .dictionaryStart:
      var entries: [ContentValue.Entry] = []
      while true {
        let token = next()
        if token == .dictionaryEnd { return .dictionary(entries) }
        guard let entry = entry(token, depth: depth + 1) else { return nil }
        entries.append(entry)
      }
    case .arrayEnd, .dictionaryEnd, .operator, .end: return nil
    }
  }

  /// A key and its value.
  mutating func entry(_ token: Token, depth: Int = 0) -> ContentValue.Entry? {
    guard case .name(let range) = token, let key = name(range) else { return nil }
    let token = next()
    guard let value = value(token, depth: depth) else { return nil }
    return ContentValue.Entry(key: key, value: value)
  }

  private func hexString(_ range: Range<Int>) -> [UInt8] {
    let digits = bytes[range].compactMap(Self.hexDigit)
    return stride(from: 0, to: digits.count, by: 2).map {
      digits[$0] << 4 | ($0 + 1 < digits.count ? digits[$0 + 1] : 0)
    }
  }

  /// The bytes of a literal string, escapes undone (7.3.4.2, table 3).
  private func string(_ range: Range<Int>) -> [UInt8] {
    var string: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\\"):
        if index < range.upperBound { index = appendEscaped(to: &string, at: index, in: range) }
      case 0x0D:
        // Any end of a line is a line feed.
        if index < range.upperBound, bytes[index] == 0x0A { index += 1 }
        string.append(0x0A)
      default: string.append(byte)
      }
    }
    return string
  }

  /// - Returns: where the string goes on.
  private func appendEscaped(to string: inout [UInt8], at start: Int, in range: Range<Int>) -> Int {
    let byte = bytes[start]
    switch byte {
    case UInt8(ascii: "n"): string.append(0x0A)
    case UInt8(ascii: "r"): string.append(0x0D)
    case UInt8(ascii: "t"): string.append(0x09)
    case UInt8(ascii: "b"): string.append(0x08)
    case UInt8(ascii: "f"): string.append(0x0C)
    case 0x0A: break
    case 0x0D:
      if start + 1 < range.upperBound, bytes[start + 1] == 0x0A { return start + 2 }
    case 0x30...0x37:
      var code = 0
      var index = start
      while index < min(start + 3, range.upperBound), 0x30...0x37 ~= bytes[index] {
        code = code * 8 + Int(bytes[index] - 0x30)
        index += 1
      }
      string.append(UInt8(truncatingIfNeeded: code))
      return index
    default: string.append(byte)
    }
    return start + 1
  }
}
