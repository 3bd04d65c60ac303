import ConverterCore
import SQLiteDatabases
import TableModel

/// How the rows of a table are asked for.
struct TableQuery: Sendable {
  let columns: [Column]
  private let name: [UInt8]
  /// What the number of a row is called; `nil` where rows have none, or all of its names are taken.
  private let rowID: String?

  init(_ item: Schema.Item, _ connection: ConnectionHandle) throws(ConversionError) {
    name = Identifier.quoted(item.name)
    let probe = try connection.prepare(Array("SELECT * FROM ".utf8) + name + Array(" LIMIT 0".utf8))
    columns = (0..<probe.columnCount).map { Column(probe.name(of: $0)) }
    let taken = Set(columns.map { Identifier.folded($0.name) })
    let free = ["rowid", "_rowid_", "oid"].first { !taken.contains(Array($0.utf8)) }
    guard item.kind == .table, let free else {
      rowID = nil
      return
    }
    let test = "SELECT \(free) FROM "
    let hasRowID = (try? connection.prepare(Array(test.utf8) + name)) != nil
    rowID = hasRowID ? free : nil
  }

  var isSeekable: Bool { rowID != nil }

  /// The number of each row, or nothing, and all columns, from row number `first` on.
  func rows(from first: Int64, on connection: ConnectionHandle) throws(ConversionError)
    -> StatementHandle
  {
    guard let rowID else {
      return try connection.prepare(Array("SELECT NULL, * FROM ".utf8) + name)
    }
    // Without these words an index might decide on the order.
    let rest = " NOT INDEXED WHERE \(rowID) >= ?1 ORDER BY \(rowID)"
    let rows = try connection.prepare(
      Array("SELECT \(rowID), * FROM ".utf8) + name + Array(rest.utf8))
    try rows.bind(first, to: 1)
    return rows
  }

  func count(on connection: ConnectionHandle) throws(ConversionError) -> Int {
    let count = try connection.prepare(Array("SELECT count(*) FROM ".utf8) + name)
    return try count.step() ? Int(count.integer(0)) : 0
  }
}
