internal import ConverterCore

/// Rows in memory, with the keys that they are sorted by.
final class RowStore: @unchecked Sendable {
  // Filled by one thread, and only read from then on by whoever has it.

  /// Some rows that came together.
  final class Chunk {
    fileprivate let bytes: ByteBuffer
    fileprivate var cells: [Cell] = []
    fileprivate var rowEnds: [Int32] = []
    fileprivate var numbers: [Int] = []
    /// The bytes that the cells of each row stand for.
    fileprivate var sizes: [UInt32] = []
    /// As many for each row as the order has terms.
    fileprivate var keys: [SortKey] = []
    /// The cells that the keys are of.
    fileprivate var keyCells: [Cell] = []

    /// - Parameters:
    ///   - columns: places of the cells to be kept; `nil` for all.
    /// - Throws: `limitExceeded`.
    init(
      _ batch: RowBatch, columns: [Int]?, order: SortOrder, within limits: Limits
    ) throws(ConversionError) {
      var byteCount = 0
      for cell in batch.cells { byteCount += cell.count }
      try limits.check(.memory, byteCount, for: "sorting, which holds all rows in memory,")
      bytes = ByteBuffer(capacity: byteCount)
      rowEnds.reserveCapacity(batch.rowCount)
      keys.reserveCapacity(batch.rowCount * order.terms.count)
      keyCells.reserveCapacity(batch.rowCount * order.terms.count)
      for row in 0..<batch.rowCount {
        let range = batch.row(row)
        let start = cells.count
        if columns == nil {
          for index in range {
            cells.append(add(batch.text(of: batch.cells[index]), batch.cells[index].kind))
          }
        }
        for term in order.terms {
          let index = range.lowerBound + term.column
          let cell = index < range.upperBound ? batch.cells[index] : Cell(start: 0, count: 0)
          keys.append(SortKey(batch.text(of: cell)))
          // No text is kept twice.
          let isKept = columns == nil && index < range.upperBound
          keyCells.append(
            isKept ? cells[start + term.column] : add(batch.text(of: cell), cell.kind))
        }
        if let columns { append(columns, of: range, row, batch, order) }
        try limits.checkCell(0, behind: bytes.count)
        sizes.append(UInt32(clamping: cells[start...].reduce(0) { $0 + $1.count }))
        rowEnds.append(Int32(truncatingIfNeeded: cells.count))
        numbers.append(batch.number(ofRow: row))
      }
    }

    /// Adds the cells of a row that are wanted; one that it lacks is none, and left out at its end.
    private func append(
      _ columns: [Int], of range: Range<Int>, _ row: Int, _ batch: RowBatch, _ order: SortOrder
    ) {
      var end = cells.count
      for column in columns {
        let index = range.lowerBound + column
        guard index < range.upperBound else {
          cells.append(Cell(start: 0, count: 0, .missing))
          continue
        }
        if let term = order.terms.firstIndex(where: { $0.column == column }) {
          cells.append(keyCells[row * order.terms.count + term])
        } else {
          cells.append(add(batch.text(of: batch.cells[index]), batch.cells[index].kind))
        }
        end = cells.count
      }
      cells.removeLast(cells.count - end)
    }

    private func add(_ text: UnsafeRawBufferPointer, _ kind: Cell.Kind) -> Cell {
      let cell = Cell(start: bytes.count, count: text.count, kind)
      bytes.append(text)
      return cell
    }

    fileprivate func text(of cell: Cell) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: bytes.start + cell.start, count: cell.count)
    }

    /// About how many bytes of memory it takes, with what sorting needs.
    var byteCount: Int {
      bytes.capacity + (cells.count + keyCells.count) * 8 + rowEnds.count * (4 + 4 + 8 + 48)
        + keys.count * 16
    }
  }

  /// Where a row is, with the key that decides first: most comparisons need to look no further.
  private struct Place {
    let key: SortKey
    let chunk: Int32
    let row: Int32
  }

  private let order: SortOrder
  private var chunks: [Chunk] = []
  private var places: [Place] = []
  private var byteCount = 0

  init(_ order: SortOrder) {
    self.order = order
  }

  var rowCount: Int { places.count }

  /// - Throws: `limitExceeded`.
  func add(_ chunk: Chunk, within limits: Limits) throws(ConversionError) {
    guard !chunk.rowEnds.isEmpty else { return }
    byteCount += chunk.byteCount
    try limits.check(.memory, byteCount, for: "sorting, which holds all rows in memory,")
    let index = Int32(truncatingIfNeeded: chunks.count)
    chunks.append(chunk)
    for row in chunk.rowEnds.indices {
      places.append(
        Place(
          key: chunk.keys[row * order.terms.count], chunk: index,
          row: Int32(truncatingIfNeeded: row)))
    }
  }

  /// Brings the rows into their order; those that are alike stay in the order that they came in.
  func sort() {
    let terms = order.terms
    let isDescending = terms[0].isDescending
    places.sort { left, right in
      if left.key.rank == right.key.rank, left.key.value != right.key.value {
        return (left.key.value < right.key.value) != isDescending
      }
      let (first, second) = (chunks[Int(left.chunk)], chunks[Int(right.chunk)])
      for term in terms.indices {
        let mine = Int(left.row) * terms.count + term
        let theirs = Int(right.row) * terms.count + term
        let key = first.keys[mine]
        let order = key.compare(
          to: second.keys[theirs], isDescending: terms[term].isDescending
        ) {
          let text = first.text(of: first.keyCells[mine])
          let other = second.text(of: second.keyCells[theirs])
          if key.rank == .number, let number = Numeral(text), let rival = Numeral(other) {
            return number.compare(to: rival)
          }
          return RowFilter.compareText(text, other)
        }
        if order != 0 { return order < 0 }
      }
      return (left.chunk, left.row) < (right.chunk, right.row)
    }
  }

  /// The rows from one on that a batch is made of: some, by their number and by their bytes.
  func range(from first: Int) -> Range<Int> {
    var (end, byteCount) = (first, 0)
    while end < rowCount, end - first < 2048, byteCount < 1 << 18 {
      byteCount += Int(chunks[Int(places[end].chunk)].sizes[Int(places[end].row)])
      end += 1
    }
    return first..<end
  }

  /// Adds rows, by their places in the order, to an empty batch.
  ///
  /// - Throws: `limitExceeded`.
  func copy(
    _ range: Range<Int>, to batch: RowBatch, within limits: Limits
  ) throws(ConversionError) {
    var numbers: [Int] = []
    numbers.reserveCapacity(range.count)
    for index in range {
      let chunk = chunks[Int(places[index].chunk)]
      let row = Int(places[index].row)
      let start = row == 0 ? 0 : Int(chunk.rowEnds[row - 1])
      try limits.checkCell(0, behind: batch.bytes.count + Int(chunk.sizes[row]))
      for cell in chunk.cells[start..<Int(chunk.rowEnds[row])] {
        batch.append(chunk.text(of: cell), cell.kind)
      }
      batch.endRow()
      numbers.append(chunk.numbers[row])
    }
    batch.rowNumbers = numbers
  }
}
