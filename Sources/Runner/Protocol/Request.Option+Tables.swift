import ConverterCore

// How a table is read.
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
}
