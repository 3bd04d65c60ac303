internal import ConverterCore
import TableModel

/// A table for scripts: `{"columns":[…],"rows":[[…]]}`, on one line.
struct RowsAsJSON: RowFormat {
  /// Each row with a comma before it, but the first.
  func append(_ batch: RowBatch, to text: ByteBuffer, isFirst: Bool) {
    let cells = batch.cells
    var start = 0
    var needsComma = !isFirst
    for end in batch.rowEnds {
      if needsComma { text.append(0x2C) }
      needsComma = true
      text.append(0x5B)
      for index in start..<end {
        if index > start { text.append(0x2C) }
        append(cells[index], batch, to: text)
      }
      text.append(0x5D)
      start = end
    }
  }

  private func append(_ cell: Cell, _ batch: RowBatch, to text: ByteBuffer) {
    switch cell.kind {
    case .text: JSONText.append(batch.text(of: cell), to: text)
    case .null, .missing: text.append("null")
    case .number, .boolean: text.append(batch.text(of: cell))
    // Line breaks between its values must not end the line.
    case .json:
      let bytes = batch.text(of: cell)
      for index in bytes.indices { text.append(max(0x20, bytes[index])) }
    }
  }

  static func appendHead(_ table: Table, to text: ByteBuffer) {
    text.append("{\"columns\":[")
    for (index, column) in table.columns.enumerated() {
      if index > 0 { text.append(0x2C) }
      JSONText.append(column.name.span, to: text)
    }
    text.append("],\"rows\":[")
  }
}
