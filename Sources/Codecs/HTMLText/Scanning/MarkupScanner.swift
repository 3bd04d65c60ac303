internal import ConverterCore

/// Rewrites a page so that the parser meets nothing but plain tags and text (HTML, 13.2.5: tokenization).
///
/// Comments, scripts, styles and all attributes but those of ``KnownAttribute`` are left out; values stand
/// in double quotes. So the parser and browsers agree on where tags begin and end, and what makes the parser
/// slow (thousands of attributes) never reaches it. Each byte is looked at a few times at most.
struct MarkupScanner: ~Escapable {
  let page: Span<UInt8>
  /// Where what comes next begins.
  var place = 0
  /// What the parser gets next.
  let output = ByteBuffer(capacity: 1 << 15)
  /// Elements that have begun in ``output``.
  var begun = 0
  /// Elements that are left out because they are nested too deeply, and still open.
  var leftOut = 0
  /// Drawings and formulas that are open, and what is open in them that may hold elements of the page.
  var foreign: [String] = []
  /// What a browser would load for the styles of the page.
  var styleAddresses = StyleAddresses()

  private static let pieceSize = 1 << 14

  @_lifetime(copy page)
  init(_ page: Span<UInt8>) { self.page = page }

  /// - Parameters:
  ///   - depth: the elements that are open after what `feed` was given last.
  ///   - feed: takes the bytes of ``output``, which it may not keep.
  mutating func scan(
    depth: () -> Int, _ feed: (Span<UInt8>) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    while place < page.count {
      switch page[place] {
      case 0x3C:
        guard let tag = takeMarkup() else { break }
        if tag.opens, depth() + begun >= PageDepth.most {
          try flush(feed)
        }
        write(tag, isTooDeep: depth() >= PageDepth.most)
      case 0x26: takeReference()
      default: takeText()
      }
      if output.count >= Self.pieceSize { try flush(feed) }
    }
    try flush(feed)
  }

  private mutating func flush(
    _ feed: (Span<UInt8>) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    if output.count > 0 { try output.withSpan(feed) }
    output.removeAll()
    begun = 0
  }

  /// Text up to the next tag or reference.
  private mutating func takeText() {
    let start = place
    while place < page.count, place - start < Self.pieceSize {
      let byte = page[place]
      if byte == 0x3C || byte == 0x26 { break }
      place += 1
    }
    // A character is not cut.
    while place < page.count, page[place] & 0xC0 == 0x80 { place += 1 }
    write(text: start..<place)
  }

  /// A tag, or `nil` for what is none and has been passed over or written as text.
  private mutating func takeMarkup() -> Tag? {
    let next = place + 1 < page.count ? page[place + 1] : 0
    if next == 0x21 {
      skipDeclaration()
    } else if next == 0x3F {
      skip(past: 0x3E)
    } else if next == 0x2F {
      guard place + 2 < page.count, page[place + 2].isLetter else {
        skip(past: 0x3E)
        return nil
      }
      return takeTag()
    } else if next.isLetter {
      return takeTag()
    } else {
      output.append("&lt;" as StaticString)
      place += 1
    }
    return nil
  }

  mutating func skip(past byte: UInt8) {
    while place < page.count, page[place] != byte { place += 1 }
    place = min(page.count, place + 1)
  }

  /// A comment, a document type, or what else begins with `<!`.
  private mutating func skipDeclaration() {
    guard place + 3 < page.count, page[place + 2] == 0x2D, page[place + 3] == 0x2D else {
      return skip(past: 0x3E)
    }
    // `<!-->` and `<!--->` are whole comments.
    place += 4
    var dashes = 2
    while place < page.count {
      let byte = page[place]
      place += 1
      if byte == 0x3E, dashes >= 2 { return }
      // `--!>` ends a comment, too.
      if byte == 0x21, dashes >= 2, place < page.count, page[place] == 0x3E { continue }
      dashes = byte == 0x2D ? dashes + 1 : 0
    }
  }

  /// Writes text as it is, but for control characters, which are left out.
  func write(text range: Range<Int>) {
    var run = range.lowerBound
    for index in range {
      let byte = page[index]
      let isQuoted = byte == 0x3C || byte == 0x3E
      guard byte < 0x20 && !byte.isBlank || byte == 0x7F || isQuoted else { continue }
      output.append(page[run..<index])
      if isQuoted { output.append(byte == 0x3C ? "&lt;" : "&gt;" as StaticString) }
      run = index + 1
    }
    output.append(page[run..<range.upperBound])
  }
}

/// How deep elements may be nested.
enum PageDepth {
  /// The parser looks through all open elements for each that is closed.
  static let most = 800
}

extension UInt8 {
  var isLetter: Bool { lowercased.isSmallLetter }
  var isSmallLetter: Bool { (0x61...0x7A).contains(self) }
  var isDigit: Bool { (0x30...0x39).contains(self) }
  /// White space of HTML.
  var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
  var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
