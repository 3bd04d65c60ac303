extension InlineStyle {
  /// The declarations that move nothing over something else and load nothing.
  var harmless: String {
    declarations.compactMap { property, value in
      if property == "background" {
        return Self.colour(of: value).map { "background-color: \($0)" }
      }
      guard Self.properties.contains(property), Self.isHarmless(value),
        !Self.isSpace(property) || !Self.isNegative(value)
      else { return nil }
      return "\(property): \(value)"
    }.joined(separator: "; ")
  }

  /// The colour in a background, which may name a picture as well.
  private static func colour(of background: String) -> String? {
    if !background.utf8.contains(0x20), isHarmless(background) { return background }
    let first = background.split(separator: " ").first { $0.utf8.first == 0x23 }
    return first.map { String($0) }.flatMap { isHarmless($0) ? $0 : nil }
  }

  private static func isHarmless(_ value: String) -> Bool {
    guard !value.isEmpty, value.utf8.count <= 400 else { return false }
    var word: [UInt8] = []
    var quotes = [0, 0]
    var last: UInt8 = 0
    for byte in value.utf8 {
      switch byte {
      case 0x22: quotes[0] += 1
      case 0x27: quotes[1] += 1
      case 0x28:
        guard functions.contains(String(decoding: word, as: UTF8.self)) else { return false }
      case 0x2A where last == 0x2F: return false
      case 0x20, 0x23, 0x25, 0x29, 0x2A, 0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x5F, 0x80...: break
      default: guard byte.isLetter || byte.isDigit else { return false }
      }
      if byte.isLetter { word.append(byte.lowercased) } else { word.removeAll() }
      last = byte
    }
    return quotes.allSatisfy { $0 % 2 == 0 }
  }

  private static func isSpace(_ property: String) -> Bool {
    property.hasPrefix("margin") || property == "text-indent"
  }

  private static func isNegative(_ value: String) -> Bool { value.utf8.contains(0x2D) }

  private static let functions: Set<String> = ["rgb", "rgba", "hsl", "hsla"]

  private static let properties: Set<String> = [
    "background-color", "border", "border-bottom", "border-bottom-color", "border-bottom-style",
    "border-bottom-width", "border-collapse", "border-color", "border-left", "border-left-color",
    "border-left-style", "border-left-width", "border-radius", "border-right",
    "border-right-color", "border-right-style", "border-right-width", "border-spacing",
    "border-style", "border-top", "border-top-color", "border-top-style", "border-top-width",
    "border-width", "box-sizing", "caption-side", "clear", "color", "direction", "display",
    "empty-cells", "float", "font", "font-family", "font-size", "font-style", "font-variant",
    "font-weight", "height", "letter-spacing", "line-height", "list-style-position",
    "list-style-type", "margin", "margin-bottom", "margin-left", "margin-right", "margin-top",
    "max-height", "max-width", "min-height", "min-width", "opacity", "overflow", "overflow-wrap",
    "padding", "padding-bottom", "padding-left", "padding-right", "padding-top", "table-layout",
    "text-align", "text-decoration", "text-indent", "text-transform", "unicode-bidi",
    "vertical-align", "visibility", "white-space", "width", "word-break", "word-spacing",
    "word-wrap",
  ]
}
