import ConverterCore
import SQLiteDatabases

/// What a database holds.
struct Schema {
  /// A table or view.
  struct Item {
    enum Kind {
      case table
      /// Its rows are the result of a query in the database.
      case view
      /// Its rows come out of a module of SQLite's, such as full-text search.
      case virtual
      /// SQLite's own, or what a virtual table keeps its data in.
      case inner
    }

    let name: [UInt8]
    let kind: Kind

    var shown: String { String(decoding: name, as: UTF8.self).printable }
  }

  private(set) var items: [Item] = []
  private(set) var hasIndexes = false
  private(set) var hasTriggers = false

  /// - Throws: `limitExceeded` for more tables than an archive may have entries.
  init(of connection: ConnectionHandle, limits: Limits) throws(ConversionError) {
    let rows = try connection.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY rowid")
    while try rows.step() {
      switch String(decoding: try rows.array(0), as: UTF8.self) {
      case "table":
        try limits.check(.entries, items.count + 1, for: "the list of tables")
        let name = try rows.array(1)
        let sql = String(decoding: try rows.array(2).prefix(30), as: UTF8.self).lowercased()
        let isInner = Identifier.folded(name).starts(with: Array("sqlite_".utf8))
        let isVirtual = sql.hasPrefix("create virtual")
        items.append(Item(name: name, kind: isInner ? .inner : isVirtual ? .virtual : .table))
      case "view":
        try limits.check(.entries, items.count + 1, for: "the list of tables")
        items.append(Item(name: try rows.array(1), kind: .view))
      case "index": hasIndexes = true
      case "trigger": hasTriggers = true
      default: break
      }
    }
    markShadows()
  }

  /// The tables that virtual tables keep their data in, by their names.
  private mutating func markShadows() {
    let suffixes = [
      "_content", "_segments", "_segdir", "_docsize", "_stat", "_data", "_idx", "_config", "_node",
      "_rowid", "_parent",
    ]
    var shadows: Set<[UInt8]> = []
    for item in items where item.kind == .virtual {
      for suffix in suffixes { shadows.insert(Identifier.folded(item.name + Array(suffix.utf8))) }
    }
    guard !shadows.isEmpty else { return }
    items = items.map { item in
      item.kind == .table && shadows.contains(Identifier.folded(item.name))
        ? Item(name: item.name, kind: .inner) : item
    }
  }

  /// What is read without being named.
  var tables: [Item] { items.filter { $0.kind == .table } }

  /// The table or view that the user means: its name, or the number of a table from 1.
  ///
  /// - Throws: `usage`, with the names there are.
  func item(named wanted: String) throws(ConversionError) -> Item {
    let name = Array(wanted.utf8)
    if let exact = items.first(where: { $0.name == name }) { return exact }
    let folded = Identifier.folded(name)
    if let alike = items.first(where: { Identifier.folded($0.name) == folded }) { return alike }
    if let number = Int(wanted), tables.indices.contains(number - 1) { return tables[number - 1] }
    throw ConversionError(
      .usage, "has no table \"\(wanted.printable)\"; it has \(Self.list(items))")
  }

  /// Names for a message; of many the first.
  static func list(_ items: [Item]) -> String {
    let most = 20
    let names = items.filter { $0.kind != .inner }.prefix(most).map(\.shown)
      .joined(separator: ", ")
    let count = items.count { $0.kind != .inner }
    return count == 0 ? "none" : count > most ? "\(names) and \(count - most) more" : names
  }
}
