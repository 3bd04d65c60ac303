internal import ConverterCore
internal import TableModel

/// The lines of a pipe table whose widths are known.
struct PipeLines: Sendable {
  private struct Column: Sendable {
    var name: [UInt8]
    /// Up to where cells are filled with spaces.
    var width: Int
    var isRight: Bool
  }

  /// Wider cells stand out, for they would fill all other rows with spaces.
  private static let widest = 100

  private let columns: [Column]

  /// Bytes of a row whose cells are empty.
  var width: Int { columns.reduce(0) { $0 + $1.width + 3 } }

  init(_ table: Table, _ survey: TableSurvey, isAligned: Bool) {
    columns = survey.columns.enumerated().map { index, column in
      let name = index < table.columns.count && table.hasHeader ? table.columns[index].name : []
      let nameWidth = PipeCell.appearance(name.span).width
      // The line below the header needs three characters, or two and a colon.
      let width = isAligned ? min(Self.widest, max(3, column.width, nameWidth)) : 0
      return Column(name: name, width: width, isRight: column.isNumeric)
    }
  }

  func addHeader(to buffer: ByteBuffer) {
    for column in columns {
      buffer.append("| ")
      add(column.name.span, column, to: buffer)
      buffer.append(0x20)
    }
    buffer.append("|\n")
    for column in columns {
      buffer.append("| ")
      let dashes = max(3, column.width) - (column.isRight ? 1 : 0)
      for _ in 0..<dashes { buffer.append(UInt8(ascii: "-")) }
      buffer.append(column.isRight ? ": " : " ")
    }
    buffer.append("|\n")
  }

  func add(_ batch: RowBatch, to buffer: ByteBuffer) {
    for row in 0..<batch.rowCount {
      let cells = batch.row(row)
      for (index, column) in columns.enumerated() {
        buffer.append("| ")
        let text =
          index < cells.count ? batch.text(of: batch.cells[cells.lowerBound + index]) : Span()
        add(text, column, to: buffer)
        buffer.append(0x20)
      }
      buffer.append("|\n")
    }
  }

  private func add(_ text: Span<UInt8>, _ column: Column, to buffer: ByteBuffer) {
    let rest = column.width > 0 ? max(0, column.width - PipeCell.appearance(text).width) : 0
    if column.isRight { addBlanks(rest, to: buffer) }
    PipeCell.append(text, to: buffer)
    if !column.isRight { addBlanks(rest, to: buffer) }
  }

  private func addBlanks(_ count: Int, to buffer: ByteBuffer) {
    for _ in 0..<count { buffer.append(0x20) }
  }
}
