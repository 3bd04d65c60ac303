internal import ConverterCore
internal import Markup

/// What takes the elements and texts of a page.
protocol PageEvents: MarkupEvents {
  /// The elements that are open.
  var depth: Int { get }
}

/// The page of a mail: HTML in UTF-8, in whole.
enum Page {
  /// Reports a page to `events`, whatever it is made of.
  ///
  /// - Returns: the addresses that its style sheets name.
  /// - Throws: `missingLibrary`; `limitExceeded` where it is larger than an input may be.
  static func read(
    _ html: Span<UInt8>, within limits: Limits, _ events: some PageEvents
  ) throws(ConversionError) -> [String] {
    try limits.check(.input, html.count, for: "a page")
    try limits.check(.memory, html.count, for: "a page")
    guard !isValid(html) else { return try scan(html, events) }
    let mended = Array(String(decoding: html).utf8)
    return try scan(mended.span, events)
  }

  private static func scan(
    _ html: Span<UInt8>, _ events: some PageEvents
  ) throws(ConversionError) -> [String] {
    let parser = try MarkupParserHandle(.html, events)
    var scanner = MarkupScanner(html)
    // Without a body the parser would make paragraphs of the texts that stand by themselves.
    let start = Array("<html><body>".utf8)
    try parser.feed(start.span)
    try scanner.scan(depth: { events.depth }) { (piece) throws(ConversionError) in
      try parser.feed(piece)
    }
    try parser.feed(Span(), isLast: true)
    return scanner.styleAddresses.found
  }

  private static func isValid(_ html: Span<UInt8>) -> Bool {
    html.allSatisfy { $0 < 0x80 } || String(validating: html) != nil
  }
}
