internal import ConverterCore

/// Character references that browsers know and the parser, which is older, does not (HTML, 13.5).
enum NamedReference {
  /// The number of the character that is named here, and where its name ends; `nil` for what the parser
  /// knows itself and what is no name.
  ///
  /// - Parameter place: where the name begins, behind `&`.
  static func find(
    in page: UnsafeRawBufferPointer, at place: Int, end: Int
  ) -> (number: Int, end: Int)? {
    var last = place
    while last < end, last - place < 9, page[last].isLetter { last += 1 }
    guard last > place else { return nil }
    let hasEnd = last < end && page[last] == 0x3B
    let name = String(decoding: page[place..<last], as: UTF8.self)
    // Some may stand without a semicolon, unless what follows makes them part of an address.
    let isCut = !hasEnd && (last == end || page[last] != 0x3D && !page[last].isDigit)
    guard let number = hasEnd ? newer[name] : isCut ? older[name] : nil else { return nil }
    return (number, hasEnd ? last + 1 : last)
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
    if let (number, end) = NamedReference.find(in: page, at: place, end: page.count) {
      output.append("&#\(number);".utf8)
      place = end
      return
    }
    let next = place < page.count ? page[place] : 0
    if next.isLetter || next == 0x23 {
      output.append(0x26)
    } else {
      output.append("&amp;" as StaticString)
    }
  }
}
