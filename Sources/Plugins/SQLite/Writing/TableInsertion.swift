import ConverterCore
import SQLiteDatabases
import TableModel

/// A table in the making.
///
/// What is in a column is known when all rows are there, so columns are made without a type, which leaves
/// every value as it is, and get the type that suits all of theirs in the end.
final class TableInsertion {
  private let connection: ConnectionHandle
  private let context: ConversionContext
  private let table: String
  private let infersTypes: Bool
  private let titledColumnCount: Int
  private let names: ColumnNames
  private var columns: [String] = []
  /// What the values of each column are.
  private var contents: [ColumnContent] = []
  private var statement: StatementHandle?
  private var booleansAreNoted = false
  private var missingCellsAreNoted = false
  private var longNumbersAreNoted = false
  private var raggedRowsAreNoted = false
  /// Texts that became numbers and are written with other digits.
  private var rewritten = (count: 0, example: "")

  /// SQLITE_MAX_COLUMN, unless SQLite was built otherwise.
  private static let mostColumns = 2000

  init(
    _ source: Table, named table: String, into connection: ConnectionHandle, infersTypes: Bool,
    in context: ConversionContext
  ) throws(ConversionError) {
    self.connection = connection
    self.context = context
    self.table = table
    self.infersTypes = infersTypes
    titledColumnCount = source.columns.count
    names = try Self.names(of: source)
    names.note(Self.namesDiffer, in: context)
    for _ in source.columns { addColumn() }
    try connection.run("CREATE TABLE \(definition(typed: false))")
  }

  static let namesDiffer = "in SQLite they are not empty, and differ in more than case"

  /// - Throws: `unsupportedContent` for more columns than SQLite takes.
  static func names(of source: Table) throws(ConversionError) -> ColumnNames {
    guard source.columns.count <= mostColumns else { throw tooMany(source.columns.count, "") }
    return ColumnNames(
      source.columns, mending: { Array(String(decoding: $0, as: UTF8.self).replacingNUL.utf8) },
      folding: Identifier.folded)
  }

  private static func tooMany(_ count: Int, _ place: String) -> ConversionError {
    ConversionError(
      .unsupportedContent,
      "has \(count) columns\(place), and a table of SQLite has at most \(mostColumns); --columns "
        + "chooses some")
  }

  func insert(_ batch: RowBatch) throws(ConversionError) {
    for row in 0..<batch.rowCount {
      let cells = batch.row(row)
      if cells.count > columns.count { try widen(to: cells.count, batch.number(ofRow: row)) }
      let statement = try insertStatement()
      for (index, cell) in batch.cells[cells].enumerated() {
        try bind(
          cell, batch.text(of: cell), to: index, of: statement, row: batch.number(ofRow: row))
      }
      for index in cells.count..<max(cells.count, columns.count) {
        try statement.bindNull(to: index + 1)
      }
      _ = try statement.step()
      statement.reset()
    }
  }

  /// Gives the columns their types.
  func finish() throws(ConversionError) {
    statement = nil
    if rewritten.count > 0 {
      let have = rewritten.count == 1 ? "1 has" : "\(rewritten.count) have"
      context.note(
        "numbers", .changed, why: "\(have) the same value and other digits: \(rewritten.example)")
    }
    // A schema can be written to like any table, and changes for whoever opens the database next. No value
    // has to be changed for it: each column has the type that its values have.
    try connection.run("PRAGMA writable_schema=ON")
    let update = try connection.prepare(
      "UPDATE sqlite_master SET sql = ?1 WHERE type = 'table' AND name = ?2")
    try Self.run(update, "CREATE TABLE \(definition(typed: true))", table)
    try connection.run("PRAGMA writable_schema=OFF")
  }

  private static func run(
    _ statement: StatementHandle, _ texts: String...
  ) throws(ConversionError) {
    let bytes = texts.map { Array($0.utf8) }
    for (index, text) in bytes.enumerated() {
      try statement.bindCopy(text, to: index + 1)
    }
    _ = try statement.step()
  }

  private func bind(
    _ cell: Cell, _ text: Span<UInt8>, to index: Int, of statement: StatementHandle,
    row: Int
  ) throws(ConversionError) {
    switch cell.kind {
    case .missing:
      if !missingCellsAreNoted {
        context.note("missing cells", .changed, why: "what a row does not have is NULL")
        missingCellsAreNoted = true
      }
      return try statement.bindNull(to: index + 1)
    case .null: return try statement.bindNull(to: index + 1)
    case .boolean:
      if !booleansAreNoted {
        context.note("booleans", .changed, why: "SQLite has none: true is 1, false is 0")
        booleansAreNoted = true
      }
      contents[index].insert(.integers)
      return try statement.bind(text.first == UInt8(ascii: "t") ? 1 : 0 as Int64, to: index + 1)
    case .number:
      if try bindNumber(text, to: index, of: statement) { return }
      if !longNumbersAreNoted {
        context.note(
          "numbers", .changed,
          why: "those that 64 bits do not hold exactly became text, digit for digit")
        longNumbersAreNoted = true
      }
    case .text:
      if infersTypes, try bindNumber(text, to: index, of: statement) {
        noteDigits(of: text, row: row)
        return
      }
    case .json: context.noteNestedValues()
    }
    contents[index].insert(.texts)
    try statement.bind(text, to: index + 1)
  }

  private func bindNumber(
    _ text: Span<UInt8>, to index: Int, of statement: StatementHandle
  ) throws(ConversionError) -> Bool {
    guard let number = NumberText(text) else { return false }
    if let integer = number.integer {
      contents[index].insert(.integers)
      try statement.bind(integer, to: index + 1)
    } else if let double = number.double {
      contents[index].insert(.reals)
      try statement.bind(double, to: index + 1)
    } else {
      return false
    }
    return true
  }

  /// Counts texts that the database will write otherwise, now that they are numbers.
  private func noteDigits(of text: Span<UInt8>, row: Int) {
    // An integer is written as it was.
    guard let number = NumberText(text), number.integer == nil,
      let double = number.double
    else {
      return
    }
    let written = double.description
    let digits = Array(written.utf8)
    guard !text.isEqual(to: digits.span) else { return }
    if rewritten.count == 0 {
      rewritten.example = "\(String(decoding: text)) in row \(row) is \(written)"
    }
    rewritten.count += 1
  }

  private func insertStatement() throws(ConversionError) -> StatementHandle {
    if let statement { return statement }
    let parameters = repeatElement("?", count: columns.count).joined(separator: ",")
    let made = try connection.prepare("INSERT INTO \(Self.quoted(table)) VALUES (\(parameters))")
    statement = made
    return made
  }

  /// Adds columns for a row that has more cells than the table has columns.
  private func widen(to count: Int, _ row: Int) throws(ConversionError) {
    guard count <= Self.mostColumns else { throw Self.tooMany(count, " in row \(row)") }
    statement = nil
    while columns.count < count {
      addColumn()
      try connection.run(
        "ALTER TABLE \(Self.quoted(table)) ADD COLUMN \(Self.quoted(columns[columns.count - 1]))")
    }
    if !raggedRowsAreNoted {
      context.note(
        "columns", .added,
        why:
          "row \(row) has more cells than the \(titledColumnCount) columns; they got columns of their own"
      )
      raggedRowsAreNoted = true
    }
  }

  private func addColumn() {
    let isNamed = columns.count < names.names.count
    let name =
      isNamed ? names.names[columns.count] : names.prefix + Array("\(columns.count + 1)".utf8)
    columns.append(String(decoding: name, as: UTF8.self))
    contents.append([])
  }

  private func definition(typed: Bool) -> String {
    let list = zip(columns, contents).map { name, content in
      Self.quoted(name) + (typed ? content.type : "")
    }
    return "\(Self.quoted(table)) (\(list.joined(separator: ", ")))"
  }

  private static func quoted(_ name: String) -> String {
    String(decoding: Identifier.quoted(Array(name.utf8)), as: UTF8.self)
  }
}

/// What the values of a column are, NULL aside.
private struct ColumnContent: OptionSet {
  let rawValue: UInt8
  static let texts = ColumnContent(rawValue: 1)
  static let integers = ColumnContent(rawValue: 2)
  static let reals = ColumnContent(rawValue: 4)

  /// The type that leaves all of them as they are.
  var type: String {
    switch self {
    case [], .texts: " TEXT"
    case .integers: " INTEGER"
    case .reals: " REAL"
    case [.integers, .reals]: " NUMERIC"
    default: ""
    }
  }
}
