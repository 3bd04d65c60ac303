import CharacterEncodings
import ConverterCore
import HTMLText
import TableModel

/// Text that no plugin has anything to show of, as it stands in its file.
struct TextContent {
  private let input: InputFile
  private let isPage: Bool

  /// - Parameter type: of the file; `nil` is returned for all that is no text.
  init?(_ input: InputFile, type: ContentType, in catalog: ContentTypeCatalog) {
    guard catalog.type(type.id, conformsTo: .text), !input.isFolder else { return nil }
    self.input = input
    isPage = catalog.type(type.id, conformsTo: "public.html")
  }

  /// Writes all of it: a page as it reads, anything else as it stands, with control characters escaped.
  func show(on page: any Page, in context: ConversionContext) throws(ConversionError) {
    guard page.selection.isEverything else {
      throw ConversionError(
        .usage, "rows and columns can be chosen of tables alone, and this is text")
    }
    do throws(ConversionError) {
      let charset = try charset(context.reading.encoding)
      if isPage {
        try showReadable(charset, on: page, in: context)
      } else {
        try showLines(charset, on: page, in: context)
      }
    } catch {
      throw error.about(input.path)
    }
  }

  private func charset(_ said: String?) throws(ConversionError) -> Charset {
    guard let said else { return try TextEncodingGuess(of: input).charset }
    return try input.charset(said: said)
  }

  private func showReadable(
    _ charset: Charset, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) {
    let decoder = try TextDecoder(charset)
    let source = ByteBuffer()
    let contents = try input.contents(within: context.limits)
    decoder.decode(contents.span, isLast: true, into: source)
    let shown = try source.withSpan { html throws(ConversionError) in
      try HTMLText(html, within: context.limits)
    }
    _ = try page.write(Array(shown.text.utf8))
  }

  private func showLines(
    _ charset: Charset, on page: any Page, in context: ConversionContext
  ) throws(ConversionError) {
    let decoder = try TextDecoder(charset)
    let text = ByteBuffer()
    var lines = PrintableLines()
    var position = 0
    while position < input.byteCount {
      try context.checkpoint()
      let piece = try input.read(at: position, count: 1 << 18)
      guard !piece.isEmpty else { break }
      position += piece.count
      let isLast = position >= input.byteCount
      text.removeAll()
      decoder.decode(piece.span, isLast: isLast, into: text)
      guard try page.write(lines.bytes(of: text.span, isLast: isLast)) else { return }
    }
    guard let first = decoder.firstReplacement else { return }
    let count = decoder.replacements
    context.warn(
      "\(count) \(count == 1 ? "byte has" : "bytes have") no character in \(charset.name.printable), the "
        + "first at offset \(first); U+FFFD stands for each (--encoding names another encoding)")
  }
}

/// Makes text safe for a terminal, piece by piece: line ends become line feeds, tabs stay, and other control
/// characters and marks of direction are escaped.
struct PrintableLines {
  private var endsWithReturn = false
  private var endsLine = true

  /// - Parameters:
  ///   - text: whole characters of UTF-8.
  ///   - isLast: whether no more follows, so that a line without an end gets one.
  mutating func bytes(of text: Span<UInt8>, isLast: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    for scalar in String(decoding: text).unicodeScalars {
      switch scalar {
      case "\n" where endsWithReturn: break
      case "\n", "\r": bytes.append(0x0A)
      case "\t", " "..."~": bytes.append(UInt8(scalar.value))
      default: bytes += Array(String(scalar).printable.utf8)
      }
      endsWithReturn = scalar == "\r"
    }
    endsLine = bytes.last.map { $0 == 0x0A } ?? endsLine
    if isLast, !endsLine { bytes.append(0x0A) }
    return bytes
  }
}
