internal import ConverterCore

extension AddressWords {
  /// An address of some tokens of the line.
  func address(of tokens: ArraySlice<FieldToken>) -> String {
    guard let first = tokens.first, let last = tokens.last else { return "" }
    return address(in: line[first.start..<last.end])
  }

  /// `local@domain` without blanks, comments and route; the local part in quotes only where it needs them.
  func address(in bytes: Span<UInt8>) -> String {
    let bytes = UnfoldedField.trimmed(bytes)
    if Self.isPlain(bytes) { return ReadableText.string(bytes) }
    var scanner = FieldScanner(bytes)
    var text: [UInt8] = []
    var at: Int?
    var isApart = false
    var isRoute = false
    while let token = scanner.next() {
      switch token.kind {
      case .blank, .comment:
        isApart = true
        continue
      case .colon where isRoute:
        (text, at, isRoute) = ([], nil, false)
        continue
      case .at:
        isRoute = isRoute || text.isEmpty
        at = text.count
      default: break
      }
      let first = bytes[token.start]
      if isApart, let last = text.last, !Self.joins(last), !Self.joins(first) { text.append(0x20) }
      isApart = false
      if token.kind == .quoted {
        FieldSyntax.appendContent(of: token.range, in: bytes, to: &text)
      } else {
        text.append(bytes[token.range])
      }
    }
    let local = text[..<(at ?? text.count)]
    let domain = text[(at ?? text.count)...].filter { !$0.isBlank }
    let name = ReadableText.string(local.span)
    return (local.contains(where: FieldSyntax.needsQuotes) ? FieldSyntax.quoted(name) : name)
      + ReadableText.string(domain.span)
  }

  private static func joins(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@")
  }

  /// Whether it is an address as nearly all are, with nothing to take away or to quote.
  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    var ats = 0
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "@") {
        ats += 1
      } else if FieldSyntax.needsQuotes(byte) {
        return false
      }
    }
    return ats <= 1 && bytes.first != UInt8(ascii: "@")
  }
}
