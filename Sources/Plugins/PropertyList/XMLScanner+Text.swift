import ConverterCore
import TreeModel

/// What stands between tags.
extension XMLScanner {
  /// The text up to the end of the element that began, which is gone over.
  mutating func text(of name: String, into text: ByteBuffer) throws(ConversionError) {
    text.removeAll()
    let start = tagStart
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "<"):
        if has("<!--") {
          try skip(past: "-->", "this comment has no end")
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
      let length = bytes.withUnsafeBytes { UTF8Sequence.length(in: $0, at: at) }
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
}
