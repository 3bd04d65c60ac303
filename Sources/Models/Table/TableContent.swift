public import ConverterCore

/// The rows of a table, as often as they are asked for.
public protocol TableContent: Sendable {
  /// Bytes of the file that the rows stand in.
  var byteCount: Int { get }

  /// Whether rows stand in those bytes in another form than their text has, so that the size says little of
  /// how many there are.
  var isPacked: Bool { get }

  /// Whether reading can begin at a mark.
  var isSeekable: Bool { get }

  /// Whether rows are left out between those that it gives. Otherwise they follow each other by number, and
  /// from one ``RowMark`` to the next there are as many as the numbers say.
  var leavesRowsOut: Bool { get }

  /// How many rows there are, counted as fast as the format allows.
  func countRows(in context: ConversionContext) throws(ConversionError) -> Int

  /// What a row stands for, as it is read by whoever opens it: a message of a mailbox.
  ///
  /// - Parameters:
  ///   - number: of the row, as the file has it.
  ///   - mark: of rows before it, or its own.
  ///   - context: of the look at it.
  /// - Returns: `nil` where a row is no more than its cells, as is the default.
  func opened(
    row number: Int, from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> OpenedRow?

  /// Begins to read at the first row, or at a mark that an earlier batch had.
  ///
  /// - Parameters:
  ///   - mark: that of the first row wanted; `nil` for all rows.
  ///   - context: takes warnings about rows that are odd; where it is strict they are errors.
  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource
}

extension TableContent {
  public var isPacked: Bool { false }

  public var leavesRowsOut: Bool { false }

  public func opened(
    row number: Int, from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> OpenedRow? { nil }

  public func countRows(in context: ConversionContext) throws(ConversionError) -> Int {
    let rows = try rows(in: context)
    let batch = RowBatch()
    var count = 0
    while try rows.claim(batch) {
      try context.checkpoint()
      try rows.split(batch)
      count += batch.rowCount
    }
    return count
  }

  public func rows(in context: ConversionContext) throws(ConversionError) -> sending any RowSource {
    try rows(from: nil, in: context)
  }
}

/// What a row stands for, in lines.
public struct OpenedRow: Sendable {
  public let title: String
  /// A label, which most lines have none of, and a text of any length.
  public let lines: [(label: String, text: String)]

  public init(title: String, lines: [(label: String, text: String)]) {
    self.title = title
    self.lines = lines
  }
}

/// Rows that come one batch after the other.
///
/// To take rows off a file is quick and has an order; to split them into cells is not, and has none. So the
/// two are apart: a source belongs to one thread at a time, its ``splitter`` to all. A consumer that needs speed
/// splits on all cores (``Table/write(in:separator:overhead:_:to:)``).
public protocol RowSource: AnyObject {
  /// Takes the next rows, as they stand in the file.
  ///
  /// - Returns: `false` where there are no more; the batch is then empty. A batch may be without rows
  ///   (all filtered out) and not the last.
  func claim(_ batch: RowBatch) throws(ConversionError) -> Bool

  /// What splits the batches that it fills: the same for all of them; ``WholeRows`` where nothing is left to split.
  var splitter: any RowSplitter { get }
}

extension RowSource {
  /// Splits what was claimed into cells, for whoever takes one batch after the other.
  public func split(_ batch: RowBatch) throws(ConversionError) { try splitter.split(batch) }
}

/// Splits the batches of a source.
public protocol RowSplitter: Sendable {
  /// Splits what was claimed into cells. Any thread may call it, for several batches at once.
  func split(_ batch: RowBatch) throws(ConversionError)
}

/// Rows that are cells already when they are claimed.
public struct WholeRows: RowSplitter {
  public init() {}
  public func split(_ batch: RowBatch) {}
}

/// A place in a table from which it can be read again.
public struct RowMark: Sendable, Hashable {
  /// The number of the first row behind it, from 1.
  public let row: Int
  /// Where that is, as the content knows it: a byte offset.
  public let position: Int

  public init(row: Int, position: Int) {
    self.row = row
    self.position = position
  }
}
