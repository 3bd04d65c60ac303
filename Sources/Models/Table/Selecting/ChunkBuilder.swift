internal import ConverterCore

/// Rows on their way into a chunk of a store.
struct ChunkBuilder {
  let bytes: ByteBuffer
  private(set) var cells: [Cell] = []
  private(set) var rowEnds: [Int32] = []
  private(set) var numbers: [Int] = []
  private(set) var sizes: [UInt32] = []
  private(set) var keys: [SortKey] = []
  private(set) var keyCells: [Cell] = []

  /// - Parameters:
  ///   - columns: places of the cells to be kept; `nil` for all.
  ///   - bar: a row whose first key comes behind it is not among those wanted.
  /// - Throws: `limitExceeded`.
  init(
    _ batch: RowBatch, columns: [Int]?, order: SortOrder, upTo bar: SortKey? = nil,
    within limits: Limits
  ) throws(ConversionError) {
    let rows = Self.rows(of: batch, order.terms[0], upTo: bar)
    var byteCount = 0
    for row in rows {
      for cell in batch.cells[batch.row(row)] { byteCount += cell.count }
    }
    try limits.check(.memory, byteCount, for: RowStore.purpose)
    bytes = ByteBuffer(capacity: byteCount)
    rowEnds.reserveCapacity(rows.count)
    keys.reserveCapacity(rows.count * order.terms.count)
    keyCells.reserveCapacity(rows.count * order.terms.count)
    for row in rows {
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
      if let columns { append(columns, of: range, rowEnds.count, batch, order) }
      try limits.checkCell(0, behind: bytes.count)
      sizes.append(UInt32(clamping: cells[start...].reduce(0) { $0 + $1.count }))
      rowEnds.append(Int32(truncatingIfNeeded: cells.count))
      numbers.append(batch.number(ofRow: row))
    }
  }

  /// The rows that may be among those wanted.
  private static func rows(
    of batch: RowBatch, _ term: SortOrder.Term, upTo bar: SortKey?
  ) -> [Int] {
    guard let bar else { return Array(0..<batch.rowCount) }
    return (0..<batch.rowCount).filter { row in
      let index = batch.row(row).lowerBound + term.column
      let cell =
        index < batch.row(row).upperBound ? batch.cells[index] : Cell(start: 0, count: 0)
      let key = SortKey(batch.text(of: cell))
      return key.compare(to: bar, isDescending: term.isDescending) { 0 } <= 0
    }
  }

  /// Some rows of others, in an order of their own.
  init(_ places: ArraySlice<RowStore.Place>, of chunks: [RowStore.Chunk], terms: Int) {
    bytes = ByteBuffer(
      capacity: places.reduce(0) { $0 + Int(chunks[Int($1.chunk)].sizes[Int($1.row)]) })
    for place in places {
      let chunk = chunks[Int(place.chunk)]
      let row = Int(place.row)
      let start = row == 0 ? 0 : Int(chunk.rowEnds[row - 1])
      let (old, first) = (chunk.cells[start..<Int(chunk.rowEnds[row])], cells.count)
      for cell in old { cells.append(add(chunk.text(of: cell), cell.kind)) }
      for index in row * terms..<(row + 1) * terms {
        keys.append(chunk.keys[index])
        let cell = chunk.keyCells[index]
        let same = old.firstIndex { $0.start == cell.start && $0.count == cell.count }
        keyCells.append(
          same.map { cells[first + $0 - start] } ?? add(chunk.text(of: cell), cell.kind))
      }
      rowEnds.append(Int32(truncatingIfNeeded: cells.count))
      sizes.append(chunk.sizes[row])
      numbers.append(chunk.numbers[row])
    }
  }

  /// Adds the cells of a row that are wanted; one that it lacks is none, and left out at its end.
  private mutating func append(
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

  private func add(_ text: Span<UInt8>, _ kind: Cell.Kind) -> Cell {
    let cell = Cell(start: bytes.count, count: text.count, kind)
    bytes.append(text)
    return cell
  }
}
