import ConverterCore
import Markup
import TableModel

/// The rows of a sheet, as its XML is parsed.
final class SheetRows: RowSource {
  let splitter: any RowSplitter = WholeRows()
  private let input: InputFile
  private let sheet: SheetParser
  private let parser: MarkupParserHandle
  private var piece = [UInt8](repeating: 0, count: SheetRows.pieceSize)
  private var offset = 0
  private var isOver = false
  private var nextRow = 1
  /// Rows of the header that have not come by.
  private var headerRows: Int

  /// Small enough for the long texts that its cells may refer to.
  private static let pieceSize = 1 << 13
  private static let batchBytes = 1 << 18
  private static let batchCells = 1 << 15

  init(
    _ content: SheetContent, headerRows: Int, width: Int, in context: ConversionContext
  ) throws(ConversionError) {
    input = try content.workbook.package.open(content.part, in: context)
    sheet = try SheetParser(
      content.workbook, from: content.firstRow, width: width, in: context)
    parser = try MarkupParserHandle(.xml(of: "workbook"), sheet)
    self.headerRows = headerRows
  }

  func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    batch.firstRow = nextRow
    sheet.begin(batch)
    while !isOver, sheet.held < Self.batchBytes, batch.cells.count < Self.batchCells {
      let count = try input.read(at: offset, into: &piece, 0..<piece.count)
      offset += count
      sheet.byteCount = offset
      isOver = count == 0 || offset >= input.byteCount
      let piece = piece
      try parser.feed(piece.span[..<count], isLast: isOver)
    }
    sheet.leave()
    dropHeader(of: batch)
    nextRow += batch.rowCount
    return batch.rowCount > 0 || !isOver
  }

  private func dropHeader(of batch: RowBatch) {
    let rows = min(headerRows, batch.rowCount)
    guard rows > 0 else { return }
    headerRows -= rows
    let cells = batch.rowEnds[rows - 1]
    batch.cells.removeFirst(cells)
    batch.rowEnds.removeFirst(rows)
    for row in batch.rowEnds.indices { batch.rowEnds[row] -= cells }
  }
}
