internal import Markup

/// What an element does to the text of a page.
enum ElementRole {
  /// It is as if it were not there; what is in it is.
  case plain
  case hidden
  /// In lines of its own.
  case block
  /// With blank lines around it.
  case paragraph
  case quote, preformatted
  case bullets, numbers, item, definition
  case table, caption, row, cell, headerCell
  case lineBreak, rule
  case picture, field, link, quotation

  init(_ name: ElementName) {
    self = Self.all.first { name == $0.name }?.role ?? .plain
  }

  /// The frequent ones first.
  private static let all: [(name: StaticString, role: ElementRole)] = [
    ("td", .cell), ("tr", .row), ("table", .table), ("x-a", .link), ("img", .picture),
    ("br", .lineBreak), ("p", .paragraph), ("div", .block), ("li", .item), ("ul", .bullets),
    ("ol", .numbers), ("th", .headerCell), ("blockquote", .quote), ("pre", .preformatted),
    ("h1", .paragraph), ("h2", .paragraph), ("h3", .paragraph), ("h4", .paragraph),
    ("h5", .paragraph), ("h6", .paragraph), ("hr", .rule), ("caption", .caption), ("q", .quotation),
    ("input", .field), ("dl", .paragraph), ("dt", .block), ("dd", .definition), ("menu", .bullets),
    ("dir", .bullets), ("center", .block), ("section", .block), ("article", .block),
    ("header", .block), ("footer", .block), ("main", .block), ("nav", .block), ("aside", .block),
    ("address", .block), ("form", .block), ("fieldset", .paragraph), ("legend", .block),
    ("figure", .paragraph), ("figcaption", .block), ("details", .block), ("summary", .block),
    ("hgroup", .block), ("dialog", .block), ("x-body", .block), ("template", .hidden),
    ("select", .hidden), ("datalist", .hidden), ("svg", .hidden), ("math", .hidden),
    ("audio", .hidden), ("video", .hidden), ("canvas", .hidden), ("frameset", .hidden),
    ("rp", .hidden), ("image", .picture),
  ]
}
