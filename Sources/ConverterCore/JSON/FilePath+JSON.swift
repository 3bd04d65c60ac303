package import SystemPackage

extension FilePath {
  /// The members that name the path in JSON: its text, and its exact bytes where the text would be
  /// taken for something else.
  package func members(_ key: String) -> [JSONValue.Member] {
    var members = [JSONValue.Member(key, .string(lossyText))]
    if let hexadecimal { members.append(.init("\(key)Hex", .string(hexadecimal))) }
    return members
  }

  /// The path with U+FFFD in place of what is not UTF-8.
  package var lossyText: String { String(decoding: bytes, as: UTF8.self) }

  /// The bytes in hexadecimal digits, for a path that is not UTF-8, or is `-`, which stands for a
  /// standard stream; `nil` for any other.
  package var hexadecimal: String? {
    let bytes = bytes
    guard String(validating: bytes, as: UTF8.self) == nil || bytes == [UInt8(ascii: "-")] else {
      return nil
    }
    return bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
  }

  /// The path whose ``hexadecimal`` digits these are; `nil` if they are none.
  package init?(hexadecimal digits: String) {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in digits.utf8 {
      guard let value = Character(Unicode.Scalar(digit)).hexDigitValue.map(UInt8.init) else {
        return nil
      }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    guard high == nil else { return nil }
    self.init(bytes: bytes)
  }
}

extension Request.Input {
  /// The members that name the input in JSON.
  package func members(_ key: String) -> [JSONValue.Member] {
    path?.members(key) ?? [.init(key, .string("-"))]
  }
}
