import ConverterCore

/// Where text is no JSON, and why.
struct JSONSyntaxError: Error {
  enum Problem {
    case expectedValue, expectedValueOrEnd
    case expectedKey, expectedKeyOrEnd
    case expectedColon, expectedCommaOrBrace, expectedCommaOrBracket
    case secondValue
    case noDigit(JSONNumberEnd.Part)
    case leadingZero, afterNumber
    case controlInString(UInt8)
    case badEscape(UInt8)
    case badHexadecimal(UInt8)
    case invalidUTF8(UInt8)
    /// The file ends within a string that begins at the offset.
    case endsInString(Int)
    /// The file ends where something else had to come.
    case ended(JSONState)
  }

  let problem: Problem
  /// In the bytes that were gone over.
  let offset: Int

  init(_ problem: Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }

  /// The error for people.
  ///
  /// - Parameter base: the offset of those bytes in the file.
  func conversionError(
    at base: Int, in input: InputFile, isSequence: Bool
  ) throws(ConversionError) -> ConversionError {
    let place = try TextPlace(base + offset, in: input)
    let here = try input.read(at: base + offset, count: 16)
    var message = try sentence(at: base, here, in: input)
    if let hint = try hint(at: base, here, in: input) { message += "; \(hint)" }
    return .damaged(message, at: place)
  }

  private func sentence(
    at base: Int, _ here: [UInt8], in input: InputFile
  ) throws(ConversionError) -> String {
    let found = Self.found(here)
    switch problem {
    case .expectedValue: return "expected a value, found \(found)"
    case .expectedValueOrEnd: return "expected a value or \"]\", found \(found)"
    case .expectedKey: return "expected a key in double quotes, found \(found)"
    case .expectedKeyOrEnd: return "expected a key in double quotes or \"}\", found \(found)"
    case .expectedColon: return "expected a colon after the key, found \(found)"
    case .expectedCommaOrBrace: return "expected a comma or \"}\", found \(found)"
    case .expectedCommaOrBracket: return "expected a comma or \"]\", found \(found)"
    case .secondValue: return "expected the end of the file, found \(found)"
    case .noDigit(.whole): return "expected a digit after the minus sign, found \(found)"
    case .noDigit(.fraction): return "expected a digit after the decimal point, found \(found)"
    case .noDigit(.exponent): return "expected a digit in the exponent, found \(found)"
    case .leadingZero: return "a number does not begin with a zero and another digit"
    case .afterNumber: return "expected the end of the number, found \(found)"
    case .controlInString(let byte):
      return "a string holds the control character \(Self.hexadecimal(byte)), which is written "
        + "\(Self.escape(of: byte))"
    case .badEscape:
      return "no escape begins like this; there are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"
    case .badHexadecimal: return "expected four hexadecimal digits after \\u, found \(found)"
    case .invalidUTF8(let byte): return "the byte \(Self.hexadecimal(byte)) is not UTF-8 here"
    case .endsInString(let start):
      let begin = try TextPlace(base + start, in: input)
      return "the file ends within a string that began at line \(begin.line), "
        + "column \(begin.column)"
    case .ended(let state): return Self.ended(state)
    }
  }

  private static func ended(_ state: JSONState) -> String {
    let expected =
      switch state.expectation {
      case .value, .next: "a value"
      case .elementOrEnd: "a value or \"]\""
      case .memberOrEnd: "a key or \"}\""
      case .key: "a key"
      case .colon: "a colon"
      case .separator:
        state.containers.innermost == .object ? "a comma or \"}\"" : "a comma or \"]\""
      }
    let open = state.containers.depth
    if open == 0 { return "the file holds no value" }
    return "the file ends where \(expected) was expected: "
      + (open == 1
        ? "\(state.containers.innermost == .object ? "an object" : "an array") is still open"
        : "\(open) objects and arrays are still open")
  }

  /// What to do about it.
  private func hint(
    at base: Int, _ here: [UInt8], in input: InputFile
  ) throws(ConversionError) -> String? {
    let lenient = "--set lenient=true reads it"
    guard let byte = here.first else { return nil }
    if base + offset < 2, byte == 0 || byte >= 0xFE {
      return "JSON is UTF-8, and this looks like UTF-16 (--encoding UTF-16BE or UTF-16LE reads it)"
    }
    switch problem {
    case .secondValue:
      if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") { break }
      guard Self.beginsValue(here) else { return nil }
      return "a .json file holds one value; a file of several is NDJSON and is named .ndjson"
    case .expectedValue, .expectedKey:
      if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") {
        guard try isBehindComma(base + offset, in: input) else { return nil }
        return "the comma before it is one too many (\(lenient))"
      }
    case .expectedValueOrEnd, .expectedKeyOrEnd, .expectedCommaOrBrace, .expectedCommaOrBracket,
      .expectedColon:
      break
    default: return nil
    }
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "#"): return "JSON has no comments (\(lenient))"
    case UInt8(ascii: "'"): return "JSON has double quotes alone (\(lenient))"
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      return "a number begins with a digit or a minus sign (\(lenient))"
    case _ where here.starts(with: "NaN".utf8) || here.starts(with: "Infinity".utf8):
      return "JSON has no such number"
    case _
    where here.starts(with: "True".utf8) || here.starts(with: "False".utf8)
      || here.starts(with: "None".utf8):
      return "in JSON it is true, false or null"
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"):
      switch problem {
      case .expectedKey, .expectedKeyOrEnd: return "keys stand in double quotes (\(lenient))"
      default: return nil
      }
    default: return nil
    }
  }

  /// Whether the last character before a place is a comma.
  private func isBehindComma(
    _ place: Int, in input: InputFile
  ) throws(ConversionError) -> Bool {
    let start = max(0, place - 4096)
    let before = try input.read(at: start, count: place - start)
    return before.last { !$0.isJSONBlank } == UInt8(ascii: ",")
  }

  private static func beginsValue(_ here: [UInt8]) -> Bool {
    guard let byte = here.first else { return false }
    return switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      here.starts(with: "true".utf8) || here.starts(with: "false".utf8)
        || here.starts(with: "null".utf8)
    }
  }

  private static func found(_ here: [UInt8]) -> String { TreeText.shown(here) }
  private static func hexadecimal(_ byte: UInt8) -> String { TreeText.hexadecimal(byte) }

  private static func escape(of byte: UInt8) -> String {
    switch byte {
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0C: "\\f"
    case 0x0D: "\\r"
    default: "\\u00" + hexadecimal(byte)
    }
  }
}
