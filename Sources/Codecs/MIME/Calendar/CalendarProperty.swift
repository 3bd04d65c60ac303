/// A content line of a calendar: a name, parameters, a value (RFC 5545, 3.1).
struct CalendarProperty {
  /// In capital letters.
  let name: String
  /// Names in capital letters; values without quotes.
  private(set) var parameters: [(name: String, value: String)] = []
  /// As it stands in the file.
  private(set) var value: String

  /// `nil` for a line without a name.
  init?(_ line: [UInt8]) {
    let nameEnd = line.firstIndex { $0 == 0x3A || $0 == 0x3B } ?? line.endIndex
    let name = line[..<nameEnd]
    guard !name.isEmpty, nameEnd < line.endIndex, name.allSatisfy(Self.isName) else { return nil }
    self.name = Self.capitals(name)
    var rest = line[nameEnd...]
    var parameters: [(name: String, value: String)] = []
    while rest.first == 0x3B {
      rest = rest.dropFirst()
      let end = Self.endOfParameter(rest)
      if let equals = rest[..<end].firstIndex(of: 0x3D), parameters.count < 64 {
        parameters.append(
          (Self.capitals(rest[..<equals]), Self.parameterValue(rest[(equals + 1)..<end])))
      }
      rest = rest[end...]
    }
    self.parameters = parameters
    value = String(decoding: rest.dropFirst(), as: UTF8.self)
  }

  subscript(parameter: String) -> String? {
    parameters.first { $0.name == parameter }?.value
  }

  /// The value as text, escapes resolved (RFC 5545, 3.3.11).
  var text: String {
    guard value.utf8.contains(0x5C) else { return value }
    var text: [UInt8] = []
    var isEscaped = false
    for byte in value.utf8 {
      if isEscaped {
        text.append(byte == 0x6E || byte == 0x4E ? 0x0A : byte)
        isEscaped = false
      } else if byte == 0x5C {
        isEscaped = true
      } else {
        text.append(byte)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Puts a line behind the value that was not marked as a part of it.
  mutating func add(_ line: [UInt8]) { value += "\\n" + String(decoding: line, as: UTF8.self) }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
    default: false
    }
  }

  private static func capitals(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }, as: UTF8.self)
  }

  /// Where a parameter ends: at a semicolon or colon outside of quotes.
  private static func endOfParameter(_ bytes: ArraySlice<UInt8>) -> Int {
    var isQuoted = false
    for (index, byte) in zip(bytes.indices, bytes) {
      if byte == 0x22 { isQuoted.toggle() }
      if !isQuoted, byte == 0x3A || byte == 0x3B { return index }
    }
    // A quote that is never closed is part of the value.
    return bytes.firstIndex { $0 == 0x3A || $0 == 0x3B } ?? bytes.endIndex
  }

  /// Without quotes, escapes resolved (RFC 6868).
  private static func parameterValue(_ bytes: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    var isEscaped = false
    for byte in bytes where byte != 0x22 {
      if isEscaped {
        switch byte {
        case 0x6E: text.append(0x0A)
        case 0x27: text.append(0x22)
        case 0x5E: text.append(0x5E)
        default: text += [0x5E, byte]
        }
        isEscaped = false
      } else if byte == 0x5E {
        isEscaped = true
      } else {
        text.append(byte)
      }
    }
    if isEscaped { text.append(0x5E) }
    return String(decoding: text, as: UTF8.self)
  }
}
