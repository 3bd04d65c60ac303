import ConverterCore
import TableModel

/// Finds out how a text is a table.
enum DialectGuess {
  /// - Returns: the dialect, and the text that its offsets count in.
  static func guess(
    _ input: InputFile, type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> (Dialect, any TextSource) {
    let text = PlainText(input: input)
    let said = context.reading.dialect
    var dialect = Dialect(
      delimiter: said.delimiter
        ?? (type == "public.tab-separated-values-text"
          ? 0x09 : UInt8(ascii: type == "public.delimited-values-text" ? "|" : ",")),
      quote: UInt8(ascii: "\""))
    if let quote = said.quote { dialect.quote = character(quote) }
    if let escape = said.escape { dialect.escape = character(escape) }
    dialect.skippedLines = max(0, said.skippedLines ?? 0)
    dialect.headerLines = max(0, said.headerLines ?? 1)
    try findHeader(&dialect, in: text)
    return (dialect, text)
  }

  private static func character(_ mark: ReadingOptions.Dialect.Mark) -> UInt8? {
    if case .character(let byte) = mark { byte } else { nil }
  }

  private static func findHeader(
    _ dialect: inout Dialect, in text: PlainText
  ) throws(ConversionError) {
    let head = ByteBuffer()
    let stream = text.open(at: 0)
    while head.count < 1 << 20, try stream.read(into: head, atMost: 1 << 20) {}
    var at = head.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let plain = CarefulScanner(marks: Marks(delimiter: 0x0A, quote: nil))
    var none = NoSink()
    for _ in 0..<dialect.skippedLines {
      if case .complete(let next) = plain.record(
        in: head.start, from: at, to: head.count, isLast: true, into: &none)
      {
        at = next
      }
    }
    dialect.start = at
    let careful = CarefulScanner(marks: Marks(dialect, skipsEmptyLines: true))
    while at < head.count, head.start[at] == 0x0A || head.start[at] == 0x0D {
      dialect.skippedLines += 1
      at += 1
    }
    var sink = MovingSink()
    guard at < head.count else {
      dialect.rowsStart = at
      return
    }
    let ending = careful.record(
      in: head.start, from: at, to: head.count, isLast: true, into: &sink)
    if dialect.hasHeader, case .complete(let next) = ending {
      dialect.rowsStart = next
      dialect.columns = sink.cells.map {
        Column(Array(UnsafeRawBufferPointer(start: head.start + $0.start, count: $0.count)))
      }
    } else {
      dialect.rowsStart = at
      dialect.columns = sink.cells.indices.map { Column("\($0 + 1)") }
    }
  }
}
