import ConverterCore
import Synchronization
import TableModel

/// Rows in memory, a few a batch.
struct MemoryRows: TableContent {
  let rows: [[String?]]
  var batchSize = 2
  let byteCount = 0
  let isSeekable = false

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> any RowSource {
    Source(rows, batchSize)
  }

  private final class Source: RowSource {
    private let next = Mutex(0)
    private let rows: [[String?]]
    private let size: Int

    init(_ rows: [[String?]], _ size: Int) {
      self.rows = rows
      self.size = size
    }

    func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
      batch.removeAll()
      let start = next.withLock { next in
        defer { next += size }
        return next
      }
      batch.firstRow = start + 1
      return start < rows.count
    }

    func split(_ batch: RowBatch) throws(ConversionError) {
      let start = batch.firstRow - 1
      for row in rows[start..<min(rows.count, start + size)] {
        for cell in row {
          if let cell { batch.append(cell) } else { batch.append("", .null) }
        }
        batch.endRow()
      }
    }
  }
}

extension Table {
  init(_ columns: [String], _ rows: [[String?]], hasHeader: Bool = true, title: String? = nil) {
    self.init(
      title: title, columns: columns.map { Column($0) }, hasHeader: hasHeader,
      content: MemoryRows(rows: rows))
  }

  /// All cells, as text.
  func texts(in context: ConversionContext) throws -> [[String]] {
    var rows: [[String]] = []
    try forEachBatch(in: context) { batch in
      for row in 0..<batch.rowCount {
        rows.append(
          batch.cells[batch.row(row)].map { String(decoding: batch.text(of: $0), as: UTF8.self) })
      }
      return true
    }
    return rows
  }
}

extension ConversionContext {
  static func test(
    threads: Int = 1, reading: ReadingOptions = ReadingOptions()
  ) -> ConversionContext {
    ConversionContext(registry: Registry(), reading: reading, threads: threads)
  }
}

/// The text that a writer makes.
func written<W: Writer<Table>>(
  _ table: Table, by writer: W, as type: ContentType.ID, set settings: [String: String] = [:],
  in context: ConversionContext = .test()
) throws -> String {
  var options = ConversionOptions()
  options.settings = settings
  let output = try OutputFile(.memory)
  try writer.write(table, as: type, to: output, options: try W.Options(options), in: context)
  return String(decoding: output.bytes, as: UTF8.self)
}
