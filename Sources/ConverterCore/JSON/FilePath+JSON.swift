package import SystemPackage

extension FilePath {
  /// The members that name the path in JSON: its text, and its exact bytes where the text would be
  /// taken for something else.
  package func members(_ key: String) -> [JSONValue.Member] {
    JSONValue.Member.naming(bytes, key)
  }

  /// The path with U+FFFD in place of what is not UTF-8.
  package var lossyText: String { String(decoding: bytes, as: UTF8.self) }

  /// The bytes in hexadecimal digits, for a path that is not UTF-8, or is `-`, which stands for a
  /// standard stream; `nil` for any other.
  package var hexadecimal: String? {
    bytes.hexadecimalUnlessText
  }

  /// The path whose ``hexadecimal`` digits these are; `nil` if they are none.
  package init?(hexadecimal digits: String) {
    guard let bytes = [UInt8](hexadecimal: digits) else { return nil }
    self.init(bytes: bytes)
  }
}

extension JSONValue.Member {
  /// The members that name something by bytes which need not be text.
  package static func naming(_ bytes: [UInt8], _ key: String) -> [JSONValue.Member] {
    var members = [JSONValue.Member(key, .string(String(decoding: bytes, as: UTF8.self)))]
    if let digits = bytes.hexadecimalUnlessText {
      members.append(.init("\(key)Hex", .string(digits)))
    }
    return members
  }
}

extension [UInt8] {
  /// The bytes in hexadecimal digits, where they are not UTF-8, or are `-`.
  fileprivate var hexadecimalUnlessText: String? {
    guard String(validating: self, as: UTF8.self) == nil || self == [UInt8(ascii: "-")] else {
      return nil
    }
    return hexadecimal
  }

  package var hexadecimal: String {
    map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
  }

  /// The bytes whose ``hexadecimal`` digits these are; `nil` if they are none.
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
    self = bytes
  }
}

extension Request.Input {
  /// The members that name the input in JSON.
  package func members(_ key: String) -> [JSONValue.Member] {
    self == .standardInput ? [.init(key, .string("-"))] : JSONValue.Member.naming(bytes, key)
  }
}
