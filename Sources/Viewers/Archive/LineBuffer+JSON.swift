import ArchiveModel
internal import ConverterCore

extension LineBuffer {
  /// A JSON string of UTF-8, as `JSONValue` writes it; bytes that are not UTF-8 become U+FFFD.
  ///
  /// - Returns: whether it is UTF-8.
  @discardableResult
  mutating func add(json text: [UInt8]) -> Bool {
    if text.span.allSatisfy(Self.isPlainInJSON) {
      bytes.append(0x22)
      bytes.append(contentsOf: text)
      bytes.append(0x22)
      return true
    }
    let isUTF8 = String(validating: text, as: UTF8.self) != nil
    if isUTF8, !text.contains(where: { Self.mayNeedEscape($0) }) {
      bytes.append(0x22)
      bytes.append(contentsOf: text)
      bytes.append(0x22)
    } else {
      add(text: JSONValue.string(String(decoding: text, as: UTF8.self)).description)
    }
    return isUTF8
  }

  mutating func add(json text: String) {
    let isPlain = text.utf8Span.span.allSatisfy(Self.isPlainInJSON)
    add(text: isPlain ? "\"\(text)\"" : JSONValue.string(text).description)
  }

  mutating func add(hexadecimal digits: [UInt8]) {
    for byte in digits {
      for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 0x30 + digit : 0x57 + digit) }
    }
  }

  /// ISO 8601, or `null` for what that cannot say.
  mutating func add(json time: Timestamp) {
    let start = bytes.count
    bytes.append(0x22)
    if time.append(iso8601To: &bytes) {
      bytes.append(0x22)
    } else {
      bytes.removeLast(bytes.count - start)
      add("null")
    }
  }

  private static func isPlainInJSON(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
  }

  /// Whether the byte is one that is escaped, or begins a character of which some are: C1 controls and
  /// Latin-1 with 0xC2, marks of direction with 0xE2.
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte < 0x80 ? !isPlainInJSON(byte) : byte == 0xC2 || byte == 0xE2
  }
}
