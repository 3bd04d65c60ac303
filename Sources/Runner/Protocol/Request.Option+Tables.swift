import ConverterCore

// How a table is read, and what of it is meant.
extension Request.Option {
  func readDialect(
    _ value: JSONValue, into reading: inout ReadingOptions
  ) throws(ConversionError) {
    let quoted = "\"\(rawValue)\""
    switch self {
    case .delimiter:
      reading.dialect.delimiter = try ReadingOptions.Dialect.character(
        parsing: value.text(of: rawValue), for: quoted)
    case .quote:
      reading.dialect.quote = try ReadingOptions.Dialect.mark(
        parsing: value.text(of: rawValue), for: quoted)
    case .escape:
      reading.dialect.escape = try ReadingOptions.Dialect.mark(
        parsing: value.text(of: rawValue), for: quoted)
    case .header: reading.dialect.headerLines = try lines(value)
    case .skipLines: reading.dialect.skippedLines = try lines(value)
    case .footerLines: reading.dialect.footerLines = try lines(value)
    case .table: reading.table = try value.text(of: rawValue)
    default: reading.isStrict = try value.flag(of: rawValue)
    }
  }

  private func lines(_ value: JSONValue) throws(ConversionError) -> Int {
    let number = try value.count(of: rawValue)
    guard number <= 1_000_000 else {
      throw value.unsuited(to: rawValue, "a number of lines up to 1000000")
    }
    return number
  }

  func readSelection(
    _ value: JSONValue, into selection: inout TableSelection
  ) throws(ConversionError) {
    switch self {
    case .columns: selection.columns = try value.texts(of: rawValue)
    case .rows: try selection.setRows(parsing: value.text(of: rawValue))
    case .filter: selection.filters = try value.texts(of: rawValue)
    case .sort: selection.sort = try value.texts(of: rawValue)
    default:
      let limit = try value.count(of: rawValue)
      guard limit > 0 else { throw value.unsuited(to: rawValue, "a whole number from 1") }
      selection.limit = limit
    }
  }

  func dialectValue(in reading: ReadingOptions) -> JSONValue? {
    let dialect = reading.dialect
    switch self {
    case .delimiter:
      return dialect.delimiter.map { .string(ReadingOptions.Dialect.text(of: $0)) }
    case .quote: return dialect.quote.map { .string(ReadingOptions.Dialect.text(of: $0)) }
    case .escape: return dialect.escape.map { .string(ReadingOptions.Dialect.text(of: $0)) }
    case .header: return dialect.headerLines.map { .integer($0) }
    case .skipLines: return dialect.skippedLines.map { .integer($0) }
    case .footerLines: return dialect.footerLines.map { .integer($0) }
    case .table: return reading.table.map { .string($0) }
    default: return reading.isStrict ? .bool(true) : nil
    }
  }

  func selectionValue(in selection: TableSelection) -> JSONValue? {
    func array(_ words: [String]) -> JSONValue? {
      words.isEmpty ? nil : .array(words.map { .string($0) })
    }
    switch self {
    case .columns: return array(selection.columns)
    case .rows: return selection.rowsText.map { .string($0) }
    case .filter: return array(selection.filters)
    case .sort: return array(selection.sort)
    default: return selection.limit.map { .integer($0) }
    }
  }
}
