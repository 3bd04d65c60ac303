internal import ConverterCore
internal import TableModel

/// The lines of a table whose widths are known.
struct FixedWidthLines: Sendable {
  struct Column: Sendable {
    var name: [UInt8]
    var width: Int
    var isRight: Bool
  }

  let columns: [Column]
  private let gap: Int

  init(_ table: Table, _ survey: TableSurvey, gap: Int) {
    self.gap = gap
    columns = survey.columns.enumerated().map { index, column in
      let name = index < table.columns.count && table.hasHeader ? table.columns[index].name : []
      let nameWidth = VisibleCell.appearance(name.span).width
      return Column(
        name: name, width: max(column.width, nameWidth), isRight: column.isNumeric)
    }
  }

  func addHeader(to buffer: ByteBuffer) {
    var line = Line(buffer)
    for column in columns { add(column.name.span, column, to: &line) }
    line.end()
  }

  func addRuler(to buffer: ByteBuffer) {
    var line = Line(buffer)
    for column in columns {
      line.addBlanks()
      for _ in 0..<max(1, column.width) { buffer.append(UInt8(ascii: "-")) }
      line.blanks = gap
    }
    line.end()
  }

  func add(_ batch: RowBatch, to buffer: ByteBuffer) {
    for row in 0..<batch.rowCount {
      var line = Line(buffer)
      for (column, cell) in zip(columns, batch.cells[batch.row(row)]) {
        add(batch.text(of: cell), column, to: &line)
      }
      line.end()
    }
  }

  private func add(_ text: Span<UInt8>, _ column: Column, to line: inout Line) {
    let rest = max(0, max(1, column.width) - VisibleCell.appearance(text).width)
    if column.isRight { line.blanks += rest }
    if text.count > 0 {
      line.addBlanks()
      VisibleCell.append(text, to: line.buffer)
    }
    line.blanks += gap + (column.isRight ? 0 : rest)
  }

  /// A line whose blanks are written when something stands behind them.
  private struct Line {
    let buffer: ByteBuffer
    var blanks = 0

    init(_ buffer: ByteBuffer) {
      self.buffer = buffer
    }

    mutating func addBlanks() {
      buffer.append(repeating: 0x20, count: blanks)
      blanks = 0
    }

    mutating func end() {
      buffer.append(0x0A)
      blanks = 0
    }
  }
}
