import ConverterCore
import TableModel
import TestSupport
import Testing

@testable import CSVPlugin

/// A table of cells that hold the marks of other dialects: times, addresses, prices, prose.
private struct DialectVariant {
  private(set) var text = ""
  private(set) var columns: [String] = []
  private(set) var rows: [[String]] = []
  private(set) var skippedLines = 0
  private var random: Seeded

  private enum Kind: String, CaseIterable {
    case id, name, price, comma, time, clock, date, stamp, url, prose, mail, flag, city, word, code
    case gap, said, lines
  }

  private static let words = [
    "quick", "brown", "jumps", "over", "lazy", "while", "seven", "wizards", "coffee", "near",
    "harbour",
    "lights", "and", "old", "stone", "bridges",
  ]
  private static let names = [
    "Anna", "Bob", "Chloe", "Dieter", "Farid", "Greta", "Ines", "Karin", "Olga",
  ]
  private static let families = [
    "Berg", "Clark", "Duval", "Gomez", "Huber", "Jensen", "Lopez", "Novak",
  ]

  /// `nil` where the dialect cannot hold the cells.
  init?(seed: Int) {
    random = Seeded(state: UInt64(seed) &* 7919 &+ 13)
    for _ in 0..<20 { _ = random.next() }
    let delimiter = pick([",", ",", ";", ";", "\t", "|", " ", " ", ":", "~", "^"])
    let quote = pick(["\"", "\"", "'", "'", nil])
    let quotesAll = number(4) == 0
    let escapes = quote != nil && number(3) == 0
    let kinds = Kind.allCases.shuffled(using: &random).prefix(2 + number(6))
    let count = pick([3, 4, 5, 8, 12, 20, 40])
    let hasHeader = number(5) > 0
    if !hasHeader,
      !kinds.contains(where: { [.id, .price, .comma, .time, .date, .stamp].contains($0) })
    {
      return nil
    }
    columns = hasHeader ? kinds.map(\.rawValue) : kinds.indices.map { "\($0 + 1)" }
    rows = (0..<count).map { row in kinds.map { cell($0, row) } }
    var lines: [String] = []
    for row in (hasHeader ? [columns] : []) + rows {
      var cells: [String] = []
      for value in row {
        let isNeeded =
          value.contains(delimiter) || value.contains("\n") || quote.map(value.contains) == true
        guard isNeeded || quotesAll, let quote else {
          if isNeeded { return nil }
          cells.append(value)
          continue
        }
        let inside =
          escapes
          ? value.replacing("\\", with: "\\\\").replacing(quote, with: "\\" + quote)
          : value.replacing(quote, with: quote + quote)
        cells.append(quote + inside + quote)
      }
      lines.append(cells.joined(separator: delimiter))
    }
    if ![" ", ":"].contains(delimiter) {
      let preamble = pick([
        [], [], [], ["Report of the harbour office"], ["# exported", "# by a tool"], ["Sales", ""],
      ])
      skippedLines = preamble.count
      lines = preamble + lines
    }
    text = lines.joined(separator: "\n") + (number(10) > 0 ? "\n" : "")
  }

  private mutating func number(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  private mutating func pick<Element>(_ list: [Element]) -> Element { list[number(list.count)] }

  private mutating func digits(_ least: Int, _ most: Int) -> String {
    let value = least + number(most - least + 1)
    return value < 10 ? "0\(value)" : "\(value)"
  }

  private mutating func clock() -> String { "\(digits(0, 23)):\(digits(0, 59))" }

  private mutating func date() -> String { "20\(digits(10, 25))-\(digits(1, 12))-\(digits(1, 28))" }

  private mutating func cell(_ kind: Kind, _ row: Int) -> String {
    switch kind {
    case .id: return "\(1000 + row)"
    case .name: return pick(Self.names) + " " + pick(Self.families)
    case .price: return "\(number(900)).\(digits(0, 99))"
    case .comma: return "\(number(900)),\(digits(0, 99))"
    case .time: return "\(clock()):\(digits(0, 59))"
    case .clock: return clock()
    case .date: return date()
    case .stamp: return "\(date()) \(clock()):\(digits(0, 59))"
    case .url: return "https://example.org/\(pick(Self.words))/\(pick(Self.words))?id=\(row)"
    case .prose:
      var words = (0..<4 + number(10)).map { _ in pick(Self.words) }
      words[1 + number(words.count - 2)] += pick([",", ";", ":", ","])
      return words.joined(separator: " ") + "."
    case .mail: return "\(pick(Self.names).lowercased())@example.org"
    case .flag: return pick(["yes", "no"])
    case .city: return pick(["Berlin", "Paris", "New York", "S\u{E3}o Paulo", "Oslo"])
    case .word: return pick(Self.words)
    case .code: return "A\(100 + number(900))"
    case .gap: return pick(["", "", pick(Self.words)])
    case .said: return pick(["it's", "don't", "say \"hi\"", "O'Brien", "plain", "the 5\" disk"])
    case .lines: return pick(["one\ntwo", "a", "first line\nsecond, line", "b"])
    }
  }
}

@Suite struct DialectVariantTests {
  private static func read(_ text: String) throws -> (
    columns: [String], rows: [[String]], skipped: Int
  ) {
    let opened = try Opened(Array(text.utf8))
    let skipped = opened.table.findings.first { $0.key == "preamble" }?.json.int ?? 0
    return (opened.columns, try opened.rows(), skipped)
  }

  /// Of a thousand tables nearly all are read as they are meant, names, cells and all.
  @Test func nearlyAllAreReadAsMeant() throws {
    var (count, right) = (0, 0)
    var wrong: [Int] = []
    for seed in 1...1500 {
      guard let table = DialectVariant(seed: seed) else { continue }
      count += 1
      let read = try Self.read(table.text)
      if read.columns == table.columns, read.rows == table.rows, read.skipped == table.skippedLines
      {
        right += 1
      } else {
        wrong.append(seed)
      }
    }
    print("dialects: \(right) of \(count); not \(wrong.prefix(20))")
    #expect(count > 700)
    #expect(right * 100 >= count * 97)
  }

  @Test(arguments: [
    ("'Time' 'Word'\n'10:52' 'old'\n'02:56' 'new'\n", ["Time", "Word"], 2),
    ("Url Times\nhttps://a.org/b 11:06:57\nhttps://a.org/c 02:48:16\n", ["Url", "Times"], 2),
    ("id,said\n1,'it''s'\n2,plain\n3,'don''t'\n", ["id", "said"], 3),
    ("price time\n523,35 03:16:53\n190,07 19:20:45\n455,05 19:17:17\n", ["price", "time"], 3),
    (
      "stamp word code\n'2003-05-06 21:15:04' lazy B906\n'2022-01-08 11:23:54' old C254\n",
      ["stamp", "word", "code"], 2
    ),
    ("'date';'text'\n'10:30:00';'a;b'\n'11:30:00';'c'\n", ["date", "text"], 2),
    ("a b c\n1 2,5 x\n3 4,5 y\n", ["a", "b", "c"], 2),
  ])
  func cellsThatHoldTheMarksOfOthers(text: String, columns: [String], rows: Int) throws {
    let read = try Self.read(text)
    #expect(read.columns == columns)
    #expect(read.rows.count == rows)
    #expect(read.skipped == 0)
    #expect(read.rows.allSatisfy { $0.count == columns.count })
  }

  /// What is one value stays one.
  @Test(arguments: [
    "10:30:00\n11:30:00\n12:30:00\n", "2020-01-01 10:00\n2020-01-02 11:00\n2020-01-03 12:00\n",
    "12 345\n13 456\n14 567\n",
    "Anna Berg\nBob Clark\nChloe Duval\n", "https://a.org/b\nhttps://a.org/c\nhttps://a.org/d\n",
  ])
  func oneColumn(text: String) throws {
    let read = try Self.read(text)
    #expect(read.columns.count == 1)
  }

  /// The only line with names of columns is never taken for a title.
  @Test func namesAreNotDropped() throws {
    for delimiter in [",", ";", "\t", "|"] {
      let text = "first last\(delimiter)age\nAnna Berg\(delimiter)1\nBob Clark\(delimiter)2\n"
      let read = try Self.read(text)
      #expect(read.columns == ["first last", "age"])
      #expect(read.skipped == 0)
    }
    let short = try Self.read("name;place\nAnna;Rome;x;y\nBob;Oslo;x;y\nEve;Bonn;x;y\n")
    #expect(short.columns == ["name", "place"])
    #expect(short.skipped == 0)
  }
}
