public import ConverterCore
public import TableModel

/// Reads the pipe tables of a Markdown file (GitHub Flavored Markdown, section 4.10).
///
/// The first table is the table, the others are its siblings; `--table` chooses one by number or by the
/// heading that it stands below. Markup in cells stays as it is written.
public struct MarkdownReader: Reader {
  public let name = "Markdown"
  public let takes: Set<ConversionOptions.Name> = [.encoding, .table, .strict]
  public let types: [ContentType.ID] = [.markdown]
  public let ledgerWords = ["text outside tables"]

  public init() {}

  /// - Throws: `unsupportedContent` where the file has no table, `usage` where it has not the one asked for.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Table {
    let text = try MarkdownText(of: input, in: context.conversion)
    let (tables, textBeside) = try PipeTableFinder.tables(in: text.input, context.conversion)
    guard !tables.isEmpty else {
      throw ConversionError(
        .unsupportedContent,
        "the file has no table: that would be a line of cells with | between them, and below it "
          + "a line such as | --- | --- |; fairy reads nothing else of Markdown yet",
        cause: NothingToRead())
    }
    textBeside.note(of: "Markdown", in: context)
    guard let wanted = context.reading.table else {
      var table = try table(0, of: tables, in: text, context.conversion)
      table.siblings = (1..<tables.count).map { index in
        Sibling(name: Self.name(of: index, in: tables)) { () throws(ConversionError) in
          try self.table(index, of: tables, in: text, context.conversion)
        }
      }
      return table
    }
    return try table(
      try Self.index(of: wanted, in: tables), of: tables, in: text, context.conversion)
  }

  /// A title that no table before has, or the number.
  private static func name(of index: Int, in tables: [PipeTable]) -> String {
    guard let title = tables[index].title, !title.isEmpty,
      !tables[..<index].contains(where: { $0.title == title })
    else { return "\(index + 1)" }
    return title
  }

  private static func index(
    of wanted: String, in tables: [PipeTable]
  ) throws(ConversionError) -> Int {
    if let index = tables.firstIndex(where: { $0.title == wanted }) { return index }
    let lower = wanted.lowercased()
    if let index = tables.firstIndex(where: { $0.title?.lowercased() == lower }) { return index }
    if let number = Int(wanted), tables.indices.contains(number - 1) { return number - 1 }
    let names = tables.prefix(20).enumerated().map { index, table in
      table.title.map { "\(index + 1) (\($0.printable))" } ?? "\(index + 1)"
    }
    throw ConversionError(
      .usage,
      "there is no table \"\(wanted)\": the file has \(names.joined(separator: ", "))"
        + (tables.count > 20 ? " … \(tables.count)" : ""))
  }

  private func table(
    _ index: Int, of tables: [PipeTable], in text: MarkdownText, _ context: ConversionContext
  ) throws(ConversionError) -> Table {
    let source = tables[index]
    if source.ragged > 0 {
      let rows = source.ragged == 1 ? "1 row has" : "\(source.ragged) rows have"
      let words =
        "\(rows) more or fewer cells than the header has (\(source.header.count)); "
        + "the first is line \(source.firstRaggedLine)"
      if context.reading.isStrict { throw ConversionError(.damagedInput, words) }
      context.warn(words)
    }
    // The writer of a table without header leaves its cells empty.
    let hasHeader = source.header.contains { !$0.isEmpty }
    var table = Table(
      title: source.title,
      columns: source.header.enumerated().map { number, name in
        hasHeader ? Column(name) : Column("\(number + 1)")
      },
      hasHeader: hasHeader,
      content: PipeTableContent(input: text.input, table: source, limits: context.limits),
      rowCount: source.rows, findings: [text.finding])
    table.titleIsText = source.title != nil
    return table
  }
}
