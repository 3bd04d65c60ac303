import ConverterCore
import TableModel
import TestSupport
import Testing

@testable import CSVPlugin

/// What a person reads off a file.
struct ExpectedDialect: Sendable, CustomTestStringConvertible {
  let file: String
  let delimiter: Character
  let encoding: String
  let escape: Character?
  let lineEnds: String
  let skippedLines: Int
  let headerLines: Int
  let footerLines: Int
  let columns: Int
  let firstName: String
  let rows: Int

  init(
    _ file: String, _ delimiter: Character = ",", encoding: String = "ASCII",
    escape: Character? = nil, lineEnds: String = "LF", skipped: Int = 0, header: Int = 1,
    footer: Int = 0, columns: Int, first: String, rows: Int
  ) {
    self.file = file
    self.delimiter = delimiter
    self.encoding = encoding
    self.escape = escape
    self.lineEnds = lineEnds
    skippedLines = skipped
    headerLines = header
    footerLines = footer
    self.columns = columns
    firstName = first
    self.rows = rows
  }

  var testDescription: String { file }

  static let all = TestSupport.Sample.present(fixtures + real, name: \.file)

  private static let fixtures = [
    ExpectedDialect("fixtures/others/csv/plain.csv", columns: 4, first: "id", rows: 24),
    ExpectedDialect("fixtures/others/csv/plain.tab.tsv", "\t", columns: 4, first: "id", rows: 24),
    ExpectedDialect(
      "fixtures/others/csv/semicolon.csv", ";", encoding: "UTF-8", columns: 4, first: "id", rows: 24
    ),
    ExpectedDialect(
      "fixtures/others/csv/latin1.csv", encoding: "windows-1252", columns: 4, first: "id",
      rows: 24),
    ExpectedDialect(
      "fixtures/others/csv/mac-newlines.csv", lineEnds: "CR", columns: 4, first: "id", rows: 24),
    ExpectedDialect("fixtures/others/csv/null-byte.csv", columns: 3, first: "a", rows: 1),
    ExpectedDialect("fixtures/others/csv/ragged.csv", columns: 3, first: "name", rows: 3),
    ExpectedDialect(
      "fixtures/others/csv/utf16be-bom.csv", encoding: "UTF-16BE with a byte order mark",
      columns: 4, first: "id", rows: 24),
    ExpectedDialect(
      "fixtures/others/csv/utf16le-bom.csv", encoding: "UTF-16LE with a byte order mark",
      lineEnds: "CRLF", columns: 4, first: "id", rows: 24),
    ExpectedDialect(
      "fixtures/others/csv/utf8-bom.csv", encoding: "UTF-8 with a byte order mark", columns: 4,
      first: "id", rows: 24),
    ExpectedDialect(
      "fixtures/others/csv/utf8-japanese.csv", encoding: "UTF-8", columns: 3, first: "番号",
      rows: 12),
    ExpectedDialect(
      "fixtures/others/csv/backslash.csv", escape: "\\", columns: 3, first: "id", rows: 30),
    ExpectedDialect(
      "fixtures/others/csv/preamble.csv", skipped: 2, footer: 5, columns: 4, first: "id", rows: 24),
    ExpectedDialect(
      "fixtures/others/csv/instrument.csv", encoding: "UTF-8", skipped: 10, columns: 5,
      first: "##Temp./°C", rows: 60),
    ExpectedDialect(
      "fixtures/others/csv/expenses.csv", encoding: "UTF-8", skipped: 3, header: 3, footer: 1,
      columns: 9, first: "DATES", rows: 32),
  ]

  private static let real = [
    ExpectedDialect(
      "csv/backslash-escapes-imdb.csv", encoding: "UTF-8", escape: "\\", columns: 44, first: "fn",
      rows: 100),
    ExpectedDialect("csv/boston311-100.csv", columns: 29, first: "case_enquiry_id", rows: 100),
    ExpectedDialect(
      "csv/boston311-100.tab.tsv", "\t", columns: 29, first: "case_enquiry_id", rows: 100),
    ExpectedDialect("csv/kansas-1033-1575rows.csv", columns: 14, first: "state", rows: 1575),
    ExpectedDialect("csv/latin1.csv", encoding: "windows-1252", columns: 3, first: "a", rows: 2),
    ExpectedDialect("csv/mac-newlines.csv", lineEnds: "CR", columns: 3, first: "a", rows: 2),
    ExpectedDialect("csv/null-byte.csv", columns: 3, first: "a", rows: 1),
    ExpectedDialect("csv/ragged.csv", columns: 3, first: "column_a", rows: 3),
    ExpectedDialect(
      "csv/semicolon-wide-italian.csv", ";", encoding: "UTF-8", columns: 199,
      first: "COD_LOCALE_PROGETTO", rows: 10),
    ExpectedDialect(
      "csv/utf16be-bom.csv", encoding: "UTF-16BE with a byte order mark", columns: 3, first: "a",
      rows: 2),
    ExpectedDialect(
      "csv/utf16le-bom-nhs.csv", encoding: "UTF-16LE with a byte order mark", lineEnds: "CRLF",
      columns: 19, first: "Organisation_code", rows: 327),
    ExpectedDialect(
      "csv/utf8-bom-spend.csv", encoding: "UTF-8 with a byte order mark", columns: 8,
      first: "Department", rows: 189),
    ExpectedDialect("csv/utf8-japanese.csv", encoding: "UTF-8", columns: 26, first: "番号", rows: 62),
    ExpectedDialect("csv/spectrum/escaped_quotes.csv", columns: 2, first: "a", rows: 2),
    ExpectedDialect(
      "csv/spectrum/location_coordinates.csv", encoding: "UTF-8", columns: 4,
      first: "Contact Phone Number", rows: 1),
    ExpectedDialect(
      "csv/spectrum/newlines_crlf.csv", lineEnds: "CRLF", columns: 3, first: "a", rows: 3),
    ExpectedDialect("csv/spectrum/quotes_and_newlines.csv", columns: 2, first: "a", rows: 2),
    ExpectedDialect("csv/spectrum/utf8.csv", encoding: "UTF-8", columns: 3, first: "a", rows: 2),
    ExpectedDialect(
      "csv/pollock/c1-controls-3row-header.csv", encoding: "UTF-8", skipped: 3, header: 3,
      footer: 1,
      columns: 9, first: "DATES", rows: 141),
    ExpectedDialect(
      "csv/pollock/instrument-23-preamble.csv", encoding: "UTF-8", skipped: 23, columns: 5,
      first: "##Temp./¡ãC", rows: 365),
    ExpectedDialect(
      "csv/pollock/wakefield-preamble-4605.csv", encoding: "UTF-8", skipped: 2, footer: 133,
      columns: 23,
      first: "Organisation Name", rows: 4469),
  ]
}

@Suite("Dialects of files are guessed")
struct CorpusDialectTests {
  @Test("as a person reads them", arguments: ExpectedDialect.all)
  func dialect(_ expected: ExpectedDialect) throws {
    let bytes = try TestSupport.Sample(expected.file).bytes()
    let type: ContentType.ID =
      expected.file.hasSuffix(".tsv")
      ? "public.tab-separated-values-text" : "public.comma-separated-values-text"
    let opened = try Opened(bytes, type: type)
    let (dialect, _) = try DialectGuess.guess(
      InputFile(bytes: bytes), type: type, in: opened.context)
    func text(_ key: String) -> String? { opened.table.findings.first { $0.key == key }?.text }
    #expect(dialect.delimiter == expected.delimiter.asciiValue)
    #expect(dialect.quote == UInt8(ascii: "\""))
    #expect(dialect.escape == expected.escape?.asciiValue)
    #expect(text("encoding") == expected.encoding)
    #expect(text("lineEnds") == expected.lineEnds)
    #expect(dialect.skippedLines == expected.skippedLines)
    #expect(dialect.headerLines == expected.headerLines)
    #expect(
      opened.table.findings.first { $0.key == "footer" }?.json.int ?? 0 == expected.footerLines)
    #expect(opened.columns.count == expected.columns)
    #expect(opened.columns.first == expected.firstName)
    #expect(try opened.rows().count == expected.rows)
    #expect(try opened.table.content.countRows(in: opened.context) == expected.rows)
  }

  @Test("with a confidence above one half, and the flag that overrules")
  func confidence() throws {
    for expected in ExpectedDialect.all {
      let opened = try Opened(try TestSupport.Sample(expected.file).bytes())
      for finding in opened.table.findings {
        #expect(finding.confidence > 0.5 && finding.confidence <= 1, "\(expected.file) \(finding)")
        #expect(finding.key == "lineEnds" || finding.flag != nil)
      }
    }
  }

  // MARK: Files with a clean one beside them, as Pollock has them

  private static let preambles = [
    ("fixtures/others/csv/preamble", "", 5),
    // The clean file has no last line end.
    ("csv/pollock/wakefield-preamble-4605", "\n", 133),
  ]

  @Test(
    "What stands above and below a table is left out, and the rest is its clean file",
    arguments: TestSupport.Sample.present(preambles, name: \.0))
  func preamble(name: String, end: String, footer: Int) throws {
    let opened = try Opened(try TestSupport.Sample("\(name).csv").bytes())
    let clean = try TestSupport.Sample("\(name).clean.csv").bytes()
    #expect(try opened.written() == clean + Array(end.utf8))
    #expect(
      opened.context.ledger == [
        LedgerEntry("preamble", .dropped, why: "lines 1–2 stand before the table"),
        LedgerEntry("footer", .dropped, why: "the last \(footer) lines stand below the table"),
      ])
  }

  private static func clean(_ name: String) throws -> (ours: Opened, theirs: Opened) {
    var reading = ReadingOptions()
    reading.dialect.skippedLines = 0
    reading.dialect.headerLines = 1
    reading.dialect.footerLines = 0
    return (
      try Opened(try TestSupport.Sample("\(name).csv").bytes()),
      try Opened(try TestSupport.Sample("\(name).clean.csv").bytes(), reading: reading)
    )
  }

  private static let instruments = [
    ("fixtures/others/csv/instrument", 10), ("csv/pollock/instrument-23-preamble", 23),
  ]

  @Test(
    "An instrument's table equals its clean file, which has altered a quote in a name",
    arguments: TestSupport.Sample.present(instruments, name: \.0))
  func instrument(name: String, lines: Int) throws {
    let (ours, theirs) = try Self.clean(name)
    #expect(theirs.columns.last == "E''(1.000 Hz)/MPa")
    #expect(ours.columns == theirs.columns.dropLast() + ["E\"(1.000 Hz)/MPa"])
    #expect(try ours.rows() == theirs.rows())
    #expect(
      ours.context.ledger.first
        == LedgerEntry("preamble", .dropped, why: "lines 1–\(lines) stand before the table"))
  }

  private static let expenseFiles = [
    ("fixtures/others/csv/expenses", 4), ("csv/pollock/c1-controls-3row-header", 30),
  ]

  /// The clean file was made by hand: it puts the names above further tables in one row, leaves out most of their
  /// titles, and writes dashes for control characters. Ours leaves out nothing but what is empty.
  @Test(
    "Expenses equal their clean file, further tables and their titles kept as they are",
    arguments: TestSupport.Sample.present(expenseFiles, name: \.0))
  func expenses(name: String, others count: Int) throws {
    let (ours, theirs) = try Self.clean(name)
    #expect(ours.columns == theirs.columns)
    let clean = try theirs.rows().map { row in
      row.map { cell in
        String(
          String.UnicodeScalarView(
            cell.unicodeScalars.map {
              $0 == "–" ? "\u{96}" : $0 == "‘" ? "\u{91}" : $0 == "’" ? "\u{92}" : $0
            }))
      }
    }
    // Every row of the clean file is there, in order, but names that it put together.
    let rows = try ours.rows()
    var next = 0
    var others: [[String]] = []
    for row in rows {
      while next < clean.count, clean[next][0] == "DATES" { next += 1 }
      if next < clean.count, row == clean[next] { next += 1 } else { others.append(row) }
    }
    #expect(next == clean.count)
    #expect(others.count == count)
    // What it left out are titles of one cell, and names.
    for row in others where row.count(where: { !$0.isEmpty }) > 1 {
      #expect(row.contains { ["TRAVEL", "Air"].contains($0) })
    }
  }
}
