extension String {
  /// The same text without power over the terminal that shows it.
  ///
  /// Text out of a file may hold escape sequences, line breaks that forge further lines, and
  /// characters that turn the direction of what follows. They are shown as `\u{1B}`; a line break
  /// as `\n`. Joiners stay, for emoji and Persian need them.
  public var printable: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{200C}", "\u{200D}": text.unicodeScalars.append(scalar)
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
          text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
