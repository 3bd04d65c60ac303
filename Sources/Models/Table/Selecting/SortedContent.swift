internal import ConverterCore
internal import Synchronization

/// The rows of another content in an order of their own, for which they all are held in memory once, or as
/// many of them as may be among the first.
final class SortedContent: TableContent {
  private let base: any TableContent
  private let order: SortOrder
  private let columns: [Int]?
  /// How many rows are held at least, where not all are wanted.
  private let wanted: Int?
  private let sorted = Mutex<RowStore?>(nil)

  /// - Parameters:
  ///   - columns: places of the cells in the rows of `base`, in the order wanted; `nil` for rows as they are.
  ///   - limit: how many rows are taken of it; one more is there, for whoever asks whether there are others.
  init(_ base: any TableContent, by order: SortOrder, columns: [Int]?, limit: Int? = nil) {
    (self.base, self.order, self.columns) = (base, order, columns)
    wanted = limit.flatMap { $0 < .max ? max(0, $0) + 1 : nil }
  }

  var byteCount: Int { base.byteCount }
  var isSeekable: Bool { true }

  func opened(
    row number: Int, from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> OpenedRow? {
    try base.opened(row: number, from: nil, in: context)
  }

  func countRows(in context: ConversionContext) throws(ConversionError) -> Int {
    min(try base.countRows(in: context), wanted ?? .max)
  }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource {
    SortedRows(
      try store(in: context), from: mark?.position ?? 0, within: context.limits)
  }

  private func store(in context: ConversionContext) throws(ConversionError) -> RowStore {
    if let store = sorted.withLock({ $0 }) { return store }
    final class Piece {
      let batch = RowBatch()
      var chunk: RowStore.Chunk?
    }
    var store = RowStore(order, keeping: wanted)
    let bar = store.bar
    let source = try base.rows(in: context)
    let splitter = source.splitter
    let (columns, order) = (columns, order)
    try context.inOrder(from: source) {
      Piece()
    } claim: { source, piece throws(ConversionError) in
      try source.claim(piece.batch)
    } work: { piece throws(ConversionError) in
      try splitter.split(piece.batch)
      piece.chunk = try RowStore.Chunk(
        piece.batch, columns: columns, order: order, upTo: bar.value, within: context.limits)
    } finish: { piece throws(ConversionError) in
      if let chunk = piece.chunk { try store.add(chunk, within: context.limits) }
      piece.chunk = nil
      return true
    }
    store.finish()
    let complete = store
    sorted.withLock { $0 = complete }
    return complete
  }
}

private final class SortedRows: RowSource {
  private let store: RowStore
  private var next: Int
  let splitter: any RowSplitter

  init(_ store: RowStore, from first: Int, within limits: Limits) {
    (self.store, next) = (store, max(0, first))
    splitter = SortedRowSplitter(store: store, limits: limits)
  }

  func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    guard next < store.rowCount else { return false }
    let range = store.range(from: next)
    batch.note = range
    batch.firstRow = next + 1
    batch.mark = RowMark(row: next + 1, position: next)
    next = range.upperBound
    return true
  }
}

/// Copies rows to the batch that has claimed them.
private struct SortedRowSplitter: RowSplitter {
  let store: RowStore
  let limits: Limits

  func split(_ batch: RowBatch) throws(ConversionError) {
    guard let range = batch.note as? Range<Int> else { return }
    try store.copy(range, to: batch, within: limits)
  }
}
