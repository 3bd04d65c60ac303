import ConverterCore
import TreeModel

/// Takes the parts of XML that property lists are made of off the text: tags, texts, and what is passed over.
///
/// It resolves no entities but the five of XML and characters by number, and never opens another file.
struct XMLScanner {
  enum Tag: Equatable {
    case begin(String)
    case end(String)
    /// `<true/>`.
    case empty(String)
    case endOfFile
  }

  let bytes: [UInt8]
  var at = 0
  /// Where the last tag began.
  var tagStart = 0

  init(_ bytes: [UInt8]) throws(ConversionError) {
    self.bytes = try Self.utf8(bytes)
    if self.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  /// UTF-16 is told by its mark.
  private static func utf8(_ bytes: [UInt8]) throws(ConversionError) -> [UInt8] {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
    let units = (1..<bytes.count / 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[2 * index]), UInt16(bytes[2 * index + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  var fraction: Double { Double(at) / Double(max(1, bytes.count)) }

  var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  /// The next tag, over blanks, comments, instructions and a document type.
  mutating func tag() throws(ConversionError) -> Tag {
    while true {
      skipBlanks()
      tagStart = at
      guard let byte = peek else { return .endOfFile }
      guard byte == UInt8(ascii: "<") else { throw damaged("expected a tag, but found text") }
      if has("<!--") {
        try skip(past: "-->", "this comment has no end")
      } else if has("<?") {
        try skip(past: "?>", "this instruction has no end")
      } else if has("<!DOCTYPE") {
        try skipDocumentType()
      } else if has("<![CDATA[") {
        throw damaged("expected a tag, but found text")
      } else {
        return try element()
      }
    }
  }

  mutating func element() throws(ConversionError) -> Tag {
    at += 1
    let isEnd = peek == UInt8(ascii: "/")
    if isEnd { at += 1 }
    let start = at
    while let byte = peek, isInName(byte) { at += 1 }
    guard at > start, at - start < 64 else {
      throw damaged("expected the name of an element", at: at)
    }
    let name = String(decoding: bytes[start..<at], as: UTF8.self)
    skipBlanks()
    while !isEnd, let byte = peek, isInName(byte) { try skipAttribute() }
    let isEmpty = !isEnd && peek == UInt8(ascii: "/")
    if isEmpty { at += 1 }
    guard peek == UInt8(ascii: ">") else { throw damaged("expected \">\"", at: at) }
    at += 1
    return isEnd ? .end(name) : isEmpty ? .empty(name) : .begin(name)
  }

  private mutating func skipAttribute() throws(ConversionError) {
    while let byte = peek, isInName(byte) { at += 1 }
    skipBlanks()
    guard peek == UInt8(ascii: "=") else { throw damaged("expected \"=\"", at: at) }
    at += 1
    skipBlanks()
    guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw damaged("expected a value in quotes", at: at)
    }
    let start = at
    at += 1
    while let byte = peek, byte != quote, byte != UInt8(ascii: "<") { at += 1 }
    guard peek == quote else { throw damaged("this value has no closing quote", at: start) }
    at += 1
    skipBlanks()
  }

  private mutating func skipDocumentType() throws(ConversionError) {
    let start = at
    var isInside = false
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let end = bytes[(at + 1)...].firstIndex(of: byte) else {
          throw damaged("this document type has no end", at: start)
        }
        at = end
      case UInt8(ascii: "["): isInside = true
      case UInt8(ascii: "]"): isInside = false
      case UInt8(ascii: "<") where isInside && has("<!--"):
        try skip(past: "-->", "this comment has no end")
        continue
      case UInt8(ascii: ">") where !isInside:
        at += 1
        return
      default: break
      }
      at += 1
    }
    throw damaged("this document type has no end", at: start)
  }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { at += 1 }
  }

  func has(_ word: StaticString) -> Bool { has(word, at: at) }

  func has(_ word: StaticString, at place: Int) -> Bool {
    word.withUTF8Buffer { bytes[min(place, bytes.count)...].starts(with: $0) }
  }

  mutating func skip(
    past end: StaticString, _ problem: String
  ) throws(ConversionError) {
    let start = at
    at += 2
    let last = end.utf8Start[0]
    while let found = bytes[min(at, bytes.count)...].firstIndex(of: last) {
      at = found
      if has(end) {
        at += end.utf8CodeUnitCount
        return
      }
      at += 1
    }
    throw damaged(problem, at: start)
  }

  private func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default: byte >= 0x80
    }
  }

  func damaged(_ message: String, at place: Int? = nil) -> ConversionError {
    bytes.withUnsafeBytes { .damaged(message, at: TextPlace(place ?? at, in: $0)) }
  }
}
