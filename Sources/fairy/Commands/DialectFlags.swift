import ArgumentParser
import ConverterCore
import TableModel

/// How text is a table, on every verb that reads one; what is left out is guessed.
struct DialectFlags: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What stands between cells: , ; | tab comma semicolon pipe space, 0x1f.",
      valueName: "character"),
    transform: { try TypedCharacter.byte(parsing: $0, for: "--delimiter") })
  var delimiter: UInt8?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What stands around cells: \", single, or none.", valueName: "character"),
    transform: { Mark(try TableDialect.Mark(parsing: $0, for: "--quote")) })
  var quote: Mark?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What stands before a quote in a cell: backslash, or none (then quotes stand twice).",
      valueName: "character"),
    transform: { Mark(try TableDialect.Mark(parsing: $0, for: "--escape")) })
  var escape: Mark?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many lines the header has.", valueName: "n"))
  var header: Int?

  @Flag(help: "The first row is a row: columns have numbers for names.")
  var noHeader = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Lines before the header that are no part of the table.", valueName: "n"))
  var skipLines: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Lines below the last row that are no part of the table.", valueName: "n"))
  var footerLines: Int?

  @Option(
    help: ArgumentHelp("Which of several tables: a sheet's name, or its number.", valueName: "name")
  )
  var table: String?

  @Flag(help: "Fail where the file is merely odd, such as a row with too many cells.")
  var strict = false

  /// A character, or none; an optional of an enumeration with `none` would read as nothing said.
  struct Mark: Sendable {
    let value: TableDialect.Mark

    init(_ value: TableDialect.Mark) { self.value = value }
  }

  func validate() throws {
    if noHeader, header != nil {
      throw ValidationError("--header and --no-header contradict each other")
    }
    for (flag, number) in [
      ("--header", header), ("--skip-lines", skipLines), ("--footer-lines", footerLines),
    ] {
      if let number, !(0...1_000_000).contains(number) {
        throw ValidationError("\(flag) takes a number of lines, from 0 to 1000000")
      }
    }
  }

  func apply(to reading: inout ReadingOptions) {
    reading.dialect.delimiter = delimiter
    reading.dialect.quote = quote?.value
    reading.dialect.escape = escape?.value
    reading.dialect.headerLines = noHeader ? 0 : header
    reading.dialect.skippedLines = skipLines
    reading.dialect.footerLines = footerLines
    reading.table = table
    reading.isStrict = strict
  }
}
