import ConverterCore
import Synchronization
import TableModel

/// A table in memory.
struct MemoryTable: TableContent {
  var rows: [[(String, Cell.Kind)]]
  var batchSize = 3
  /// How many batches were claimed.
  let claims = Counter()

  final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
  }

  var byteCount: Int { rows.reduce(0) { $0 + $1.reduce(0) { $0 + $1.0.utf8.count } } }
  var isSeekable: Bool { true }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource {
    Source(self, from: mark?.position ?? 0)
  }

  private final class Source: RowSource {
    let table: MemoryTable
    var next: Int
    let splitter: any RowSplitter

    init(_ table: MemoryTable, from first: Int) {
      (self.table, next) = (table, first)
      splitter = Splitter(table: table)
    }

    func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
      batch.removeAll()
      guard next < table.rows.count else { return false }
      table.claims.add()
      batch.firstRow = next + 1
      batch.mark = RowMark(row: next + 1, position: next)
      batch.note = next..<min(table.rows.count, next + table.batchSize)
      next += table.batchSize
      return true
    }
  }

  private struct Splitter: RowSplitter {
    let table: MemoryTable

    func split(_ batch: RowBatch) throws(ConversionError) {
      guard let range = batch.note as? Range<Int> else { return }
      for row in table.rows[range] {
        for (text, kind) in row { batch.append(text, kind) }
        batch.endRow()
      }
    }
  }
}

/// Cells of any bytes, in one batch.
struct BytesTable: TableContent {
  let rows: [[[UInt8]]]

  var byteCount: Int { rows.joined().joined().count }
  var isSeekable: Bool { false }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource { Source(rows) }

  private final class Source: RowSource {
    let splitter: any RowSplitter = WholeRows()
    private var rows: [[[UInt8]]]?

    init(_ rows: [[[UInt8]]]) { self.rows = rows }

    func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
      batch.removeAll()
      guard let rows else { return false }
      self.rows = nil
      batch.firstRow = 1
      for row in rows {
        for cell in row { batch.append(cell) }
        batch.endRow()
      }
      return true
    }
  }
}

extension Table {
  /// A table of texts.
  static func test(
    _ columns: [String], _ rows: [[String]], rowCount: Int? = nil, findings: [Finding] = [],
    batchSize: Int = 3
  ) -> Table {
    Table(
      columns: columns.map { Column($0) },
      content: MemoryTable(rows: rows.map { $0.map { ($0, .text) } }, batchSize: batchSize),
      rowCount: rowCount, findings: findings)
  }

  /// All rows as text, and their numbers.
  func all(
    threads: Int = 1
  ) throws -> (rows: [[String]], numbers: [Int]) {
    var rows: [[String]] = []
    var numbers: [Int] = []
    try forEachBatch(in: .test(threads: threads)) { batch in
      for row in 0..<batch.rowCount {
        rows.append(
          batch.row(row).map { index in
            batch.cells[index].kind.isNothing
              ? "∅" : String(decoding: batch.text(of: batch.cells[index]))
          })
        numbers.append(batch.number(ofRow: row))
      }
      return true
    }
    return (rows, numbers)
  }
}

extension ConversionContext {
  static func test(threads: Int = 2, limits: Limits = .standard) -> ConversionContext {
    ConversionContext(registry: Registry(), limits: limits, threads: threads)
  }
}

/// A page that keeps what is written on it.
final class MemoryPage: Page {
  let isJSON: Bool
  let width: Int?
  let usesColour: Bool
  private(set) var groups = OptionGroups()
  private(set) var bytes: [UInt8] = []
  private(set) var writes = 0
  /// How many writes are read by anybody.
  private let patience: Int

  init(
    isJSON: Bool = false, width: Int? = nil, usesColour: Bool = false,
    selection: TableSelection = TableSelection(), patience: Int = .max
  ) {
    (self.isJSON, self.width, self.usesColour) = (isJSON, width, usesColour)
    self.patience = patience
    groups[TableSelection.self] = selection
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
  var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  func write(_ lines: [UInt8]) -> Bool {
    bytes += lines
    writes += 1
    return writes < patience
  }
}
