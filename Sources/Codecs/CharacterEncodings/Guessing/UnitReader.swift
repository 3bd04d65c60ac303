/// A character and the bytes that it was in the encoding.
struct CodedCharacter {
  /// One byte, or two with the first above.
  let code: UInt16
  /// `nil` for a byte that has no character.
  let scalar: Unicode.Scalar?
}

/// Divides bytes into the characters of an encoding.
struct UnitReader {
  private let charset: Charset
  private let known: Charset.Known
  /// The library is slow, and a text has few different characters.
  private var scalars: [UInt16: Unicode.Scalar?] = [:]

  init(_ charset: Charset, _ known: Charset.Known) {
    self.charset = charset
    self.known = known
  }

  /// Characters in order, each as its code in the encoding and its scalar.
  mutating func units(of text: [UInt8]) -> [CodedCharacter] {
    var units: [CodedCharacter] = []
    units.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      var code = UInt16(byte)
      if byte >= 0x80, isLead(byte), index + 1 < text.count {
        code = code << 8 | UInt16(text[index + 1])
      }
      if byte < 0x80 {
        units.append(CodedCharacter(code: code, scalar: Unicode.Scalar(byte)))
      } else {
        var scalar = scalar(of: code)
        if scalar == nil, code > 0xFF {
          // The second byte may begin the next character.
          code = UInt16(byte)
          scalar = self.scalar(of: code)
        }
        units.append(CodedCharacter(code: code, scalar: scalar))
      }
      index += code > 0xFF ? 2 : 1
    }
    return units
  }

  private func isLead(_ byte: UInt8) -> Bool {
    switch known {
    case .shiftJIS: !(0xA0...0xDF).contains(byte) && byte != 0x80
    case .gbk, .eucKR, .big5, .eucJP: byte != 0x80
    default: false
    }
  }

  private mutating func scalar(of code: UInt16) -> Unicode.Scalar? {
    if case .table(let page) = charset.conversion {
      let scalar = page.upper[Int(code & 0x7F)]
      return scalar == "\u{FFFD}" ? nil : scalar
    }
    if let known = scalars[code] { return known }
    let raw = code > 0xFF ? [UInt8(code >> 8), UInt8(code & 0xFF)] : [UInt8(code)]
    let scalar = String(validating: charset.decode(raw), as: UTF8.self).flatMap { text in
      text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }
    scalars.updateValue(scalar, forKey: code)
    return scalar
  }
}
