public import ConverterCore

/// How much of a document stands in its tables and how much beside them, where tables are all that is read of it.
public struct TextBesideTables: Sendable {
  /// Bytes that are no blanks.
  public private(set) var inside = 0
  public private(set) var outside = 0

  /// Less than that, such as a heading and a sentence, goes with any table.
  private static let leastText = 100

  public init() {}

  public mutating func add(inside text: Span<UInt8>) { inside += Self.inkCount(text) }

  public mutating func add(outside text: Span<UInt8>) { outside += Self.inkCount(text) }

  /// Takes text that was added as standing outside for a part of a table, as the next line shows that it is one.
  public mutating func move(inside text: Span<UInt8>) {
    outside -= Self.inkCount(text)
    inside += Self.inkCount(text)
  }

  /// Says in the ledger that the text outside is left out, and refuses the conversion where that is most of the
  /// document, unless tables are asked for by name: by `--table`, or by `--set tables=`.
  ///
  /// - Parameters:
  ///   - format: what the document is: "Markdown".
  ///   - context: has the ledger and what the user asked for.
  public func note(of format: String, in context: ReadingContext) {
    guard outside > 0 else { return }
    let percent = 100 * outside / (inside + outside)
    context.note(
      "text outside tables", .dropped,
      why: "tables are all that is read of \(format)"
        + (percent > 0 ? "; \(percent) % of its text stands outside of them" : ""))
    guard outside > inside, outside >= Self.leastText, context.reading.table == nil,
      context.reading.settings[OptionDescriptor.tables.key] == nil
    else { return }
    context.refusal = ConversionError(
      .unsupportedContent,
      "would lose \(percent) % of its text, which stands outside of tables, and tables are all that is read of "
        + "\(format); --table 1 converts the first table all the same, --set tables=all converts all of them"
    )
  }

  private static func inkCount(_ text: Span<UInt8>) -> Int {
    text.count { $0 > 0x20 }
  }
}
