import ConverterCore
import TableModel
import Testing

@testable import CSVPlugin

/// A text and how the user says it is to be read.
private func open(
  _ text: String, _ say: (inout ReadingOptions) -> Void = { _ in }
) throws -> Opened {
  var reading = ReadingOptions()
  say(&reading)
  return try Opened(Array(text.utf8), reading: reading)
}

@Suite("The user's word overrules guesses")
struct DialectFlagTests {
  @Test("on the delimiter, the quote and the escape")
  func marks() throws {
    let text = "a;b,c\n1;2,3\n"
    #expect(try open(text) { $0.dialect.delimiter = UInt8(ascii: ";") }.columns == ["a", "b,c"])
    #expect(try open(text) { $0.dialect.delimiter = UInt8(ascii: ",") }.columns == ["a;b", "c"])
    let quoted = "a,b\n'1,2',\"3\"\n"
    let single = try open(quoted) { $0.dialect.quote = .character(UInt8(ascii: "'")) }
    #expect(try single.rows() == [["1,2", "\"3\""]])
    #expect(single.table.findings.first { $0.key == "quote" }?.confidence == 1)
    let none = try open(quoted) { $0.dialect.quote = TableDialect.Mark.none }
    #expect(try none.rows() == [["'1", "2'", "\"3\""]])
    let escaped = try open("a,b\n1^,2,3\n") { $0.dialect.escape = .character(UInt8(ascii: "^")) }
    #expect(try escaped.rows() == [["1,2", "3"]])
    let unescaped = try open("a,b\n1\\,2,3\n4,5\n") {
      $0.dialect.escape = TableDialect.Mark.none
    }
    #expect(try unescaped.rows() == [["1\\", "2", "3"], ["4", "5"]])
  }

  @Test("on header, preamble and footer")
  func lines() throws {
    let text = "title\n\nid,name\n1,x\n2,y\n\nSource: us\n"
    let guessed = try open(text)
    #expect(guessed.columns == ["id", "name"])
    #expect(try guessed.rows() == [["1", "x"], ["2", "y"]])
    let headless = try open(text) { $0.dialect.headerLines = 0 }
    #expect(headless.columns == ["1", "2"])
    #expect(!headless.table.hasHeader)
    #expect(try headless.rows() == [["id", "name"], ["1", "x"], ["2", "y"]])
    let skipped = try open(text) { $0.dialect.skippedLines = 3 }
    #expect(skipped.columns == ["1", "2"])
    let all = try open(text) {
      $0.dialect.skippedLines = 0
      $0.dialect.headerLines = 0
      $0.dialect.footerLines = 0
    }
    #expect(
      try all.rows() == [["title"], ["id", "name"], ["1", "x"], ["2", "y"], ["Source: us"]])
    let two = try open("a,b\nc,d\n1,2\n") { $0.dialect.headerLines = 2 }
    #expect(two.columns == ["a c", "b d"])
    #expect(try two.rows() == [["1", "2"]])
    let shorter = try open("a,b\n1,2\n3,4\n5,6") { $0.dialect.footerLines = 2 }
    #expect(try shorter.rows() == [["1", "2"]])
    #expect(
      shorter.context.ledger == [
        LedgerEntry("footer", .dropped, why: "the last 2 lines stand below the table")
      ])
    #expect(shorter.table.findings.first { $0.key == "header" }?.flag == "--no-header")
  }

  @Test("on the encoding")
  func encoding() throws {
    var reading = ReadingOptions(encoding: "latin1")
    let bytes: [UInt8] = Array("a,b\n".utf8) + [0xC3, 0xA9, 0x2C, 0x31, 0x0A]
    #expect(try Opened(bytes).rows() == [["é", "1"]])
    let latin = try Opened(bytes, reading: reading)
    #expect(try latin.rows() == [["Ã©", "1"]])
    #expect(latin.table.findings.first { $0.key == "encoding" }?.text == "ISO-8859-1")
    reading.encoding = "no-such"
    let error = #expect(throws: ConversionError.self) { try Opened(bytes, reading: reading) }
    #expect(error?.code == .usage)
  }

  @Test("unless it makes no sense")
  func usage() throws {
    let wrong: [(inout TableDialect) -> Void] = [
      { $0.delimiter = 0x0A }, { $0.delimiter = 0xE9 }, { $0.delimiter = 0 },
      { $0.quote = .character(0x0D) },
      {
        $0.delimiter = UInt8(ascii: "'")
        $0.quote = .character(UInt8(ascii: "'"))
      },
      {
        $0.delimiter = UInt8(ascii: "\\")
        $0.escape = .character(UInt8(ascii: "\\"))
      },
      { $0.delimiter = UInt8(ascii: "\"") },
      { $0.headerLines = 3 }, { $0.skippedLines = 3 },
      {
        $0.skippedLines = 1
        $0.headerLines = 2
      },
      { $0.headerLines = -1 }, { $0.skippedLines = .max }, { $0.footerLines = -5 },
    ]
    for say in wrong {
      let error = #expect(throws: ConversionError.self) {
        try open("a,b\n1,2\n") { say(&$0.dialect) }
      }
      #expect(error?.code == .usage)
    }
  }

  @Test("on rows of empty cells, which a sheet has between its parts")
  func emptyRows() throws {
    let text = "Report,,\n,,\nid,name,sum\n1,x,2\n,,\n2,y,4\n,,\n,,\n"
    let dropped = try open(text)
    #expect(dropped.columns == ["id", "name", "sum"])
    #expect(try dropped.rows() == [["1", "x", "2"], ["2", "y", "4"]])
    #expect(
      dropped.context.ledger == [
        LedgerEntry("preamble", .dropped, why: "lines 1–2 stand before the table"),
        LedgerEntry("footer", .dropped, why: "the last 2 lines stand below the table"),
        LedgerEntry(
          "empty rows", .dropped,
          why: "1 row without a value, the first in line 5; --set empty-rows=keep keeps such rows"),
      ])
    let kept = try open(text) { $0.settings["empty-rows"] = "keep" }
    #expect(
      try kept.rows() == [
        ["1", "x", "2"], ["", "", ""], ["2", "y", "4"], ["", "", ""], ["", "", ""],
      ])
    #expect(try open(text) { $0.isStrict = true }.rows().count == 5)
    // A table that was no sheet keeps them.
    #expect(try open("id,name,sum\n1,x,2\n,,\n2,y,4\n,,\n").rows().count == 4)
  }
}

@Suite("Odd texts")
struct OddTextTests {
  @Test("have the delimiter that their name promises, though rows differ in length")
  func ragged() throws {
    let text = Array("a,b\n1\n2,3\n4\n5,6,7\n8,9,10\n".utf8)
    let named = try Opened(text, type: "public.comma-separated-values-text")
    #expect(named.columns == ["a", "b"])
    #expect(try named.rows() == [["1"], ["2", "3"], ["4"], ["5", "6", "7"], ["8", "9", "10"]])
    let prose = Array("a line\nof text, that\nis none\n".utf8)
    #expect(try Opened(prose, type: "public.comma-separated-values-text").columns.count == 1)
  }

  @Test("are never divided by what they have, where they are one column")
  func singleColumn() throws {
    let text = "one,\ttwo\nthree; four\nfive\u{1F}six\nseven\neight\nnine\nten\neleven\n"
    let opened = try open(text) { $0.dialect.headerLines = 0 }
    #expect(try opened.rows() == text.split(separator: "\n").map { [String($0)] })
  }

  @Test("are one table")
  func onlyTable() throws {
    for name in ["2", "Sheet"] {
      let error = #expect(throws: ConversionError.self) {
        try open("a,b\n1,2\n") { $0.table = name }
      }
      #expect(error?.code == .usage)
    }
    #expect(try open("a,b\n1,2\n") { $0.table = "1" }.columns == ["a", "b"])
  }

  @Test("are looked at while their rows are counted")
  func counted() throws {
    let opened = try open("a,b\n1,2\n3,4\n5\n6,7\n")
    #expect(try opened.table.content.countRows(in: opened.context) == 4)
    #expect(
      opened.context.warnings == ["1 row has fewer cells than the header's 2, in line 4 (with 1)"])
  }

  @Test("have the table that there is")
  func odd() throws {
    #expect(try open("").columns == [])
    #expect(try open("").rows() == [])
    #expect(try open("name\nAnna\nOtto\n").columns == ["name"])
    #expect(try open("time\n10:30:00\n11:45:10\n").rows() == [["10:30:00"], ["11:45:10"]])
    #expect(
      try open("full name\nAnna Schmidt\nOtto Maier\n").rows() == [
        ["Anna Schmidt"], ["Otto Maier"],
      ])
    #expect(try open("1\n2\n3\n").columns == ["1"])
    #expect(try open("a,b").columns == ["a", "b"])
    #expect(try open("sep=;\na;b\n1,5;2\n").rows() == [["1,5", "2"]])
    #expect(try open("a, b\n1, \"x, y\"\n2, \"z\"\n").rows() == [["1", "x, y"], ["2", "z"]])
  }

  @Test("A text of prose is one column")
  func prose() throws {
    let text = """
      It was a bright cold day in April, and the clocks were striking thirteen.
      The hallway smelt of boiled cabbage and old rag mats.
      At one end of it a coloured poster, too large for indoor display, had been tacked to the wall.
      It depicted simply an enormous face.

      """
    let opened = try open(text)
    #expect(opened.columns.count == 1)
    #expect(opened.table.findings.first { $0.key == "delimiter" }?.json == .null)
    #expect(try opened.rows().count + (opened.table.hasHeader ? 1 : 0) == 4)
  }

  @Test("A decimal comma is no delimiter")
  func decimals() throws {
    let text = "Betrag;Satz\n2523,00;1,5\n17,20;2,5\n3,99;0,5\n"
    #expect(try open(text).rows()[0] == ["2523,00", "1,5"])
  }

  @Test("One bad row of many spoils nothing", arguments: [1, 50, 98])
  func badRow(place: Int) throws {
    var lines = (0..<100).map { "\($0),name \($0),\"text, \($0)\",2020-01-0\($0 % 9 + 1)" }
    for bad in ["\"open,quote", "x", "a;b;c;d;e;f", "1,2,3,4,5,6,7,8,9,10", ";;;;;;;;;;;"] {
      let good = lines[place]
      lines[place] = bad
      let text = "id,name,text,date\n" + lines.joined(separator: "\n") + "\n"
      let opened = try open(text)
      #expect(opened.columns == ["id", "name", "text", "date"], "\(bad)")
      #expect(
        opened.table.findings.first { $0.key == "delimiter" }?.json == .string(","), "\(bad)")
      lines[place] = good
    }
  }

  @Test("A row larger than the sample is read whole")
  func wide() throws {
    let names = (0..<60_000).map { "column\($0)" }.joined(separator: ",")
    let row = (0..<60_000).map { "\($0)" }.joined(separator: ",")
    let opened = try open(names + "\n" + row + "\n" + row + "\n")
    #expect(opened.columns.count == 60_000)
    #expect(try opened.rows().map(\.count) == [60_000, 60_000])
  }

  @Test("A row larger than any sample is one of the table's")
  func endless() throws {
    let row = String(repeating: "ab;", count: 3_000_000)
    let opened = try open(row + "\n" + row + "\n")
    #expect(opened.table.findings.first { $0.key == "delimiter" }?.json == .string(";"))
    #expect(!opened.table.hasHeader)
    #expect(try opened.rows().map(\.count) == [3_000_001, 3_000_001])
  }

  @Test("Notes below a large file are found at its end")
  func distantFooter() throws {
    let rows = (0..<40_000).map { "\($0),Straße \($0),x" }.joined(separator: "\n")
    let text = "id,street,mark\n" + rows + "\n\nSource: the city\n"
    let opened = try open(text)
    #expect(try opened.rows().count == 40_000)
    #expect(opened.table.findings.first { $0.key == "footer" }?.json == .integer(2))
    let wide = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let transcoded = try Opened(wide)
    #expect(try transcoded.rows() == opened.rows())
    #expect(transcoded.table.findings.first { $0.key == "footer" }?.json == .integer(2))
  }
}
