public import ConverterCore
internal import SQLiteDatabases
internal import SystemPackage
public import TableModel

/// Writes tables into a new database.
///
/// Rows go in as they come, in one transaction and without a journal: a database that is not complete is
/// never given its name, so nothing has to be undone.
public struct SQLiteWriter: Writer {
  public let name = "SQLite"
  public let types: [ContentType.ID] = ["org.sqlite.sqlite3"]

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.sqlite.required]
  }

  public let ledgerWords = [
    "booleans", "column names", "empty tables", "missing cells", "nested values", "numbers",
  ]

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: SQLiteWriterOptions
  ) -> Table.Capabilities {
    Table.Capabilities(holdsSeveralTables: true, holdsTitles: true)
  }

  public func announce(
    _ model: Table, as type: ContentType.ID, options: SQLiteWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    try TableInsertion.names(of: model).note(TableInsertion.namesDiffer, in: context.conversion)
  }

  /// - Throws: `missingLibrary`, `unsupportedContent` for more columns than SQLite takes; what reading rows
  ///   and writing throw.
  public func write(
    _ model: Table, as type: ContentType.ID, to output: OutputFile, options: SQLiteWriterOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let connection = try ConnectionHandle(DatabaseFile(output), in: context.conversion)
    try connection.run(
      "PRAGMA page_size=4096; PRAGMA encoding='UTF-8'; PRAGMA journal_mode=OFF; "
        + "PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE; PRAGMA temp_store=MEMORY; "
        + "PRAGMA cache_size=-16000; BEGIN")
    var names = TableNames()
    /// Tables without columns, which SQLite has not.
    var empty: [String] = []
    func add(_ table: Table, named wanted: String) throws(ConversionError) {
      guard !table.columns.isEmpty else { return empty.append(wanted.printable) }
      try write(
        table, named: names.name(for: wanted, in: context.conversion), connection, options,
        in: context.conversion)
    }
    let main = model.title ?? output.destination.path?.stem ?? "data"
    try add(model, named: main)
    for sibling in model.siblings {
      let table = try sibling.open()
      try add(table, named: table.title ?? sibling.name)
    }
    guard empty.count <= model.siblings.count else {
      throw ConversionError(
        .unsupportedContent,
        "\(main.printable) has no columns, and a table of SQLite has at least one")
    }
    if !empty.isEmpty {
      let more = empty.count > 20 ? " and \(empty.count - 20) more" : ""
      context.note(
        "empty tables", .dropped,
        why:
          "\(empty.prefix(20).joined(separator: ", "))\(more): a table of SQLite has at least one column"
      )
    }
    try connection.run("COMMIT")
  }

  private func write(
    _ table: Table, named name: String, _ connection: ConnectionHandle,
    _ options: SQLiteWriterOptions, in context: ConversionContext
  ) throws(ConversionError) {
    let insertion = try TableInsertion(
      table, named: name, into: connection, infersTypes: options.infersTypes, in: context)
    let rows = try table.content.rows(in: context)
    let splitter = rows.splitter
    try context.inOrder(from: rows) {
      RowBatch()
    } claim: { rows, batch throws(ConversionError) in
      try rows.claim(batch)
    } work: { batch throws(ConversionError) in
      try splitter.split(batch)
    } finish: { batch throws(ConversionError) in
      try insertion.insert(batch)
      return true
    }
    try insertion.finish()
  }
}
