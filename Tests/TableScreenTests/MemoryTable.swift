import ConverterCore
import Synchronization
import TableModel
import TableViewer
import TestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A table of rows in memory, some rows a batch.
final class MemoryTable: TableContent {
  let rows: [[String?]]
  let batchSize: Int
  let isSeekable: Bool
  let leavesRowsOut: Bool
  /// The row at which reading fails, from 0.
  let brokenRow: Int?
  /// Where each row begins, as if the file was made of their cells alone.
  private let offsets: [Int]
  /// Rows that can be read so far: reading waits at them.
  private let available: Atomic<Int>
  /// What is there still, when the file shrinks.
  private let end = Atomic<Int>(.max)

  init(
    _ rows: [[String?]], batchSize: Int = 10, isSeekable: Bool = true,
    leavesRowsOut: Bool = false, brokenRow: Int? = nil, available: Int = .max
  ) {
    self.rows = rows
    self.batchSize = batchSize
    self.isSeekable = isSeekable
    self.leavesRowsOut = leavesRowsOut
    self.brokenRow = brokenRow
    self.available = Atomic(available)
    var offsets = [0]
    for row in rows {
      offsets.append(offsets[offsets.count - 1] + row.reduce(0) { $0 + ($1?.utf8.count ?? 0) })
    }
    self.offsets = offsets
  }

  var byteCount: Int { offsets[rows.count] }

  func release() { available.store(.max, ordering: .relaxed) }

  func shrink(to count: Int) { end.store(count, ordering: .relaxed) }

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any RowSource {
    Source(self, from: (mark?.row ?? 1) - 1, context)
  }

  private final class Source: RowSource {
    private let table: MemoryTable
    private var next: Int
    private let context: ConversionContext
    let splitter: any RowSplitter

    init(_ table: MemoryTable, from row: Int, _ context: ConversionContext) {
      self.table = table
      next = row
      self.context = context
      splitter = Splitter(table: table)
    }

    func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
      batch.removeAll()
      let first = next
      let end = min(first + table.batchSize, table.rows.count, table.end.load(ordering: .relaxed))
      guard first < end else { return false }
      while end > table.available.load(ordering: .relaxed) {
        try context.checkpoint()
        pause()
      }
      next = end
      batch.firstRow = first + 1
      if table.isSeekable { batch.mark = RowMark(row: first + 1, position: table.offsets[first]) }
      batch.note = first..<end
      return true
    }

    private func pause() {
      var time = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&time, nil)
    }
  }

  private struct Splitter: RowSplitter {
    let table: MemoryTable

    func split(_ batch: RowBatch) throws(ConversionError) {
      guard let rows = batch.note as? Range<Int> else { return }
      // To split a batch twice is a mistake.
      batch.note = nil
      if let broken = table.brokenRow, rows.contains(broken) {
        throw ConversionError(.damagedInput, "row \(broken + 1) is broken")
      }
      // Every third row is left out.
      let kept = rows.filter { !table.leavesRowsOut || $0 % 3 != 2 }
      for row in kept {
        for cell in table.rows[row] {
          if let cell { batch.append(cell) } else { batch.append("", .null) }
        }
        batch.endRow()
      }
      if table.leavesRowsOut { batch.rowNumbers = kept.map { $0 + 1 } }
    }
  }
}

extension MemoryTable {
  /// Runs the viewer with a script, to its end.
  static func show(
    _ content: MemoryTable, columns: [String], on screen: ScriptedScreen,
    findings: [Finding] = [], limits: Limits = .standard
  ) throws {
    let table = Table(
      columns: columns.map { Column($0) }, content: content, findings: findings)
    try TableScreen.run(
      table, title: "a.csv", on: screen, usesColour: true,
      in: ConversionContext(registry: Registry(), limits: limits))
  }

  /// Towns, ages and notes: row 7 has another note.
  static func people(_ count: Int, batchSize: Int = 10, isSeekable: Bool = true) -> MemoryTable {
    let towns = ["Berlin", "Köln", "東京"]
    return MemoryTable(
      (0..<count).map { row in
        [
          "name \(row + 1)", towns[row % 3], "\(row * 37 % 101)",
          row % 50 == 6 ? "a needle here" : "hay",
        ]
      }, batchSize: batchSize, isSeekable: isSeekable)
  }
}
