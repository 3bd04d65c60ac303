internal import ConverterCore
internal import Synchronization

/// Rows in memory, with the keys that they are sorted by: all of them, or no more than can be among the first.
final class RowStore: @unchecked Sendable {
  // Filled by one thread, and only read from then on by whoever has it; `bar` has a lock.

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
    fileprivate init(_ places: ArraySlice<Place>, of chunks: [Chunk], terms: Int) {
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

    private func add(_ text: Span<UInt8>, _ kind: Cell.Kind) -> Cell {
      let cell = Cell(start: bytes.count, count: text.count, kind)
      bytes.append(text)
      return cell
    }

    @_lifetime(borrow self)
    fileprivate func text(of cell: Cell) -> Span<UInt8> {
      let buffer = bytes
      let text = buffer.span[cell.start..<cell.start + cell.count]
      // The buffer lives as long as the chunk, and does not change once that is filled.
      return _overrideLifetime(text, borrowing: self)
    }

    /// About how many bytes of memory it takes, with what sorting needs.
    var byteCount: Int {
      bytes.capacity + (cells.count + keyCells.count) * 8 + rowEnds.count * (4 + 4 + 8 + 48)
        + keys.count * 16
    }
  }

  /// Where a row is, with the key that decides first: most comparisons need to look no further.
  fileprivate struct Place {
    let key: SortKey
    let chunk: Int32
    let row: Int32
  }

  private let order: SortOrder
  private var chunks: [Chunk] = []
  private var places: [Place] = []
  private var byteCount = 0

  /// How many rows are wanted, the first ones; `nil` for all.
  private let wanted: Int?
  private let lastWanted = Mutex<SortKey?>(nil)

  private static let purpose = "sorting, which holds all rows in memory,"
  /// Rows beyond those wanted that are gathered before they are looked through.
  private static let slack = 4096

  init(_ order: SortOrder, keeping wanted: Int? = nil) {
    (self.order, self.wanted) = (order, wanted)
  }

  var rowCount: Int { places.count }

  /// The first key of a row behind which none is wanted; any thread may ask.
  var bar: SortKey? { lastWanted.withLock { $0 } }

  /// - Throws: `limitExceeded`.
  func add(_ chunk: Chunk, within limits: Limits) throws(ConversionError) {
    guard !chunk.rowEnds.isEmpty else { return }
    byteCount += chunk.byteCount
    try limits.check(.memory, byteCount, for: Self.purpose)
    let index = Int32(truncatingIfNeeded: chunks.count)
    chunks.append(chunk)
    for row in chunk.rowEnds.indices {
      places.append(
        Place(
          key: chunk.keys[row * order.terms.count], chunk: index,
          row: Int32(truncatingIfNeeded: row)))
    }
    if let wanted, places.count - wanted > max(wanted, Self.slack) { keep(wanted) }
  }

  /// Brings the rows into their order, and leaves out what is not wanted.
  func finish() {
    sort()
    if let wanted, places.count > wanted { places.removeLast(places.count - wanted) }
  }

  /// Leaves nothing but the first rows, in their order: those to come are behind them where they are alike.
  private func keep(_ count: Int) {
    sort()
    let rest = Chunk(places.prefix(count), of: chunks, terms: order.terms.count)
    lastWanted.withLock { $0 = count > 0 ? places[count - 1].key : nil }
    (chunks, places, byteCount) = ([rest], [], rest.byteCount)
    for row in rest.rowEnds.indices {
      places.append(
        Place(
          key: rest.keys[row * order.terms.count], chunk: 0, row: Int32(truncatingIfNeeded: row)))
    }
  }

  /// Those that are alike stay in the order that they came in.
  private func sort() {
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
          return text.order(to: other)
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
