import ConverterCore
import Foundation
import SQLitePlugin
import TableModel
import TestSupport

/// Rows in memory, as a reader of a format with types would give them.
struct MemoryRows: TableContent {
  let rows: [[(String, Cell.Kind)]]
  /// How often all of them come.
  var repeats = 1

  let byteCount = 0
  let isSeekable = false

  func rows(
    from mark: RowMark?, in context: ConversionContext
  ) throws(ConversionError) -> any RowSource { Source(rows: rows, repeats: repeats) }

  // Only `claim`, which one thread at a time calls, touches what changes.
  private final class Source: RowSource, @unchecked Sendable {
    let rows: [[(String, Cell.Kind)]]
    var rest: Int
    var next = 1

    init(rows: [[(String, Cell.Kind)]], repeats: Int) {
      self.rows = rows
      rest = repeats
    }

    func claim(_ batch: RowBatch) throws(ConversionError) -> Bool {
      batch.removeAll()
      guard rest > 0 else { return false }
      rest -= 1
      batch.firstRow = next
      for row in rows {
        for (text, kind) in row { batch.append(text, kind) }
        batch.endRow()
      }
      next += rows.count
      return true
    }

    func split(_ batch: RowBatch) throws(ConversionError) {}
  }
}

enum SQLiteTables {
  static func registry() throws -> Registry {
    var registry = Registry()
    try SQLitePlugin.register(in: &registry)
    return registry
  }

  static func context(table: String? = nil, limits: Limits = .standard) throws -> ConversionContext
  {
    var reading = ReadingOptions()
    reading.table = table
    return ConversionContext(registry: try registry(), limits: limits, reading: reading, threads: 2)
  }

  static func read(_ input: InputFile, in context: ConversionContext) throws -> Table {
    let reader = context.registry.reader(for: "org.sqlite.sqlite3", in: .standard)
    guard let reader = reader as? any Reader<Table> else { throw ConversionError(.noRoute, "") }
    return try reader.read(input, type: "org.sqlite.sqlite3", in: context)
  }

  /// All cells, each with what it is.
  static func cells(
    of table: Table, from mark: RowMark? = nil, in context: ConversionContext
  ) throws -> [[String]] {
    var all: [[String]] = []
    let rows = try table.content.rows(from: mark, in: context)
    let batch = RowBatch()
    while try rows.claim(batch) {
      try rows.split(batch)
      for row in 0..<batch.rowCount {
        all.append(
          batch.cells[batch.row(row)].map { cell in
            "\(cell.kind) \(String(decoding: batch.text(of: cell), as: UTF8.self))"
          })
      }
    }
    return all
  }

  static func write(
    _ table: Table, _ settings: [String: String] = [:], in context: ConversionContext
  ) throws -> [UInt8] {
    var options = ConversionOptions()
    options.settings = settings
    let output = try OutputFile(.memory)
    try SQLiteWriter().write(
      table, as: "org.sqlite.sqlite3", to: output, options: SQLiteWriterOptions(options),
      in: context)
    return output.bytes
  }

  /// What the program sqlite3 says; `nil` where it is not installed.
  static func shell(_ database: String, _ sql: String) throws -> String? {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3") else { return nil }
    let result = try Program.run("/usr/bin/sqlite3", ["-batch", database, sql])
    return result.text + result.error
  }
}
