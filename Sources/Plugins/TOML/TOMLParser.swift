import ConverterCore
import TreeModel

/// A parser of TOML 1.0 (https://toml.io/en/v1.0.0), without recursion.
struct TOMLParser: ~Escapable {
  let text: Span<UInt8>
  let context: ConversionContext
  /// Whether what JSON has no word for stays as it is written.
  let keepsLiterals: Bool
  var at = 0
  var document = TOMLDocument()
  /// The table that the last header names.
  var section = TOMLDocument.root
  private var hasComments = false
  private var notes: Set<String> = []

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, _ context: ConversionContext, keepsLiterals: Bool) {
    self.text = text
    self.context = context
    self.keepsLiterals = keepsLiterals
    if text.has("\u{FEFF}") { at = 3 }
  }

  mutating func parse() throws(ConversionError) -> TOMLDocument {
    var lines = 0
    while true {
      lines += 1
      if lines & 0xFFF == 0 { try context.checkpoint(Double(at) / Double(text.count)) }
      try skipBlankLines()
      guard let byte = peek else { break }
      if byte == UInt8(ascii: "[") {
        try header()
      } else {
        try member(of: section)
      }
      try endOfLine()
    }
    if hasComments {
      context.note("comments", .dropped, why: "a tree has no place for them")
    }
    return document
  }

  // MARK: Characters

  var peek: UInt8? { at < text.count ? text[at] : nil }

  func peek(_ offset: Int) -> UInt8? { at + offset < text.count ? text[at + offset] : nil }

  mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x09 { at += 1 }
  }

  /// Blanks, line ends and comments.
  mutating func skipBlankLines() throws(ConversionError) {
    while true {
      skipBlanks()
      if peek == UInt8(ascii: "#") { try comment() }
      guard try newline() else { return }
    }
  }

  /// Goes over a line end, if there is one.
  mutating func newline() throws(ConversionError) -> Bool {
    if peek == 0x0D, peek(1) == 0x0A {
      at += 2
      return true
    }
    guard peek == 0x0A else { return false }
    at += 1
    return true
  }

  private mutating func comment() throws(ConversionError) {
    hasComments = true
    at += 1
    while let byte = peek, byte != 0x0A {
      if byte == 0x0D, peek(1) == 0x0A { return }
      at += try character(in: "a comment")
    }
  }

  private mutating func endOfLine() throws(ConversionError) {
    skipBlanks()
    if peek == UInt8(ascii: "#") { try comment() }
    guard peek != nil, try !newline() else { return }
    throw expected("the end of the line")
  }

  /// The bytes of the character that stands here.
  ///
  /// - Throws: `damagedInput` for a control character other than a tab, and for what is not UTF-8.
  func character(in place: String) throws(ConversionError) -> Int {
    let byte = text[at]
    if byte < 0x20 && byte != 0x09 || byte == 0x7F {
      throw damaged("a control character (U+00\(hex(byte))) is not allowed in \(place)")
    }
    let length = UTF8Sequence.length(in: text, at: at)
    guard length > 0 else { throw damaged("the byte 0x\(hex(byte)) is not UTF-8") }
    return length
  }

  // MARK: Members

  /// `a.b = value`.
  private mutating func member(of table: Int) throws(ConversionError) {
    let place = try memberKey(of: table)
    try value(place.key, of: place.table)
  }

  /// A key, its dots and the sign behind it.
  mutating func memberKey(of table: Int) throws(ConversionError) -> (table: Int, key: Range<Int>) {
    var table = table
    while true {
      skipBlanks()
      let start = at
      let key = try key()
      skipBlanks()
      if peek == UInt8(ascii: ".") {
        at += 1
        if let found = document.find(key, in: table) {
          guard document.kind(of: found) == .dottedTable else {
            throw damaged("\(shown(key)) is there already, and cannot be added to", at: start)
          }
          table = found
        } else {
          table = document.add(.dottedTable, key, to: table)
        }
        continue
      }
      guard peek == UInt8(ascii: "=") else { throw expected("\"=\" or \".\"") }
      guard document.find(key, in: table) == nil else {
        throw damaged("\(shown(key)) is there already", at: start)
      }
      at += 1
      skipBlanks()
      return (table, key)
    }
  }

  /// - Returns: where its text stands in the document.
  mutating func key() throws(ConversionError) -> Range<Int> {
    switch peek {
    case UInt8(ascii: "\""):
      at += 1
      return try basicString()
    case UInt8(ascii: "'"):
      at += 1
      return try literalString()
    default:
      let start = at
      while let byte = peek, isBare(byte) { at += 1 }
      guard at > start else { throw expected("a key") }
      let from = document.bytes.count
      document.bytes.append(text[start..<at])
      return from..<document.bytes.count
    }
  }

  private func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  // MARK: Errors

  func damaged(_ message: String, at place: Int? = nil) -> ConversionError {
    .damaged(message, at: TextPlace(place ?? at, in: text))
  }

  func expected(_ what: String) -> ConversionError {
    guard let byte = peek else { return damaged("expected \(what), but the file ends") }
    if byte == 0x0A || byte == 0x0D { return damaged("expected \(what), but the line ends") }
    let length = max(1, UTF8Sequence.length(in: text, at: at))
    let found = String(decoding: text[at..<at + length]).printable
    return damaged("expected \(what), but found \"\(found)\"")
  }

  func shown(_ key: Range<Int>) -> String {
    "\"\(String(decoding: document.text(key).prefix(80)).printable)\""
  }

  func hex(_ byte: UInt8) -> String {
    String(byte >> 4, radix: 16, uppercase: true) + String(byte & 15, radix: 16, uppercase: true)
  }

  mutating func note(_ what: String, _ why: String) {
    if notes.insert(why).inserted { context.note(what, .changed, why: why) }
  }
}
