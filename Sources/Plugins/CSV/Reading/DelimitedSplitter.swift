import ConverterCore
import TableModel

/// Splits the records that ``DelimitedRows`` has claimed into cells.
struct DelimitedSplitter: RowSplitter {
  /// What a batch has of its claim.
  struct Claim {
    /// The line that the batch begins with.
    let line: Int
    /// A quote that is text, since nothing closes it.
    var literal: Int?
  }

  let scanner: DelimitedScanner
  let oddities: RowOddities?
  /// Whether rows without a value are left out.
  let dropsEmptyRows: Bool

  func split(_ batch: RowBatch) throws(ConversionError) {
    guard let claim = batch.note as? Claim else { return }
    defer { oddities?.close() }
    let text = OddText(batch, line: claim.line)
    try oddities?.look(at: text, position: batch.mark?.position ?? 0)
    let overruns = scanner.split(batch, literal: claim.literal)
    if dropsEmptyRows { dropEmptyRows(batch, claim) }
    try oddities?.addOverruns(overruns, in: text)
    try oddities?.look(at: batch, in: text)
  }

  /// Takes the rows away whose cells are all empty.
  private func dropEmptyRows(_ batch: RowBatch, _ claim: Claim) {
    var firstEmpty: Int?
    var kept = RowIndex()
    var cell = 0
    for (row, end) in batch.rowEnds.enumerated() {
      let cells = cell..<end
      cell = end
      if batch.cells[cells].allSatisfy({ $0.count == 0 }) {
        if firstEmpty == nil { firstEmpty = batch.cells[cells.lowerBound].start }
        continue
      }
      kept.add(row: batch.number(ofRow: row), cells, of: batch)
    }
    guard let firstEmpty else { return }
    let dropped = batch.rowCount - kept.ends.count
    let bytes = batch.bytes
    let line = claim.line + DelimitedScanner.lineEnds(bytes.span[..<firstEmpty])
    oddities?.addEmptyRows(dropped, line: line)
    batch.cells.removeLast(batch.cells.count - kept.cells)
    batch.rowEnds = kept.ends
    batch.rowNumbers = kept.numbers
  }

  /// The rows of a batch that are kept, whose cells move to the front.
  private struct RowIndex {
    var cells = 0
    var ends: [Int] = []
    var numbers: [Int] = []

    mutating func add(row number: Int, _ range: Range<Int>, of batch: RowBatch) {
      if range.lowerBound != cells {
        for offset in 0..<range.count {
          batch.cells[cells + offset] = batch.cells[range.lowerBound + offset]
        }
      }
      cells += range.count
      ends.append(cells)
      numbers.append(number)
    }
  }
}
