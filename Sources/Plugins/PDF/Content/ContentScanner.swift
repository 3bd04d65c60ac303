/// The tokens of a content stream (ISO 32000-1, 7.2 and 7.8.2): one pass over the bytes, no string a token.
///
/// It never fails: what is no token is left out, and ``isSound`` is `false` then.
struct ContentScanner {
  enum Token: Equatable {
    case number(Double)
    case boolean(Bool)
    case null
    /// Where a name is, with its slash.
    case name(Range<Int>)
    /// Where a literal string is, between its outer parentheses.
    case string(Range<Int>)
    /// Where a hexadecimal string is, between its angle brackets.
    case hexString(Range<Int>)
    case arrayStart, arrayEnd, dictionaryStart, dictionaryEnd
    case `operator`(ContentOperator)
    case end
  }

  let bytes: [UInt8]
  private let limit: Int
  private let kinds = ByteKind.table
  private let operators = ContentOperator.table
  /// Where the next token, or space before it, begins.
  var position: Int
  /// Whether all bytes so far belong to tokens that have an end.
  private(set) var isSound = true

  /// - Parameter range: what to look at; all bytes, where it is missing.
  init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    self.bytes = bytes
    let range = (range ?? bytes.indices).clamped(to: bytes.indices)
    position = range.lowerBound
    limit = range.upperBound
  }

  var isAtEnd: Bool { position >= limit }
  var end: Int { limit }

  mutating func next() -> Token {
    while position < limit {
      let byte = bytes[position]
      switch kinds[Int(byte)] {
      case .space: position += 1
      case .number: return number()
      case .regular: return keyword()
      case .delimiter: if let token = delimited(by: byte) { return token }
      }
    }
    return .end
  }

  /// A token that begins with a delimiter; `nil` for a comment, and for what ends nothing.
  private mutating func delimited(by byte: UInt8) -> Token? {
    switch byte {
    case UInt8(ascii: "/"):
      let start = position
      position += 1
      while position < limit, isRegular(bytes[position]) { position += 1 }
      return .name(start..<position)
    case UInt8(ascii: "("): return string()
    case UInt8(ascii: "<"):
      position += 1
      if position < limit, bytes[position] == UInt8(ascii: "<") {
        position += 1
        return .dictionaryStart
      }
      return hexString()
    case UInt8(ascii: ">") where position + 1 < limit && bytes[position + 1] == byte:
      position += 2
      return .dictionaryEnd
    case UInt8(ascii: "["):
      position += 1
      return .arrayStart
    case UInt8(ascii: "]"):
      position += 1
      return .arrayEnd
    case UInt8(ascii: "%"):
      while position < limit, bytes[position] != 0x0A, bytes[position] != 0x0D { position += 1 }
      return nil
    default:
      position += 1
      isSound = false
      return nil
    }
  }

  private func isRegular(_ byte: UInt8) -> Bool {
    let kind = kinds[Int(byte)]
    return kind == .regular || kind == .number
  }

  /// Parentheses nest; a backslash takes away the meaning of what follows it (7.3.4.2).
  private mutating func string() -> Token {
    let start = position + 1
    var depth = 1
    position = start
    while position < limit {
      switch bytes[position] {
      case UInt8(ascii: "\\"): position += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 {
          position += 1
          return .string(start..<position - 1)
        }
      default: break
      }
      position += 1
    }
    position = limit
    isSound = false
    return .string(min(start, limit)..<limit)
  }

  private mutating func hexString() -> Token {
    let start = position
    while position < limit, bytes[position] != UInt8(ascii: ">") { position += 1 }
    let range = start..<position
    if position < limit { position += 1 } else { isSound = false }
    return .hexString(range)
  }

  private mutating func keyword() -> Token {
    let start = position
    var code: UInt32 = 0
    while position < limit, isRegular(bytes[position]) {
      code = code << 8 | UInt32(bytes[position])
      position += 1
    }
    switch position - start {
    case ...3: return .operator(operators[code])
    case 4 where code == 0x7472_7565: return .boolean(true)
    case 4 where code == 0x6E75_6C6C: return .null
    case 5 where bytes[start..<position].elementsEqual("false".utf8): return .boolean(false)
    default: return .operator(.unknown)
    }
  }
}

extension ContentScanner {
  private static let powers: [Double] = (0...22).reduce(into: []) { powers, exponent in
    powers.append(exponent == 0 ? 1 : powers[exponent - 1] * 10)
  }

  /// A number as viewers read it: signs anywhere before it, a minus sign within it without meaning, no
  /// exponent. It may be infinite.
  fileprivate mutating func number() -> Token {
    var isNegative = false
    while position < limit {
      if bytes[position] == UInt8(ascii: "-") {
        isNegative = true
      } else if bytes[position] != UInt8(ascii: "+") {
        break
      }
      position += 1
    }
    var mantissa: UInt64 = 0
    var exponent = 0
    var hasPoint = false
    while position < limit {
      let byte = bytes[position]
      let digit = byte &- 0x30
      if digit < 10 {
        if mantissa < 100_000_000_000_000_000 {
          mantissa = mantissa &* 10 &+ UInt64(digit)
          if hasPoint { exponent -= 1 }
        } else if !hasPoint {
          exponent += 1
        }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if byte != UInt8(ascii: "-") {
        break
      }
      position += 1
    }
    let value = Self.scaled(Double(mantissa), by: exponent)
    return .number(isNegative ? -value : value)
  }

  private static func scaled(_ value: Double, by exponent: Int) -> Double {
    // One division is rounded once: 0.1 is the 0.1 of Swift.
    if -22...0 ~= exponent { return value / powers[-exponent] }
    if exponent < 0 { return exponent < -400 ? 0 : scaled(value / powers[22], by: exponent + 22) }
    if exponent > 308 { return value == 0 ? 0 : .infinity }
    return (0..<exponent).reduce(value) { value, _ in value * 10 }
  }

  /// A name with its slash, `#xx` undone (7.3.5); `nil` where it is no text in UTF-8.
  func name(_ range: Range<Int>) -> String? {
    let raw = bytes[range]
    guard raw.contains(UInt8(ascii: "#")) else { return String(validating: raw, as: UTF8.self) }
    var name: [UInt8] = []
    var index = raw.startIndex
    while index < raw.endIndex {
      if raw[index] == UInt8(ascii: "#"), index + 2 < raw.endIndex,
        let high = Self.hexDigit(raw[index + 1]), let low = Self.hexDigit(raw[index + 2])
      {
        name.append(high << 4 | low)
        index += 3
      } else {
        name.append(raw[index])
        index += 1
      }
    }
    return name.contains(0) ? nil : String(validating: name, as: UTF8.self)
  }

  static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// What a byte is to who looks for the begin or end of a token.
enum ByteKind: UInt8 {
  case regular, space, delimiter
  /// A digit, a sign or a point.
  case number

  static let table: [ByteKind] = (0...255).map { (byte: UInt8) in
    switch byte {
    case 0, 9, 10, 12, 13, 32: .space
    case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): .number
    default: "()<>[]{}/%".utf8.contains(byte) ? .delimiter : .regular
    }
  }
}
