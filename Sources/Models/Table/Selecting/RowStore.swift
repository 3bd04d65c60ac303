internal import ConverterCore
internal import Synchronization

/// Rows in memory, with the keys that they are sorted by: all of them, or no more than can be among the first.
struct RowStore: Sendable {
  /// Some rows that came together.
  final class Chunk: Sendable {
    let bytes: FixedBytes
    let cells: [Cell]
    let rowEnds: [Int32]
    let numbers: [Int]
    /// The bytes that the cells of each row stand for.
    let sizes: [UInt32]
    /// As many for each row as the order has terms.
    let keys: [SortKey]
    /// The cells that the keys are of.
    let keyCells: [Cell]

    fileprivate init(_ rows: sending ChunkBuilder) {
      (cells, rowEnds, numbers) = (rows.cells, rows.rowEnds, rows.numbers)
      (sizes, keys, keyCells) = (rows.sizes, rows.keys, rows.keyCells)
      bytes = FixedBytes(rows.bytes)
    }

    /// - Parameters:
    ///   - columns: places of the cells to be kept; `nil` for all.
    ///   - bar: a row whose first key comes behind it is not among those wanted.
    /// - Throws: `limitExceeded`.
    convenience init(
      _ batch: RowBatch, columns: [Int]?, order: SortOrder, upTo bar: SortKey? = nil,
      within limits: Limits
    ) throws(ConversionError) {
      // It is made here, and copies what it takes of the batch: nothing of it is anybody else's.
      nonisolated(unsafe) let rows = try ChunkBuilder(
        batch, columns: columns, order: order, upTo: bar, within: limits)
      unsafe self.init(rows)
    }

    /// Some rows of others, in an order of their own.
    fileprivate convenience init(_ places: ArraySlice<Place>, of chunks: [Chunk], terms: Int) {
      self.init(ChunkBuilder(places, of: chunks, terms: terms))
    }

    @_lifetime(borrow self)
    func text(of cell: Cell) -> Span<UInt8> {
      let all = bytes
      let text = all.span[cell.start..<cell.start + cell.count]
      // They live as long as the chunk.
      return unsafe _overrideLifetime(text, borrowing: self)
    }

    /// About how many bytes of memory it takes, with what sorting needs.
    var byteCount: Int {
      bytes.capacity + (cells.count + keyCells.count) * 8 + rowEnds.count * (4 + 4 + 8 + 48)
        + keys.count * 16
    }
  }

  /// Where a row is, with the key that decides first: most comparisons need to look no further.
  struct Place: Sendable {
    let key: SortKey
    let chunk: Int32
    let row: Int32
  }

  /// The first key of a row behind which none is wanted; any thread may ask.
  final class Bar: Sendable {
    private let key = Mutex<SortKey?>(nil)

    var value: SortKey? {
      get { key.withLock { $0 } }
      set { key.withLock { $0 = newValue } }
    }
  }

  private let order: SortOrder
  private var chunks: [Chunk] = []
  private var places: [Place] = []
  private var byteCount = 0

  /// How many rows are wanted, the first ones; `nil` for all.
  private let wanted: Int?
  let bar = Bar()

  static let purpose = "sorting, which holds all rows in memory,"
  /// Rows beyond those wanted that are gathered before they are looked through.
  private static let slack = 4096

  init(_ order: SortOrder, keeping wanted: Int? = nil) {
    (self.order, self.wanted) = (order, wanted)
  }

  var rowCount: Int { places.count }

  /// - Throws: `limitExceeded`.
  mutating func add(_ chunk: Chunk, within limits: Limits) throws(ConversionError) {
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
  mutating func finish() {
    sort()
    if let wanted, places.count > wanted { places.removeLast(places.count - wanted) }
  }

  /// Leaves nothing but the first rows, in their order: those to come are behind them where they are alike.
  private mutating func keep(_ count: Int) {
    sort()
    let rest = Chunk(places.prefix(count), of: chunks, terms: order.terms.count)
    bar.value = count > 0 ? places[count - 1].key : nil
    (chunks, places, byteCount) = ([rest], [], rest.byteCount)
    for row in rest.rowEnds.indices {
      places.append(
        Place(
          key: rest.keys[row * order.terms.count], chunk: 0, row: Int32(truncatingIfNeeded: row)))
    }
  }

  /// Those that are alike stay in the order that they came in.
  private mutating func sort() {
    let (chunks, terms) = (chunks, order.terms)
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
