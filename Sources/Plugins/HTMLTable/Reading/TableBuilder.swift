import ConverterCore
import TableModel

/// Puts the cells of one table into their places (HTML, 4.9.12: forming a table).
final class TableBuilder {
  let grid: GridBuilder
  /// The text of the cell or caption at hand.
  var text = ShownText()
  private(set) var isInCaption = false
  private(set) var cell: OpenCell?

  /// A cell that has begun.
  struct OpenCell {
    var columnSpan: Int
    var rowSpan: Int
    var isHeader: Bool
    /// Whether its style keeps white space.
    var isPreserved: Bool
  }

  /// What a cell of an earlier row still covers.
  private struct Span {
    var rows: Int
    var cell: Cell
  }

  private var isInHead = false
  private var row: [Cell]?
  private var hasHeaderCells = true
  private var spans: [Span?] = []
  private var newSpans: [(column: Int, span: Span)] = []
  private let budget: CellBudget

  static let mostColumns = 16_384
  /// As browsers have it.
  private static let mostColumnSpan = 1000
  private static let mostRowSpan = 65_534

  init(_ grid: GridBuilder, _ budget: CellBudget) {
    self.grid = grid
    self.budget = budget
  }

  var takesText: Bool { cell != nil || isInCaption }

  func startCaption() {
    guard grid.caption == nil else { return }
    isInCaption = true
    text = ShownText()
  }

  func endCaption() {
    guard isInCaption else { return }
    isInCaption = false
    grid.caption = String(decoding: text.bytes, as: UTF8.self)
  }

  /// `thead`, `tbody` or `tfoot`: no cell reaches from one into another.
  func startSection(isHead: Bool) throws(ConversionError) {
    try endRow()
    isInHead = isHead
    spans = []
  }

  func startRow() throws(ConversionError) {
    try endRow()
    row = []
    hasHeaderCells = true
  }

  func start(_ cell: OpenCell) throws(ConversionError) {
    try endCell()
    if row == nil { try startRow() }
    text = ShownText()
    self.cell = OpenCell(
      columnSpan: min(max(cell.columnSpan, 1), Self.mostColumnSpan),
      rowSpan: min(cell.rowSpan == 0 ? .max : max(cell.rowSpan, 1), Self.mostRowSpan),
      isHeader: cell.isHeader, isPreserved: cell.isPreserved)
    hasHeaderCells = hasHeaderCells && cell.isHeader
  }

  func endCell() throws(ConversionError) {
    guard let cell else { return }
    self.cell = nil
    try budget.limits.checkCell(text.bytes.count, behind: grid.bytes.count)
    try budget.limits.check(
      .memory, grid.bytes.count + text.bytes.count, for: "a table of the page")
    let placed = Cell(start: grid.bytes.count, count: text.bytes.count)
    grid.bytes.append(text.bytes.span)
    try fillSpanned(upTo: nil)
    if cell.columnSpan > 1 { grid.repeatsCells = true }
    for _ in 0..<cell.columnSpan {
      let column = row?.count ?? 0
      if cell.rowSpan > 1 { newSpans.append((column, Span(rows: cell.rowSpan - 1, cell: placed))) }
      try append(placed)
    }
  }

  func endRow() throws(ConversionError) {
    try endCell()
    guard row != nil else { return }
    try fillSpanned(upTo: spans.count)
    let complete = row ?? []
    row = nil
    for column in spans.indices {
      guard var span = spans[column] else { continue }
      span.rows -= 1
      spans[column] = span.rows > 0 ? span : nil
    }
    for (column, span) in newSpans {
      if column >= spans.count {
        spans.append(contentsOf: repeatElement(nil, count: column + 1 - spans.count))
      }
      spans[column] = span
    }
    newSpans.removeAll(keepingCapacity: true)
    while let last = spans.last, last == nil { spans.removeLast() }
    guard !complete.isEmpty else { return }
    grid.append(row: complete, isHeader: isInHead || hasHeaderCells)
  }

  func end() throws(ConversionError) {
    endCaption()
    try endRow()
  }

  /// Repeats the cells of earlier rows that reach down to where the next cell would stand.
  ///
  /// - Parameter end: the column to go to; `nil` to stop where none does.
  private func fillSpanned(upTo end: Int?) throws(ConversionError) {
    while let column = row?.count, column < spans.count, column < end ?? .max {
      if let span = spans[column] {
        grid.repeatsCells = true
        try append(span.cell)
      } else if end != nil {
        try append(Cell(start: grid.bytes.count, count: 0, .null))
      } else {
        return
      }
    }
  }

  private func append(_ cell: Cell) throws(ConversionError) {
    guard (row?.count ?? 0) < Self.mostColumns else {
      throw ConversionError(
        .unsupportedContent,
        "table \(grid.number) of the page has more than \(Self.mostColumns) columns")
    }
    try budget.spend(cell.count)
    row?.append(cell)
  }
}

/// How many cells the page may have, and how much text: a few bytes may say that a cell covers sixty million.
final class CellBudget {
  /// Bytes of the page that have been parsed.
  var byteCount = 0
  private var cells = 0
  private var texts = 0
  let limits: Limits

  /// Cells and bytes of them that a page may have, however small it is.
  static let allowance = (cells: 1 << 20, texts: 1 << 26)

  init(_ limits: Limits) { self.limits = limits }

  /// - Parameter text: bytes of a cell in one of the places that it covers.
  /// - Throws: `limitExceeded` for more than `ratio` cells, or bytes of them, for each byte of the page, above the
  ///   allowance.
  func spend(_ text: Int) throws(ConversionError) {
    cells += 1
    texts += text
    try check(cells, above: Self.allowance.cells, "cells")
    try check(texts, above: Self.allowance.texts, "bytes of text in cells")
  }

  private func check(
    _ amount: Int, above allowance: Int, _ what: String
  ) throws(ConversionError) {
    guard amount > allowance else { return }
    let (allowed, overflow) = byteCount.multipliedReportingOverflow(by: limits.ratio)
    guard !overflow, amount - allowance > allowed else { return }
    throw ConversionError.exceeding(
      .init(.ratio, needed: amount / max(1, byteCount), of: limits),
      "the page has more than \(limits.ratio) \(what) for each of its bytes, as cells cover many places; "
        + "raise the limit with --limit ratio=\(limits.ratio * 10)")
  }
}
