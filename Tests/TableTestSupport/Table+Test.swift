public import ConverterCore
public import TableModel

extension Table {
  /// A table of texts and nulls, two rows a batch.
  public init(
    _ columns: [String], _ rows: [[String?]], hasHeader: Bool = true, title: String? = nil
  ) {
    let cells = rows.map { row in
      row.map { text -> (String, Cell.Kind) in text.map { ($0, .text) } ?? ("", .null) }
    }
    self.init(
      title: title, columns: columns.map { Column($0) }, hasHeader: hasHeader,
      content: MemoryRows(rows: cells, batchSize: 2))
  }

  /// The file that a writer makes.
  public func written<W: Writer<Table>>(
    by writer: W, as type: ContentType.ID, set settings: [String: String] = [:],
    in context: ConversionContext
  ) throws -> [UInt8] {
    var options = ConversionOptions()
    options.settings = settings
    let output = try OutputFile(.memory)
    try writer.write(
      self, as: type, to: output, options: try W.Options(options), in: WritingContext(context))
    return output.bytes
  }
}

/// The text that a writer makes.
public func written<W: Writer<Table>>(
  _ table: Table, by writer: W, as type: ContentType.ID, set settings: [String: String] = [:],
  in context: ConversionContext = .test()
) throws -> String {
  let bytes = try table.written(by: writer, as: type, set: settings, in: context)
  return String(decoding: bytes, as: UTF8.self)
}

/// All cells, as text.
public func texts(of table: Table, in context: ConversionContext) throws -> [[String]] {
  try all(of: table, in: context) { $1 }
}

/// All cells, each with what it is: `number 1`.
///
/// - Parameter mark: where to begin, instead of at the first row.
public func cellsWithKinds(
  of table: Table, from mark: RowMark? = nil, in context: ConversionContext
) throws -> [[String]] {
  try all(of: table, from: mark, in: context) { "\($0) \($1)" }
}

public func columnNames(of table: Table) -> [String] {
  table.columns.map { String(decoding: $0.name, as: UTF8.self) }
}

private func all(
  of table: Table, from mark: RowMark? = nil, in context: ConversionContext,
  _ shown: (Cell.Kind, String) -> String
) throws -> [[String]] {
  var all: [[String]] = []
  let rows = try table.content.rows(from: mark, in: context)
  let batch = RowBatch()
  while try rows.claim(batch) {
    try context.checkpoint()
    try rows.split(batch)
    for row in 0..<batch.rowCount {
      all.append(
        batch.cells[batch.row(row)].map { cell in
          shown(cell.kind, String(decoding: batch.text(of: cell)))
        })
    }
  }
  return all
}

extension ConversionContext {
  /// A context without plugins.
  public static func test(
    threads: Int = 1, reading: ReadingOptions = ReadingOptions()
  ) -> ConversionContext {
    ConversionContext(registry: Registry(), reading: reading, threads: threads)
  }

  /// The table that the registered reader finds in a file.
  public func table(in input: InputFile, as type: ContentType.ID) throws -> Table {
    let reader = registry.reader(for: type)
    guard let reader = reader as? any Reader<Table> else { throw ConversionError(.noRoute, "") }
    return try reader.read(input, type: type, in: ReadingContext(self))
  }
}
