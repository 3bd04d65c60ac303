import ConverterCore
import TreeModel

extension TOMLParser {
  /// An array or a table in braces that is under way.
  private struct Open {
    let node: Int
    let isTable: Bool
    var isEmpty = true
  }

  /// A value with all that is in it.
  mutating func value(_ key: Range<Int>?, of parent: Int) throws(ConversionError) {
    var open: [Open] = []
    try begin(key, of: parent, &open)
    while let last = open.last {
      if last.isTable {
        try continueTable(&open)
      } else {
        try continueArray(&open)
      }
    }
  }

  /// A value, or the beginning of one.
  private mutating func begin(
    _ key: Range<Int>?, of parent: Int, _ open: inout [Open]
  ) throws(ConversionError) {
    switch peek {
    case UInt8(ascii: "["):
      at += 1
      open.append(Open(node: document.add(.array, key, to: parent), isTable: false))
    case UInt8(ascii: "{"):
      at += 1
      open.append(Open(node: document.add(.inlineTable, key, to: parent), isTable: true))
    case UInt8(ascii: "\""):
      let text = try quotedText(UInt8(ascii: "\""))
      _ = document.add(.string, key, text: text, to: parent)
    case UInt8(ascii: "'"):
      let text = try quotedText(UInt8(ascii: "'"))
      _ = document.add(.string, key, text: text, to: parent)
    default:
      let (kind, text) = try word()
      _ = document.add(kind, key, text: text, to: parent)
    }
  }

  private mutating func continueArray(_ open: inout [Open]) throws(ConversionError) {
    guard var last = open.popLast() else { return }
    try skipBlankLines()
    if !last.isEmpty, peek != UInt8(ascii: "]") {
      guard peek == UInt8(ascii: ",") else { throw expected("\",\" or \"]\"") }
      at += 1
      try skipBlankLines()
    }
    if peek == UInt8(ascii: "]") {
      at += 1
      return
    }
    last.isEmpty = false
    open.append(last)
    try begin(nil, of: last.node, &open)
  }

  private mutating func continueTable(_ open: inout [Open]) throws(ConversionError) {
    guard var last = open.popLast() else { return }
    skipBlanks()
    if peek == UInt8(ascii: "}") {
      at += 1
      return
    }
    if !last.isEmpty {
      guard peek == UInt8(ascii: ",") else { throw expected("\",\" or \"}\"") }
      at += 1
    }
    last.isEmpty = false
    open.append(last)
    let place = try memberKey(of: last.node)
    try begin(place.key, of: place.table, &open)
  }

  // MARK: Words

  /// A number, a boolean or a date: what has no quotes.
  private mutating func word() throws(ConversionError) -> (TOMLDocument.Kind, Range<Int>) {
    let start = at
    while let byte = peek, isInWord(byte) { at += 1 }
    // A date and a time may have one blank between them.
    if peek == 0x20, at - start == 10, TOMLDate.isDate(word(from: start)),
      let next = peek(1), next &- 48 < 10
    {
      at += 1
      while let byte = peek, isInWord(byte) { at += 1 }
    }
    let word = word(from: start)
    guard !word.isEmpty else { throw expected("a value") }
    if word.equals("true") { return (.true, 0..<0) }
    if word.equals("false") { return (.false, 0..<0) }
    if TOMLDate.mayBe(word) {
      guard TOMLDate(word) != nil else {
        throw damaged("\(quoted(word)) is no date or time that there is", at: start)
      }
      if keepsLiterals { return (.number, append(word.array)) }
      note("dates", "dates and times became texts: JSON has none")
      return (.string, append(word.array))
    }
    switch TOMLNumber(word) {
    case .number(let digits, let isLarge):
      if isLarge {
        note("numbers", "integers of more than 64 bits are kept; TOML itself forbids them")
      }
      return (.number, append(digits))
    case .special where keepsLiterals: return (.number, append(word.array))
    case .special:
      note("numbers", "infinity and NaN became texts: JSON has none")
      return (.string, append(word.array))
    case nil:
      throw damaged("\(quoted(word)) is no value: texts stand in quotes", at: start)
    }
  }

  @_lifetime(copy self)
  private func word(from start: Int) -> Span<UInt8> { text[start..<at] }

  private func isInWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: ":"):
      true
    default: false
    }
  }

  private func quoted(_ word: Span<UInt8>) -> String {
    "\"\(String(decoding: word.prefix(40)))\""
  }

  private mutating func append(_ bytes: [UInt8]) -> Range<Int> {
    let start = document.bytes.count
    document.bytes.append(bytes)
    return start..<document.bytes.count
  }
}
