internal import ConverterCore
internal import Markup

/// The elements that a harmless page may have.
enum SafeElements {
  /// The name by which an element is written; `nil` for one that is left out, though not what is in it.
  static func written(_ name: ElementName) -> StaticString? {
    if name == "x-body" { return "div" }
    return harmless.first { name == $0 }
  }

  static func isVoid(_ name: StaticString) -> Bool {
    ["br", "hr", "wbr", "col"].contains { (void: StaticString) in
      void.span.isEqual(to: name.span)
    }
  }

  /// Whether what is in it is no part of the page for a reader without scripts and plugins.
  static func isHidden(_ name: ElementName) -> Bool { name.isOne(of: hidden) }

  private static let hidden: [StaticString] = [
    "template", "svg", "math", "object", "applet", "audio", "video", "canvas", "select", "datalist",
    "frameset",
  ]

  /// The frequent ones first. None changes how a browser reads the tags that follow.
  private static let harmless: [StaticString] = [
    "td", "tr", "table", "tbody", "div", "p", "span", "br", "font", "b", "strong", "i", "em", "u",
    "li", "ul", "ol", "th", "thead", "tfoot", "caption", "colgroup", "col", "center", "blockquote",
    "pre", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "small", "big", "sub", "sup", "s", "strike",
    "del", "ins", "code", "tt", "kbd", "samp", "var", "cite", "q", "abbr", "acronym", "address",
    "dl", "dt", "dd", "figure", "figcaption", "section", "article", "header", "footer", "main",
    "nav", "aside", "details", "summary", "hgroup", "bdi", "bdo", "wbr", "mark", "time", "ruby",
    "rt", "rp", "nobr", "dfn",
  ]
}
