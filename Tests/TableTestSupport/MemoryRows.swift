public import ConverterCore
public import TableModel

/// Rows in memory, as a reader of a format with types would give them.
public struct MemoryRows: TableContent {
  private let rows: [[(String, Cell.Kind)]]
  private let batchSize: Int
  private let repeats: Int

  public let byteCount = 0
  public let isSeekable = false

  /// - Parameters:
  ///   - batchSize: rows a batch; all of them at most.
  ///   - repeats: how often all of them come.
  public init(rows: [[(String, Cell.Kind)]], batchSize: Int = .max, repeats: Int = 1) {
    self.rows = rows
    self.batchSize = min(batchSize, max(1, rows.count))
    self.repeats = repeats
  }

  public func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource { Source(self) }

  private final class Source: RowSource {
    private var next = 0
    private let content: MemoryRows
    let splitter: any RowSplitter

    init(_ content: MemoryRows) {
      self.content = content
      splitter = Splitter(content: content)
    }

    func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
      batch.removeAll()
      let count = content.rows.count * content.repeats
      let range = next..<min(count, next + content.batchSize)
      next = range.upperBound
      batch.firstRow = range.lowerBound + 1
      batch.note = range
      return !range.isEmpty
    }
  }

  private struct Splitter: RowSplitter {
    let content: MemoryRows

    func split(_ batch: RowBatch) throws(ConversionError) {
      guard let range = batch.note as? Range<Int> else { return }
      for row in range {
        for (text, kind) in content.rows[row % content.rows.count] { batch.append(text, kind) }
        batch.endRow()
      }
    }
  }
}

/// One batch, filled by the test.
public struct FilledBatch: TableContent {
  private let fill: @Sendable (RowBatch) -> Void

  public let byteCount = 0
  public let isSeekable = false

  public init(_ fill: @escaping @Sendable (RowBatch) -> Void) { self.fill = fill }

  public func rows(from mark: RowMark?, in context: ConversionContext) -> sending any RowSource {
    Source(Splitter(fill: fill))
  }

  private final class Source: RowSource {
    let splitter: any RowSplitter
    private var isDone = false

    init(_ splitter: Splitter) { self.splitter = splitter }

    func claim(_ batch: RowBatch) -> Bool {
      batch.removeAll()
      batch.firstRow = 1
      defer { isDone = true }
      return !isDone
    }
  }

  private struct Splitter: RowSplitter {
    let fill: @Sendable (RowBatch) -> Void

    func split(_ batch: RowBatch) { fill(batch) }
  }
}
