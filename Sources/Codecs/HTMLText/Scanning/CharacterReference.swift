internal import ConverterCore

/// Character references that the parser does not take as browsers do (HTML, 13.2.5.72 to 13.2.5.80, 13.5).
enum CharacterReference {
  /// What the parser gets for the reference here, and where it ends; `nil` for what the parser knows itself
  /// and what is none.
  ///
  /// - Parameter place: behind `&`.
  static func find(
    in page: Span<UInt8>, at place: Int, end: Int
  ) -> (text: String, end: Int)? {
    guard place < end else { return nil }
    if page[place] == 0x23 { return number(in: page, at: place + 1, end: end) }
    var last = place
    while last < end, last - place < 20, page[last].isLetter { last += 1 }
    guard last > place else { return nil }
    let hasEnd = last < end && page[last] == 0x3B
    let name = String(decoding: page[place..<last])
    // Some may stand without a semicolon, unless what follows makes them part of an address.
    let isCut = !hasEnd && (last == end || page[last] != 0x3D && !page[last].isDigit)
    guard let number = hasEnd ? newer[name] : isCut ? older[name] : nil else { return nil }
    return ("&#\(number);", hasEnd ? last + 1 : last)
  }

  /// The number of a character, which is left out where it is none or a control character: the parser would
  /// end an attribute with it.
  private static func number(
    in page: Span<UInt8>, at place: Int, end: Int
  ) -> (text: String, end: Int)? {
    var last = place
    let isHexadecimal = last < end && page[last].lowercased == 0x78
    if isHexadecimal { last += 1 }
    let start = last
    var value: UInt32 = 0
    while last < end, let digit = digit(page[last], isHexadecimal) {
      value = min(value * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
      last += 1
    }
    guard last > start else { return nil }
    if last < end, page[last] == 0x3B { last += 1 }
    let isShown = value >= 0x20 && value != 0x7F || [0x09, 0x0A, 0x0C, 0x0D].contains(value)
    let isCharacter = isShown && Unicode.Scalar(value) != nil && value & 0xFFFE != 0xFFFE
    return (isCharacter ? "&#\(value);" : "", last)
  }

  private static func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
    if byte.isDigit { return UInt32(byte - 0x30) }
    let small = byte.lowercased
    return isHexadecimal && (0x61...0x66).contains(small) ? UInt32(small - 0x57) : nil
  }

  private static let older = [
    "nbsp": 0xA0, "amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "copy": 0xA9, "reg": 0xAE,
    "AMP": 0x26, "LT": 0x3C, "GT": 0x3E, "QUOT": 0x22,
  ]

  private static let newer = [
    "AMP": 0x26, "LT": 0x3C, "GT": 0x3E, "QUOT": 0x22, "COPY": 0xA9, "REG": 0xAE, "Tab": 0x09,
    "NewLine": 0x0A, "colon": 0x3A, "semi": 0x3B, "comma": 0x2C, "period": 0x2E, "excl": 0x21,
    "quest": 0x3F, "num": 0x23, "dollar": 0x24, "percnt": 0x25, "lpar": 0x28, "rpar": 0x29,
    "ast": 0x2A, "plus": 0x2B, "sol": 0x2F, "bsol": 0x5C, "equals": 0x3D, "commat": 0x40,
    "lsqb": 0x5B, "lbrack": 0x5B, "rsqb": 0x5D, "rbrack": 0x5D, "lowbar": 0x5F, "UnderBar": 0x5F,
    "grave": 0x60, "lbrace": 0x7B, "lcub": 0x7B, "rbrace": 0x7D, "rcub": 0x7D, "vert": 0x7C,
    "verbar": 0x7C, "hyphen": 0x2010, "dash": 0x2010, "horbar": 0x2015, "star": 0x2606,
    "starf": 0x2605, "bigstar": 0x2605, "check": 0x2713, "checkmark": 0x2713, "cross": 0x2717,
    "phone": 0x260E, "half": 0xBD, "ZeroWidthSpace": 0x200B, "NoBreak": 0x2060, "apos": 0x27,
  ]
}

extension MarkupScanner {
  /// A reference in text, or a mere `&`.
  mutating func takeReference() {
    place += 1
    if let (text, end) = CharacterReference.find(in: page, at: place, end: page.count) {
      output.append(text.utf8)
      place = end
      return
    }
    let next = place < page.count ? page[place] : 0
    if next.isLetter {
      output.append(0x26)
    } else {
      output.append("&amp;" as StaticString)
    }
  }
}
