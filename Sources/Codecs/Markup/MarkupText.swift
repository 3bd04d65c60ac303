/// Text as XML and HTML have it between tags and in attributes.
public enum MarkupText {
  /// `text` with what would end it written as references.
  ///
  /// It goes by scalars: `<` and an accent are one character, but still begin a tag.
  ///
  /// - Parameter isAttribute: whether it will stand between double quotes.
  public static func escaped(_ text: String, isAttribute: Bool = false) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"" where isAttribute: escaped += "&quot;"
      // Neither language has it, not even as a reference.
      case "\0": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
