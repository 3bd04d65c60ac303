internal import ConverterCore

/// Counts the attributes of each element before libxml2 gets them: see ``Limits/mostAttributes``.
///
/// It goes over a text in pieces, as libxml2 gets it, and divides tags as libxml2 2.9 does, down to what is no attribute:
/// otherwise a quote there could hide all that follow. Where the two could differ on what ends a comment or a script, it
/// takes the earlier end.
struct AttributeGuard {
  private enum Place {
    case text
    /// Behind `<`.
    case opening
    /// In the name of a tag, or in all of one that ends an element.
    case name, end
    /// Between attributes, and in what is none, up to a blank.
    case between, junk
    /// In the name of an attribute, behind it, behind its `=`, and in its value, without quotes or up to one.
    case attribute, named, equals, bare
    case quoted(UInt8)
    /// Behind `<!`, in a comment, in a CDATA section, in another declaration, in an instruction.
    case declaration, comment, section, other, instruction
    /// In what has no tags in it.
    case raw
  }

  private let isHTML: Bool
  private var place = Place.text
  private var count = 0
  /// The last bytes, the latest lowest, and in small letters.
  private var last: UInt64 = 0
  /// How many bytes of the current tag's name, declaration or comment there were, and those of a name.
  private var length = 0
  private var name: UInt64 = 0
  /// The element whose content has no tags in it.
  private var rawName: UInt64 = 0
  private var units = XMLUnits()

  init(isHTML: Bool) { self.isHTML = isHTML }

  /// - Throws: `limitExceeded` for an element of more attributes than are allowed; `unsupportedContent` for XML in an
  ///   encoding in which tags cannot be seen.
  mutating func look(at bytes: Span<UInt8>) throws(ConversionError) {
    for index in bytes.indices {
      let byte = bytes[index]
      if isHTML {
        try step(byte)
      } else if let unit = try units.next(byte) {
        try step(unit)
      }
    }
  }

  private mutating func step(_ byte: UInt8) throws(ConversionError) {
    last = last << 8 | UInt64(byte.smallLetter)
    switch place {
    case .text: if byte == 0x3C { place = .opening }
    case .opening: open(byte)
    case .name:
      if isName(byte) {
        length += 1
        name = name << 8 | last & 0xFF
      } else {
        place = .junk
        leave(byte)
      }
    case .between, .named:
      if byte.isBlankOfTag { return }
      if byte == 0x3D, case .named = place { return place = .equals }
      place = .junk
      if byte == 0x3E { return endTag() }
      guard isName(byte), !isHTML || !byte.isDigitOrDash else { return }
      try addAttribute()
      place = .attribute
    case .attribute:
      if byte == 0x3D { return place = .equals }
      if byte.isBlankOfTag { return place = .named }
      if !isName(byte) { place = .junk }
      leave(byte)
    case .equals:
      if byte == 0x22 || byte == 0x27 { return place = .quoted(byte) }
      if byte.isBlankOfTag { return }
      place = .bare
      leave(byte)
    case .bare, .junk: leave(byte)
    case .quoted(let quote): if byte == quote { place = .between }
    case .end, .other: if byte == 0x3E { place = .text }
    case .declaration: declare()
    case .comment:
      length += 1
      // `<!-->` is a whole one in HTML, and `--!>` ends one.
      let isEnd = last & 0xFFFFFF == 0x2D2D3E && (isHTML || length > 2)
      if isEnd || isHTML && last & 0xFFFF_FFFF == 0x2D2D_213E { place = .text }
    case .section: if last & 0xFFFFFF == 0x5D5D3E { place = .text }
    case .instruction:
      if byte == 0x3E, isHTML || last >> 8 & 0xFF == 0x3F { place = .text }
    case .raw:
      let end = rawName == Self.script ? last : last & 0xFF_FFFF_FFFF_FFFF
      if end == rawName | 0x3C2F << (rawName == Self.script ? 48 : 40) { place = .end }
    }
  }

  private mutating func open(_ byte: UInt8) {
    (length, name, count) = (1, last & 0xFF, 0)
    switch byte {
    case 0x21: place = .declaration
    case 0x2F: place = .end
    case 0x3F: place = .instruction
    case 0x3C: place = .opening
    default:
      let isLetter = (0x61...0x7A).contains(byte.smallLetter)
      let isName = !isHTML || isLetter || byte == 0x5F || byte == 0x3A
      place = isName ? .name : .text
    }
  }

  /// Finds out what `<!` begins.
  private mutating func declare() {
    length += 1
    if last & 0xFFFF == 0x2D2D, length == 3 {
      (place, length) = (.comment, 0)
    } else if last & 0xFF == 0x3E {
      place = .text
    } else if !isHTML, last == 0x215B_6364_6174_615B {
      place = .section
    } else if length > 8 {
      place = .other
    }
  }

  /// Goes on where a byte ends what is neither between attributes nor in quotes.
  private mutating func leave(_ byte: UInt8) {
    if byte == 0x3E { endTag() } else if byte.isBlankOfTag { place = .between }
  }

  /// Whether it is of a name: in XML what ends none.
  private func isName(_ byte: UInt8) -> Bool {
    guard isHTML else { return !byte.isBlankOfTag && !Self.noName.contains(byte) }
    let isLetter = (0x61...0x7A).contains(byte.smallLetter)
    return isLetter || byte.isDigitOrDash || byte == 0x5F || byte == 0x3A || byte == 0x2E
  }

  private static let noName: [UInt8] = [0x22, 0x27, 0x2F, 0x3C, 0x3D, 0x3E]

  private mutating func endTag() {
    place = .text
    // `<script/>` has no content.
    guard isHTML, last >> 8 & 0xFF != 0x2F else { return }
    guard length == 6 && name == Self.script || length == 5 && name == Self.style else { return }
    (rawName, place) = (name, .raw)
  }

  private mutating func addAttribute() throws(ConversionError) {
    count += 1
    try Limits.check(attributes: count)
  }

  /// The names of elements without tags in them, as ``name`` has them.
  private static let (script, style): (UInt64, UInt64) = (0x7363_7269_7074, 0x73_7479_6C65)
}

extension UInt8 {
  fileprivate var smallLetter: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
  fileprivate var isDigitOrDash: Bool { (0x30...0x39).contains(self) || self == 0x2D }
  fileprivate var isBlankOfTag: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
