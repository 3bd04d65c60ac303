import ConverterCore
import Foundation
import SQLitePlugin
import TableModel
import TableTestSupport
import TestSupport

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
    try context.table(in: input, as: "org.sqlite.sqlite3")
  }

  static func write(
    _ table: Table, _ settings: [String: String] = [:], in context: ConversionContext
  ) throws -> [UInt8] {
    try table.written(by: SQLiteWriter(), as: "org.sqlite.sqlite3", set: settings, in: context)
  }

  /// What the program sqlite3 says; `nil` where it is not installed.
  static func shell(_ database: String, _ sql: String) throws -> String? {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3") else { return nil }
    let result = try Program.run("/usr/bin/sqlite3", ["-batch", database, sql])
    return result.text + result.error
  }
}
