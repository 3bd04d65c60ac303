public import ConverterCore
internal import SystemPackage
public import TableModel

/// Writes tables into a new database.
///
/// Rows go in as they come, in one transaction and without a journal: a database that is not complete is
/// never given its name, so nothing has to be undone.
public struct SQLiteWriter: Writer {
  public let name = "SQLite"
  public let types: [ContentType.ID] = ["org.sqlite.sqlite3"]

  public init() {}

  public func capabilities(
    for type: ContentType.ID, options: SQLiteWriterOptions
  ) -> Table.Capabilities {
    Table.Capabilities(holdsSeveralTables: true)
  }

  /// - Throws: `missingLibrary`, `unsupportedContent` for more columns than SQLite takes; what reading rows
  ///   and writing throw.
  public func write(
    _ model: Table, as type: ContentType.ID, to output: OutputFile, options: SQLiteWriterOptions,
    in context: ConversionContext
  ) throws(ConversionError) {
    let connection = try ConnectionHandle(DatabaseFile(output), in: context)
    try connection.run(
      "PRAGMA page_size=4096; PRAGMA encoding='UTF-8'; PRAGMA journal_mode=OFF; "
        + "PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE; PRAGMA temp_store=MEMORY; "
        + "PRAGMA cache_size=-16000; BEGIN")
    var names = TableNames()
    let stem = output.destination.path?.stem
    try write(
      model, named: names.name(for: model.title ?? stem ?? "data", in: context), connection,
      options, in: context)
    for sibling in model.siblings {
      let table = try sibling.open()
      try write(
        table, named: names.name(for: table.title ?? sibling.name, in: context), connection,
        options, in: context)
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
    // Only the thread whose turn it is touches it.
    nonisolated(unsafe) let inserting = insertion
    try context.inOrder {
      RowBatch()
    } claim: { batch throws(ConversionError) in
      try rows.claim(batch)
    } work: { batch throws(ConversionError) in
      try rows.split(batch)
    } finish: { batch throws(ConversionError) in
      try inserting.insert(batch)
      return true
    }
    try insertion.finish()
  }
}
