import ConverterCore
import SQLiteDatabases
import TableModel

/// Reads the tables of a database; the first one of the schema is the main one.
///
/// Views and virtual tables run code that the database brings along, so they are read where the user names
/// them, and then as what cannot be trusted.
struct SQLiteReader: Reader {
  let name = "SQLite"
  let ledgerWords = ["indexes and triggers", "views"]
  let takes: Set<ConversionOptions.Name> = [.table]
  let types: [ContentType.ID] = ["org.sqlite.sqlite3"]

  func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.sqlite.required]
  }

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Table {
    do throws(ConversionError) {
      try checkHeader(of: input, in: context.conversion)
      let connection = try ConnectionHandle(DatabaseFile(input), in: context.conversion)
      try connection.distrust()
      let schema = try Schema(of: connection, limits: context.limits)
      if let wanted = context.reading.table {
        return try table(try schema.item(named: wanted), of: input, connection)
      }
      guard let first = schema.tables.first else { throw Self.noTable(schema) }
      noteRest(of: schema, in: context.conversion)
      var main = try table(first, of: input, connection)
      var names = SiblingNames()
      main.siblings = schema.tables.enumerated().dropFirst().map { index, item in
        let title = String(decoding: item.name, as: UTF8.self)
        return Sibling(name: names.word(for: title, number: index + 1)) {
          () throws(ConversionError) in
          let connection = try ConnectionHandle(DatabaseFile(input), in: context.conversion)
          try connection.distrust()
          return try table(item, of: input, connection)
        }
      }
      return main
    } catch {
      throw error.about(input.path)
    }
  }

  /// Looks at what SQLite would do without a word.
  private func checkHeader(
    of input: InputFile, in context: ConversionContext
  ) throws(ConversionError) {
    let header = try DatabaseHeader(of: input)
    try header.checkLength()
    if header.hasLog {
      context.warn(
        "the database keeps changes in a second file (-wal) while it is in use; what stands only "
          + "there is not read")
    }
  }

  private func table(
    _ item: Schema.Item, of input: InputFile, _ connection: ConnectionHandle
  ) throws(ConversionError) -> Table {
    let query = try TableQuery(item, connection)
    return Table(
      title: String(decoding: item.name, as: UTF8.self), columns: query.columns,
      content: SQLiteTableContent(input: input, query: query))
  }

  private func noteRest(of schema: Schema, in context: ConversionContext) {
    let code = schema.items.filter { $0.kind == .view || $0.kind == .virtual }
    if !code.isEmpty {
      context.note(
        "views", .dropped,
        why: "\(Schema.list(code)): the database computes them; --table NAME reads one")
    }
    if schema.hasIndexes || schema.hasTriggers {
      context.note("indexes and triggers", .dropped, why: "a table has none")
    }
  }

  private static func noTable(_ schema: Schema) -> ConversionError {
    let code = schema.items.filter { $0.kind == .view || $0.kind == .virtual }
    return ConversionError(
      .unsupportedContent,
      code.isEmpty
        ? "the database is empty: it holds no tables"
        : "the database holds no tables, only what it computes: \(Schema.list(code)); "
          + "--table NAME reads one")
  }
}
