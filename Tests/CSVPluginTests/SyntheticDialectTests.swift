import ConverterCore
import TableModel
import Testing

@testable import CSVPlugin

/// How many of the made-up tables are read as they are meant.
private struct Tally {
  var count = 0
  var delimiter = 0
  var quote = 0
  var escape = 0
  var header = 0
  var lines = 0
  /// Names and values, all of them.
  var whole = 0
  var failures: [String] = []

  mutating func add(_ table: SyntheticTable) throws {
    let opened = try Opened(table.bytes, type: "public.delimited-values-text")
    let (dialect, _) = try DialectGuess.guess(
      InputFile(bytes: table.bytes), type: "public.delimited-values-text", in: opened.context)
    count += 1
    let isDelimiter = dialect.delimiter == table.delimiter.asciiValue
    if isDelimiter { delimiter += 1 }
    if !table.usesQuotes || dialect.quote == table.quote?.asciiValue { quote += 1 }
    if !table.usesEscape || dialect.escape == table.escape?.asciiValue { escape += 1 }
    if dialect.headerLines == table.headerLines { header += 1 }
    let footer = opened.table.findings.first { $0.key == "footer" }?.json.int ?? 0
    if dialect.skippedLines == table.skippedLines, footer == table.footerLines { lines += 1 }
    let rows = try opened.rows()
    if opened.columns == table.columns, rows == table.readRows {
      whole += 1
    } else if failures.count < 5 {
      failures.append(
        "\(table.delimiter.debugDescription) \(String(describing: table.quote)) "
          + "\(String(describing: table.escape)) \(table.pollution) seed \(table.seed): "
          + "\(dialect.delimiter) \(String(describing: dialect.quote)) header \(dialect.headerLines) "
          + "skipped \(dialect.skippedLines)\n\(table.text.prefix(400))")
    }
  }

  func line(_ name: String) -> String {
    func percent(_ number: Int) -> String { "\(number * 1000 / max(1, count))‰" }
    return "\(name): \(count) tables, delimiter \(percent(delimiter)), quote \(percent(quote)), "
      + "escape \(percent(escape)), header \(percent(header)), lines \(percent(lines)), "
      + "whole \(percent(whole))"
  }
}

@Suite("Dialects of made-up tables are guessed")
struct SyntheticDialectTests {
  static let delimiters: [Character] = [
    ",", ";", "\t", "|", "\u{1F}", "^", "~", ":", "!", "#", "&", " ",
  ]

  @Test("whatever stands between cells", arguments: delimiters)
  func delimiter(_ delimiter: Character) throws {
    var tally = Tally()
    for quote: Character? in ["\"", "'", nil] {
      for escape: Character? in [nil, "\\"] {
        for lineEnd in ["\n", "\r\n", "\r"] {
          for hasHeader in [true, false] {
            for seed in 1...8 {
              try tally.add(
                SyntheticTable(
                  delimiter: delimiter, quote: quote, escape: escape,
                  quotesAll: seed % 4 == 0, lineEnd: lineEnd, hasHeader: hasHeader,
                  seed: UInt64(seed)))
            }
          }
        }
      }
    }
    print(tally.line(delimiter.debugDescription))
    for failure in tally.failures { print(failure) }
    let isUsual = delimiter.asciiValue.map(DelimiterContest.isUsual) ?? false
    #expect(tally.delimiter * 100 >= tally.count * (isUsual ? 99 : 85))
    #expect(tally.whole * 100 >= tally.count * (isUsual ? 99 : 85))
  }

  @Test("whatever was done to them", arguments: SyntheticTable.Pollution.allCases)
  func pollution(_ pollution: SyntheticTable.Pollution) throws {
    var tally = Tally()
    for delimiter: Character in [",", ";", "\t", "|"] {
      for lineEnd in ["\n", "\r\n"] {
        for quotesAll in [false, true] {
          for seed in 1...20 {
            try tally.add(
              SyntheticTable(
                delimiter: delimiter, quotesAll: quotesAll, lineEnd: lineEnd,
                pollution: pollution, seed: UInt64(seed)))
          }
        }
      }
    }
    print(tally.line(pollution.rawValue))
    for failure in tally.failures { print(failure) }
    #expect(tally.delimiter * 100 >= tally.count * 99)
    #expect(tally.whole * 100 >= tally.count * 95)
  }

  @Test("however few rows they have", arguments: [1, 2, 3, 5])
  func small(rows: Int) throws {
    var tally = Tally()
    for delimiter: Character in [",", ";", "\t", "|"] {
      for seed in 1...100 {
        try tally.add(
          SyntheticTable(delimiter: delimiter, seed: UInt64(seed), rowCount: rows))
      }
    }
    print(tally.line("\(rows) rows"))
    for failure in tally.failures { print(failure) }
    #expect(tally.whole * 100 >= tally.count * 98)
  }
}
