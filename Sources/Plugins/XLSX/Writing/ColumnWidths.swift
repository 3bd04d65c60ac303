import ConverterCore
import TableModel

/// How wide the columns of a sheet are to be, by the header and the first rows.
struct ColumnWidths {
  /// In digits.
  private(set) var widths: [Int]

  private static let mostRows = 100
  private static let range = 8...60

  init(_ table: Table, _ batch: RowBatch, from first: Int) {
    widths = table.columns.map { table.hasHeader ? Self.width(of: $0.name.prefix(400)) : 0 }
    for row in first..<min(batch.rowCount, first + Self.mostRows) {
      for (index, cell) in batch.cells[batch.row(row)].prefix(widths.count).enumerated() {
        widths[index] = max(widths[index], Self.width(of: batch.text(of: cell).prefix(400).array))
      }
    }
    // Some room beside the text.
    widths = widths.map { min(max($0 + 2, Self.range.lowerBound), Self.range.upperBound) }
  }

  private static func width(of text: some Sequence<UInt8>) -> Int {
    String(decoding: Array(text), as: UTF8.self).split(separator: "\n").reduce(0) {
      max($0, TextWidth.columns(of: String($1)))
    }
  }
}
