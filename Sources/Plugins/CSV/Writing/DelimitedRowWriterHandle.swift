import CVectors
import ConverterCore
import TableModel

/// Makes delimited text of rows.
struct DelimitedRowWriter: Sendable {
  private let layout: fairy_csv_layout

  /// - Parameter isPlain: whether no vector instructions are used; tests compare.
  init(_ options: CSVWriterOptions, delimiter: UInt8, isPlain: Bool = false) {
    let end = options.lineEnd
    layout = fairy_csv_layout(
      instructions: isPlain ? FAIRY_INSTRUCTIONS_PLAIN : FAIRY_INSTRUCTIONS_BEST,
      delimiter: delimiter, quote: UInt8(ascii: "\""), quotes_all: options.quotesAll ? 1 : 0,
      line_end: (end[0], end[end.count - 1]), line_end_size: UInt8(end.count))
  }

  /// The names of the columns as a row, and what they are.
  ///
  /// - Throws: `unsupportedContent` for a name like a formula that is to be refused.
  func header(
    _ columns: [Column], formulas: CSVWriterOptions.FormulaPolicy
  ) throws(ConversionError) -> (text: [UInt8], kinds: CellKinds) {
    let batch = RowBatch()
    for column in columns { batch.append(column.name) }
    batch.endRow()
    let text = ByteBuffer()
    let kinds = try write(batch, to: text, formulas: formulas, isHeader: true)
    return withExtendedLifetime(text) { unsafe (Array(text.bytes), kinds) }
  }

  /// Adds the rows of a batch to `text`.
  ///
  /// - Parameter formulas: what becomes of cells that spreadsheets take for formulas.
  /// - Throws: `unsupportedContent` for such a cell that is to be refused.
  func write(
    _ batch: RowBatch, to text: ByteBuffer, formulas: CSVWriterOptions.FormulaPolicy,
    isHeader: Bool = false
  ) throws(ConversionError) -> CellKinds {
    let start = text.count
    let seen = write(batch, to: text)
    guard seen.contains(.formula), formulas != .keep else { return seen }
    if formulas == .refuse { throw batch.refusalOfFormula(isHeader: isHeader) }
    text.count = start
    return write(batch.withEscapedFormulas, to: text).union(.formula)
  }

  /// The same, with all cells as they are.
  func write(_ batch: RowBatch, to text: ByteBuffer) -> CellKinds {
    // The loops read up to 64 bytes further than the text goes, which are there, and write no more than `capacity`
    // says; cells and ends of rows are read as many as there are rows.
    _ = unsafe batch.bytes.reserve(64)
    var layout = layout
    var kinds: UInt32 = 0
    unsafe batch.cells.withUnsafeBytes { cells in
      unsafe batch.rowEnds.withUnsafeBytes { ends in
        var rows = unsafe fairy_rows(
          text: batch.bytes.start, cells: cells.baseAddress?.assumingMemoryBound(to: UInt32.self),
          row_ends: ends.baseAddress?.assumingMemoryBound(to: Int64.self), rows: batch.rowCount)
        var row = 0
        var wanted = batch.bytes.count + batch.bytes.count / 4 + 4096
        while unsafe row < rows.rows {
          let start = unsafe text.reserve(wanted) - text.count
          var out = unsafe fairy_text(start: start, count: text.count, capacity: text.capacity)
          row = unsafe fairy_csv_rows(&rows, row, &layout, &out, &kinds)
          text.count = unsafe out.count
          wanted = max(wanted, text.capacity - text.count) * 2
        }
      }
    }
    return CellKinds(rawValue: kinds)
  }
}
