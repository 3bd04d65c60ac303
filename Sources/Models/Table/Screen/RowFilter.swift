import ConverterCore
struct RowFilter: Sendable {
  let column: Int; let word: TextSearch
  init(_ text: String, of table: Table) throws(ConversionError) {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, let i = table.columns.firstIndex(of: Column(String(parts[0]))), let w = TextSearch(String(parts[1])) else { throw ConversionError(.usage, "is no condition") }
    column = i; word = w
  }
  func apply(to batch: RowBatch, _ keeps: inout [Bool]) throws(ConversionError) {
    for row in 0..<batch.rowCount where keeps[row] {
      let cells = batch.row(row)
      keeps[row] = column < cells.count && word.firstMatch(in: batch.text(of: batch.cells[cells.lowerBound + column])) != nil
    }
  }
}
