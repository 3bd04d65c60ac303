import CharacterEncodings
import ConverterCore
import Markup
import TableModel

/// Reads the tables of a page; the first one of at least two rows and columns is the main one.
struct HTMLTableReader: Reader {
  let name = "HTML"
  let takes: Set<ConversionOptions.Name> = [.encoding, .header, .table]
  let types: [ContentType.ID] = ["public.html"]
  let ledgerWords = ["links", "merged cells", "pictures", "text outside tables"]

  func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libxml2.required]
  }

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Table {
    do throws(ConversionError) {
      let text = try PageText(of: input, said: context.reading.encoding)
      let page = PageParser(context.limits)
      let parser = try MarkupParserHandle(.html, page)
      try text.forEachPiece(of: input, in: context.conversion) {
        (piece, byteCount) throws(ConversionError) in
        page.budget.byteCount = byteCount
        try parser.feed(piece)
      }
      try parser.feed(Span(), isLast: true)
      let grids = try page.finish().filter { $0.rowCount > 0 }
      guard let first = grids.first else { return Self.withoutTable(input) }
      let wanted = try context.reading.table.map { (name) throws(ConversionError) in
        try Self.grid(named: name, of: grids)
      }
      let main = wanted ?? grids.first { $0.rowCount > 1 && $0.width > 1 } ?? first
      page.note(in: context)
      var table = try table(main, of: input, text, in: context.conversion)
      guard wanted == nil else { return table }
      var names = SiblingNames()
      table.siblings = grids.filter { $0.number != main.number }.map { grid in
        Sibling(name: names.word(for: grid.caption, number: grid.number)) {
          () throws(ConversionError) in
          try self.table(grid, of: input, text, in: context.conversion)
        }
      }
      return table
    } catch {
      throw error.about(input.path)
    }
  }

  /// What a page without tables is: its facts can be shown, but no rows be had.
  private static func withoutTable(_ input: InputFile) -> Table {
    Table(columns: [], content: NoTable(byteCount: input.byteCount), rowCount: 0)
  }

  /// The table that the user means: its caption, or its number in the page from 1.
  private static func grid(named wanted: String, of grids: [Grid]) throws(ConversionError) -> Grid {
    if let exact = grids.first(where: { $0.caption == wanted }) { return exact }
    let folded = wanted.lowercased()
    if let alike = grids.first(where: { $0.caption?.lowercased() == folded }) { return alike }
    if let number = Int(wanted), let match = grids.first(where: { $0.number == number }) {
      return match
    }
    let names = grids.prefix(20).map { grid in
      "\(grid.number)\(grid.caption.map { " (\($0.printable))" } ?? "")"
    }
    throw ConversionError(
      .usage,
      "has no table \"\(wanted.printable)\"; it has \(names.joined(separator: ", "))"
        + (grids.count > 20 ? " and \(grids.count - 20) more" : ""))
  }

  private func table(
    _ grid: Grid, of input: InputFile, _ text: PageText, in context: ConversionContext
  ) throws(ConversionError) -> Table {
    grid.note(in: context)
    let dialect = context.reading.dialect
    let marked = grid.headerRows < grid.rowCount ? grid.headerRows : min(1, grid.headerRows)
    let headerRows = min(max(0, dialect.headerLines ?? marked), grid.rowCount)
    let hasHeader = headerRows > 0
    var table = Table(
      title: grid.caption, columns: try Self.columns(of: grid, headerRows, within: context.limits),
      hasHeader: hasHeader,
      content: GridContent(grid: grid, headerRows: headerRows, byteCount: input.byteCount),
      rowCount: grid.rowCount - headerRows,
      findings: [
        Finding(
          "encoding", text.charset.name.printable, json: .string(text.charset.name),
          confidence: text.confidence, flag: "--encoding"),
        Finding(
          "header", hasHeader ? "header" : "no header", json: .bool(hasHeader),
          confidence: dialect.headerLines != nil ? 1 : marked > 0 ? 0.95 : 0.6,
          flag: hasHeader ? "--no-header" : "--header 1"),
      ])
    table.titleIsText = grid.caption != nil
    return table
  }

  /// The names in the header; of several rows those below each other that differ, joined.
  private static func columns(
    of grid: Grid, _ headerRows: Int, within limits: Limits
  ) throws(ConversionError) -> [Column] {
    guard headerRows > 0 else { return (0..<grid.width).map { Column("\($0 + 1)") } }
    var byteCount = 0
    return try (0..<grid.width).map { (index) throws(ConversionError) in
      var name: [UInt8] = []
      var last: Cell?
      for row in 0..<headerRows {
        let cells = grid.row(row)
        guard index < cells.count else { continue }
        let cell = grid.cells[cells.lowerBound + index]
        guard cell.count > 0, cell != last else { continue }
        if !name.isEmpty { name.append(0x20) }
        name.append(grid.text(of: cell))
        last = cell
      }
      byteCount += name.count
      // A name that spans columns is copied for each, here and by whoever writes it.
      try limits.check(.memory, byteCount * 32, for: "the header of table \(grid.number)")
      return Column(name)
    }
  }
}

private struct NoTable: TableContent {
  let byteCount: Int
  let isSeekable = false

  func countRows(in context: ConversionContext) throws(ConversionError) -> Int { 0 }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource {
    throw ConversionError(.unsupportedContent, "the page has no table", cause: NothingToRead())
  }
}
