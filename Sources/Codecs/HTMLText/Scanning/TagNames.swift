/// What the names of tags mean before a page is a tree (HTML, 13.2.5 and 13.2.6).
enum TagNames {
  /// What stands between tags within which there are no tags.
  enum RawText {
    case hidden
    case styles
    /// Shown as it is.
    case shown
    /// The text of a field, in which references count.
    case field
  }

  static func rawText(_ name: String) -> RawText? {
    switch name {
    case "script", "title", "iframe", "noembed", "noframes": .hidden
    case "style": .styles
    case "xmp", "plaintext": .shown
    case "textarea": .field
    default: nil
    }
  }

  static func isVoid(_ name: String) -> Bool {
    switch name {
    case "area", "base", "basefont", "bgsound", "br", "col", "embed", "frame", "hr", "image", "img",
      "input", "keygen", "link", "meta", "param", "source", "track", "wbr":
      true
    default: false
    }
  }

  /// Those of SVG and MathML, which may close themselves.
  static func isForeign(_ name: String) -> Bool { name == "svg" || name == "math" }

  /// Those within drawings and formulas in which elements of the page may stand, unseen with the rest (HTML, 13.2.6:
  /// integration points). What is in a `foreignObject` is seen, so that it counts as none.
  static func mayHoldPage(_ name: String) -> Bool {
    switch name {
    case "mi", "mo", "mn", "ms", "mtext", "annotation-xml", "desc": true
    default: false
    }
  }

  /// Those that end drawings and formulas which nobody ended, as their text would be lost with these (HTML, 13.2.6.5).
  static func endsForeign(_ name: String) -> Bool {
    switch name {
    case "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em",
      "embed", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "li", "listing", "menu",
      "meta", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span", "strong", "strike", "sub",
      "sup", "table", "tt", "u", "ul", "var":
      true
    default: false
    }
  }

  /// Those that hold the page, which the parser would add to it once more.
  static func isLeftOut(_ name: String) -> Bool { name == "html" || name == "head" }

  /// The name by which the parser gets it.
  ///
  /// By their own names it would end a link where a table begins, and move what stands behind an early end
  /// of the body.
  static func parserName(_ name: String) -> String {
    switch name {
    case "a": "x-a"
    case "body": "x-body"
    case "image": "img"
    default: name
    }
  }
}
