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

  private let bytes: [UInt8]
  private(set) var at = 0
  /// Where the last tag began.
  private(set) var tagStart = 0
  private(set) var hasComments = false

  init(_ bytes: [UInt8]) throws(ConversionError) {
    self.bytes = try Self.utf8(bytes)
    if self.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  /// The text in UTF-8; UTF-16 is recognised by its byte order mark.
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

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  // MARK: Tags

  /// The next tag, over blanks, comments, instructions and a document type.
  mutating func tag() throws(ConversionError) -> Tag {
    while true {
      skipBlanks()
      tagStart = at
      guard let byte = peek else { return .endOfFile }
      guard byte == UInt8(ascii: "<") else { throw damaged("expected a tag, but found text") }
      if has("<!--") {
        try skipComment()
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

  private mutating func element() throws(ConversionError) -> Tag {
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

  private mutating func skipComment() throws(ConversionError) {
    try skip(past: "-->", "this comment has no end")
    hasComments = true
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
        try skipComment()
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

  private func has(_ word: StaticString) -> Bool { has(word, at: at) }

  private func has(_ word: StaticString, at place: Int) -> Bool {
    bytes.span.has(word, at: place)
  }

  private mutating func skip(
    past end: StaticString, _ problem: String
  ) throws(ConversionError) {
    let start = at
    at += 2
    let last = end.span[0]
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

  // MARK: Texts

  /// The text up to the end of the element that began, which is gone over.
  mutating func text(of name: String, into text: ByteBuffer) throws(ConversionError) {
    text.removeAll()
    let start = tagStart
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "<"):
        if has("<!--") {
          try skipComment()
        } else if has("<![CDATA[") {
          try section(into: text)
        } else if has("<?") {
          try skip(past: "?>", "this instruction has no end")
        } else {
          tagStart = at
          guard try element() == .end(name) else {
            throw damaged("expected </\(name)>", at: tagStart)
          }
          return
        }
      case UInt8(ascii: "&"): try reference(into: text)
      default: try character(into: text)
      }
    }
    throw damaged("<\(name)> is not closed before the file ends", at: start)
  }

  private mutating func section(into text: ByteBuffer) throws(ConversionError) {
    let start = at
    at += 9
    while peek != nil {
      if has("]]>") {
        at += 3
        return
      }
      try character(into: text)
    }
    throw damaged("this CDATA section has no end", at: start)
  }

  /// One character; line ends become line feeds (XML 1.0, section 2.11).
  private mutating func character(into text: ByteBuffer) throws(ConversionError) {
    let byte = bytes[at]
    if byte >= 0x20, byte < 0x80 {
      text.append(byte)
      at += 1
    } else if byte == 0x0D {
      text.append(0x0A)
      at += at + 1 < bytes.count && bytes[at + 1] == 0x0A ? 2 : 1
    } else if byte < 0x20 {
      guard byte == 0x09 || byte == 0x0A else {
        throw damaged("a control character is not allowed in XML")
      }
      text.append(byte)
      at += 1
    } else {
      let length = UTF8Sequence.length(in: bytes.span, at: at)
      guard length > 0 else { throw damaged("the byte 0x\(String(byte, radix: 16)) is not UTF-8") }
      for offset in 0..<length { text.append(bytes[at + offset]) }
      at += length
    }
  }

  private mutating func reference(into text: ByteBuffer) throws(ConversionError) {
    let start = at
    guard let end = bytes[at...].prefix(16).firstIndex(of: UInt8(ascii: ";")) else {
      throw damaged("\"&\" begins a reference, which ends in \";\"; alone it is &amp;")
    }
    let name = String(decoding: bytes[at + 1..<end], as: UTF8.self)
    at = end + 1
    switch name {
    case "lt": text.append(UInt8(ascii: "<"))
    case "gt": text.append(UInt8(ascii: ">"))
    case "amp": text.append(UInt8(ascii: "&"))
    case "quot": text.append(UInt8(ascii: "\""))
    case "apos": text.append(UInt8(ascii: "'"))
    default:
      let value =
        name.hasPrefix("#x")
        ? UInt32(name.dropFirst(2), radix: 16)
        : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
      guard let value, let scalar = Unicode.Scalar(value),
        value >= 0x20 || value == 9 || value == 10 || value == 13
      else { throw damaged("&\(name.printable); stands for nothing that is known", at: start) }
      text.append(scalar: scalar)
    }
  }

  func damaged(_ message: String, at place: Int? = nil) -> ConversionError {
    .damaged(message, at: TextPlace(place ?? at, in: bytes.span))
  }
}
