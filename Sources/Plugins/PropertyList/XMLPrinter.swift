import ConverterCore
import TreeModel

/// Prints an XML property list as macOS does: a value a line, indented by tabs.
final class XMLPrinter: PropertyListSink {
  /// Deeper values are indented no further: there would be more tabs than text.
  private static let mostTabs = 64

  private let output: OutputFile
  private let notes: PropertyListNotes
  private let out = ByteBuffer(capacity: 1 << 18)
  private let text = ByteBuffer(capacity: 1 << 12)
  private var depth = 0
  /// Whether the container that began last is still without elements.
  private var isEmpty = false
  private var containers: [Bool] = []

  init(_ output: OutputFile, _ notes: PropertyListNotes) {
    self.output = output
    self.notes = notes
    out.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
  }

  func add(
    _ kind: Token.Kind, _ lexical: Span<UInt8>, _ type: ValueType
  ) throws(ConversionError) {
    if out.count >= 1 << 17 { try flush() }
    switch kind {
    case .beginObject, .beginArray:
      beginLine()
      out.append(kind == .beginObject ? "<dict" : "<array")
      containers.append(kind == .beginObject)
      isEmpty = true
    case .endObject, .endArray:
      let name: StaticString = kind == .endObject ? "dict" : "array"
      containers.removeLast()
      if isEmpty {
        out.append("/>\n")
        isEmpty = false
      } else {
        beginLine()
        element(name, isEnd: true)
        out.append(UInt8(ascii: "\n"))
      }
    case .key: line("key") { escape(lexical) }
    case .string: addString(lexical, type)
    case .number: addNumber(lexical, type)
    case .true, .false:
      beginLine()
      out.append(kind == .true ? "<true/>\n" : "<false/>\n")
    case .null: break
    }
  }

  func finish() throws(ConversionError) {
    out.append("</plist>\n")
    try flush()
  }

  private func flush() throws(ConversionError) {
    let text = out
    try output.write(text.span)
    out.removeAll()
  }

  private func beginLine() {
    if isEmpty { out.append(">\n") }
    isEmpty = false
    for _ in 0..<min(containers.count, Self.mostTabs) { out.append(UInt8(ascii: "\t")) }
  }

  private func element(_ name: StaticString, isEnd: Bool) {
    out.append(isEnd ? "</" : "<")
    out.append(name)
    out.append(UInt8(ascii: ">"))
  }

  private func line(_ name: StaticString, _ content: () -> Void) {
    beginLine()
    element(name, isEnd: false)
    content()
    element(name, isEnd: true)
    out.append(UInt8(ascii: "\n"))
  }

  private func addString(_ lexical: Span<UInt8>, _ type: ValueType) {
    switch type {
    case .plain: line("string") { escape(lexical) }
    case .real: line("real") { out.append(lexical) }
    case .data: line("data") { out.append(lexical) }
    case .date:
      line("date") {
        // The fraction of a second, which binary dates have.
        if lexical.count > 20 {
          notes.changed("dates", "fractions of seconds are left out: XML property lists have none")
        }
        out.append(lexical.prefix(19))
        out.append(UInt8(ascii: "Z"))
      }
    }
  }

  private func addNumber(_ lexical: Span<UInt8>, _ type: ValueType) {
    switch type == .real ? .real : PropertyListNumber.kind(of: lexical) {
    case .integer: line("integer") { out.append(lexical) }
    case .real: line("real") { out.append(lexical) }
    case .tooLarge:
      notes.changed("numbers", "integers of more than 64 bits became texts")
      line("string") { out.append(lexical) }
    }
  }

  private func escape(_ lexical: Span<UInt8>) {
    let text = text
    text.removeAll()
    var isExact = TreeText.decode(lexical, into: text)
    let bytes = text.span
    for index in bytes.indices {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "&"): out.append("&amp;")
      case UInt8(ascii: "<"): out.append("&lt;")
      case UInt8(ascii: ">"): out.append("&gt;")
      case 0x0D: out.append("&#13;")
      case 0..<0x20 where byte != 0x09 && byte != 0x0A:
        isExact = false
        out.append(scalar: "\u{FFFD}")
      // U+FFFE and U+FFFF.
      case 0xBE, 0xBF:
        let isNoCharacter = index > 1 && bytes[index - 1] == 0xBF && bytes[index - 2] == 0xEF
        if isNoCharacter { isExact = false }
        out.append(isNoCharacter ? 0xBD : byte)
      default: out.append(byte)
      }
    }
    if !isExact {
      notes.changed("text", "characters that XML cannot hold became U+FFFD")
    }
  }
}
