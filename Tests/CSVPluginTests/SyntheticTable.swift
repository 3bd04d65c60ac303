import ConverterCore

@testable import CSVPlugin

/// A table that is made up, the dialect that it is written in, and what was done to it afterwards, in the manner of
/// the Pollock benchmark (Vitagliano et al., 2023).
struct SyntheticTable {
  enum Pollution: String, CaseIterable {
    case none
    case raggedRow, longRow, shortHeaderName
    case noFinalLineEnd, extraEmptyLines, trailingEmptyLines
    case titleLine, titleLines, paddedTitle, comments, separatorLine
    case footnote, paddedFootnote, trailingEmptyRows
    case multiRowHeader, quoteInMidCell, mixedLineEnds, trailingDelimiter, doubledDelimiter
  }

  var delimiter: Character
  var quote: Character?
  /// `nil` where quotes are doubled.
  var escape: Character?
  var quotesAll = false
  var lineEnd = "\n"
  var hasHeader = true
  var pollution = Pollution.none
  var seed: UInt64 = 1

  private(set) var header: [String] = []
  private(set) var rows: [[String]] = []
  /// The rows as they are to be read, where pollution changed some.
  private(set) var readRows: [[String]] = []
  private(set) var text = ""
  private(set) var skippedLines = 0
  private(set) var headerLines = 0
  private(set) var footerLines = 0

  init(
    delimiter: Character, quote: Character? = "\"", escape: Character? = nil,
    quotesAll: Bool = false, lineEnd: String = "\n", hasHeader: Bool = true,
    pollution: Pollution = .none, seed: UInt64 = 1, rowCount: Int = 20
  ) {
    self.delimiter = delimiter
    self.quote = quote
    self.escape = escape
    self.quotesAll = quotesAll
    self.lineEnd = lineEnd
    self.hasHeader = hasHeader
    self.pollution = pollution
    self.seed = seed
    fill(rowCount)
    readRows = rows
    write()
  }

  var bytes: [UInt8] { Array(text.utf8) }
  var columns: [String] { hasHeader ? header : header.indices.map { "\($0 + 1)" } }

  /// Whether the text holds a quote, and an escape, from which they can be known.
  var usesQuotes: Bool { quote.map { text.contains($0) } ?? false }
  var usesEscape: Bool { escape.map { text.contains($0) } ?? false }

  // MARK: Content

  private enum Kind: CaseIterable {
    case number, price, date, time, name, city, sentence, code, word, flag
  }

  private static let names = [
    "Anna Schmidt", "Luís Ørsted", "O'Neill Mary", "Zoë Kravitz", "王小明", "John Smith", "Ewa Nowak",
    "Raj Patel", "Chloe Martin", "Ivan Petrov",
  ]
  private static let cities = ["Berlin", "Rome", "Oslo", "San José", "New York", "Kyoto", "Łódź"]
  private static let sentences = [
    "The quick brown fox jumps, and the lazy dog sleeps", "he said \"hello\" and left",
    "bread; butter; jam", "first line\nsecond line", "A | B", "no marks at all in here",
    "ratio 3:4, maybe 5:6", "twenty-two", "path C:\\temp\\x", "it's a 5\" disk",
  ]
  private static let words = ["red", "green", "blue", "cyan"]

  private mutating func fill(_ rowCount: Int) {
    var random = Seeded(state: seed &* 7919 &+ 13)
    let count = 3 + Int(random.next() % 5)
    var kinds = (0..<count).map { _ in Kind.allCases[Int(random.next() % 10)] }
    // A number at least, and a text.
    kinds[0] = .number
    kinds[count - 1] = .sentence
    let labels: [Kind: [String]] = [
      .number: ["id", "count", "Quantity"], .price: ["price", "Unit cost"],
      .date: ["date", "Created on"], .time: ["time", "Start"], .name: ["name", "Customer"],
      .city: ["city", "Place"], .sentence: ["notes", "Description"], .code: ["code", "SKU"],
      .word: ["colour", "kind"], .flag: ["active", "paid"],
    ]
    header = kinds.enumerated().map { index, kind in
      let names = labels[kind] ?? ["x"]
      return plain(names[Int(random.next() % UInt64(names.count))] + (index > 0 ? "\(index)" : ""))
    }
    rows = (0..<rowCount).map { _ in kinds.map { plain(value($0, &random)) } }
  }

  private func value(_ kind: Kind, _ random: inout Seeded) -> String {
    func pick(_ list: [String]) -> String { list[Int(random.next() % UInt64(list.count))] }
    let number = Int(random.next() % 10_000)
    switch kind {
    case .number: return "\(number)"
    case .price:
      return "\(number)\(delimiter == ";" ? "," : ".")\(10 + number % 90)"
    case .date: return "20\(10 + number % 14)-0\(1 + number % 9)-\(10 + number % 18)"
    case .time: return "\(10 + number % 13):\(10 + number % 49)"
    case .name: return pick(Self.names)
    case .city: return pick(Self.cities)
    case .sentence: return random.next() % 8 == 0 ? "" : pick(Self.sentences)
    case .code: return "AB-\(number)"
    case .word: return pick(Self.words)
    case .flag: return number % 2 == 0 ? "yes" : "no"
    }
  }

  /// What the dialect can hold: without quotes and escapes, no mark.
  private func plain(_ text: String) -> String {
    var text = text
    if quote == nil {
      text.removeAll { $0.isNewline || $0 == "\"" || $0 == "'" }
      if escape == nil { text.removeAll { $0 == delimiter } }
    }
    // A doubled backslash alone may as well be two.
    if escape != nil { text.removeAll { $0 == "\\" } }
    if quote == "'" { text.removeAll { $0 == "\"" } }
    return text
  }

  // MARK: Writing

  private func cell(_ value: String) -> String {
    guard let quote else {
      guard let escape else { return value }
      return value.reduce(into: "") { text, letter in
        if letter == delimiter { text.append(escape) }
        text.append(letter)
      }
    }
    let needsQuotes =
      quotesAll || value.contains(delimiter) || value.contains(quote)
      || value.contains(where: \.isNewline)
    guard needsQuotes else { return value }
    let inside = value.reduce(into: "") { text, letter in
      if letter == quote || letter == escape { text.append(escape ?? quote) }
      text.append(letter)
    }
    return "\(quote)\(inside)\(quote)"
  }

  private func line(_ cells: [String]) -> String {
    cells.map(cell).joined(separator: String(delimiter)) + lineEnd
  }

  private mutating func write() {
    let empty = [String](repeating: "", count: header.count)
    writePreamble(empty)
    if hasHeader { writeHeader() }
    for (index, row) in rows.enumerated() { writeRow(row, index) }
    writeEnd(empty)
  }

  private mutating func writePreamble(_ empty: [String]) {
    switch pollution {
    case .titleLine:
      text += "Report of the year" + lineEnd
      skippedLines = 1
    case .titleLines:
      text += "Report of the year" + lineEnd + "made by the office" + lineEnd + lineEnd
      skippedLines = 3
    case .paddedTitle:
      var title = empty
      title[0] = plain("Sales report, all regions")
      text += line(title) + String(repeating: String(delimiter), count: header.count - 1) + lineEnd
      skippedLines = 2
    case .comments:
      text += "# exported by a program" + lineEnd + "# do not edit" + lineEnd
      skippedLines = 2
    case .separatorLine:
      text += "sep=\(delimiter)" + lineEnd
      skippedLines = 1
    default: break
    }
  }

  private mutating func writeHeader() {
    headerLines = 1
    if pollution == .shortHeaderName { header[header.count / 2] = "" }
    if pollution == .multiRowHeader {
      // A name that spans all columns but the first.
      var group = [String](repeating: "", count: header.count)
      group[1] = "Group"
      text += line(group)
      headerLines = 2
    }
    text += line(header)
    if pollution == .multiRowHeader {
      header = header.enumerated().map { $0 == 0 ? $1 : "Group \($1)" }
    }
  }

  private mutating func writeRow(_ row: [String], _ index: Int) {
    let isChosen = index == rows.count / 2
    switch pollution {
    case .raggedRow where isChosen:
      readRows[index] = Array(row.dropLast(2))
      text += line(readRows[index])
    case .longRow where isChosen:
      readRows[index] = row + ["extra", "cells"]
      text += line(readRows[index])
    case .extraEmptyLines where index % 7 == 3: text += line(row) + lineEnd
    case .quoteInMidCell where isChosen:
      guard let quote, escape == nil else { return text += line(row) }
      readRows[index][0] = "5\(quote)x"
      let rest = row.dropFirst().map(cell)
      text += (["5\(quote)x"] + rest).joined(separator: String(delimiter)) + lineEnd
    case .mixedLineEnds where index % 3 == 0:
      text += line(row).dropLast(1) + "\r\n"
    case .trailingDelimiter where isChosen:
      readRows[index] = row + [""]
      text += line(readRows[index])
    case .doubledDelimiter where isChosen:
      readRows[index] = [row[0], ""] + row.dropFirst()
      text += line(readRows[index])
    default: text += line(row)
    }
  }

  private mutating func writeEnd(_ empty: [String]) {
    switch pollution {
    case .noFinalLineEnd: text.removeLast(1)
    case .trailingEmptyLines: text += lineEnd + lineEnd + lineEnd
    case .footnote:
      text += lineEnd + "Source: the office of numbers" + lineEnd
      footerLines = 2
    case .paddedFootnote:
      var note = empty
      note[0] = "* provisional"
      text += line(empty) + line(note)
      footerLines = 2
    case .trailingEmptyRows:
      for _ in 0..<8 {
        text += String(repeating: String(delimiter), count: header.count - 1) + lineEnd
      }
      footerLines = 8
    default: break
    }
  }
}
