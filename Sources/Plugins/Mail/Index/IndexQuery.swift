import ConverterCore
import MailboxModel
import SQLiteDatabases

/// Which messages an index is asked for: those that may be meant, as far as its columns tell. Words of fields and
/// bodies are looked for in what it gives.
struct IndexQuery: Sendable {
  private var conditions: [(sql: String, value: Int)] = []
  private var search: String?

  /// - Throws: `usage` for a search without words.
  init(_ selection: MessageSelection) throws(ConversionError) {
    switch ChosenMessage(selection) {
    case .number(let number): conditions.append(("number = ", number))
    case .id(let id): conditions.append(("id = ", Int(IndexRow.hash(ofID: id))))
    case .word, nil: break
    }
    if let after = selection.after { conditions.append(("moment >= ", after)) }
    if let before = selection.before { conditions.append(("moment < ", before)) }
    if let least = selection.largerThan { conditions.append(("\"end\" - header > ", least)) }
    if selection.attachments.isEmpty {
      if selection.hasAttachment { conditions.append(("attached > ", 0)) }
    } else {
      // The files that patterns name are not all attached.
      conditions.append(("files IS NOT NULL AND number > ", 0))
    }
    if !selection.search.isEmpty { search = try SearchQuery(selection.search).text }
  }

  /// The rows of messages from a number on, in order, with the columns of ``IndexSchema/columns``.
  func rows(
    from number: Int, on connection: ConnectionHandle
  ) throws(ConversionError) -> StatementHandle {
    let columns = IndexSchema.columns.map { "message." + $0 }.joined(separator: ",")
    // What is found comes in order: nobody waits for all of it.
    let (tables, key) =
      search == nil
      ? ("message", "number")
      : ("search CROSS JOIN message ON number = search.rowid", "search.rowid")
    var sql = "SELECT \(columns) FROM \(tables) WHERE \(key) >= ?"
    for condition in conditions { sql += " AND \(condition.sql)?" }
    if search != nil { sql += " AND search MATCH ?" }
    let rows = try connection.prepare(sql + " ORDER BY \(key)")
    for (index, value) in ([number] + conditions.map(\.value)).enumerated() {
      try rows.bind(Int64(value), to: index + 1)
    }
    if let search { try rows.bindCopy(Array(search.utf8), to: conditions.count + 2) }
    return rows
  }
}
