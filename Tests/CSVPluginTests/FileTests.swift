import ConverterCore
import TableModel
import TestSupport
import Testing

@testable import CSVPlugin

/// Whole files through the reader.
@Suite struct FileTests {
  @Test func aHeaderAndNothingElse() throws {
    for text in ["a,b", "a,b\n", "a,b\r\n", "\u{FEFF}a,b\n"] {
      var reading = ReadingOptions()
      reading.dialect.headerLines = 1
      let opened = try Opened(Array(text.utf8), reading: reading)
      #expect(opened.columns == ["a", "b"])
      #expect(opened.table.hasHeader)
      #expect(try opened.rows() == [])
      #expect(try opened.table.content.countRows(in: opened.context) == 0)
    }
  }

  @Test func oddNames() throws {
    let opened = try Opened(
      Array("a,,a,\"x\n\"\"y\"\"\",\u{0}\n1,2,3,4,5\n".utf8),
      reading: .comma(header: true))
    #expect(opened.columns == ["a", "", "a", "x\n\"y\"", "\u{0}"])
    #expect(try opened.rows() == [["1", "2", "3", "4", "5"]])
  }

  /// A table of many batches, with quoted line ends and empty lines.
  private static let large: [UInt8] = {
    var text = "id,note,value\n"
    for row in 1...60_000 {
      switch row % 10 {
      case 3: text += "\(row),\"a, \"\"b\"\"\nc\",\(row * 7)\n"
      case 6: text += "\(row),5\" disk,\(row * 7)\r\n"
      case 9: text += "\(row),\"x\"y,\(row * 7)\n\n"
      default: text += "\(row),plain text of row,\(row * 7)\n"
      }
    }
    return Array(text.utf8)
  }()

  private static let note = [3: "a, \"b\"\nc", 6: "5\" disk", 9: "xy"]

  @Test(arguments: [1, 4]) func manyBatches(threads: Int) throws {
    let opened = try Opened(Self.large, reading: .comma(header: true), threads: threads)
    let rows = try opened.rows()
    #expect(rows.count == 60_000)
    for (index, row) in rows.enumerated() {
      let number = index + 1
      guard
        row != ["\(number)", Self.note[number % 10] ?? "plain text of row", "\(number * 7)"]
      else { continue }
      Issue.record("row \(number): \(row)")
      break
    }
    #expect(try opened.table.content.countRows(in: opened.context) == 60_000)
    #expect(
      opened.context.ledger == [
        LedgerEntry(
          "quotes", .changed,
          why: "6000 cells have text behind their closing quote, in lines 11, 23, 35, 47, 59, 71, "
            + "83, 95, 107, 119 and 5990 more: the quotes are left out"),
        LedgerEntry(
          "empty lines", .dropped,
          why: "6000 lines without a byte are no rows, the first is line 12"),
      ])
  }

  @Test func readsFromEveryMark() throws {
    let opened = try Opened(Self.large, reading: .comma(header: true))
    let rows = try opened.rows()
    var marks: [RowMark] = []
    try opened.table.forEachBatch(in: opened.context) { batch in
      if let mark = batch.mark { marks.append(mark) }
      return true
    }
    #expect(marks.count > 5)
    for mark in marks.reversed() {
      let source = try opened.table.content.rows(from: mark, in: opened.context)
      let batch = RowBatch()
      #expect(try source.claim(batch))
      try source.split(batch)
      #expect(batch.firstRow == mark.row)
      #expect(
        Reading.texts(of: batch)
          == Array(rows[(mark.row - 1)..<(mark.row - 1 + batch.rowCount)]))
    }
  }

  /// Whatever the place where a file ends: rows, or an error, and no more rows than the whole has.
  @Test(arguments: [
    "a,b\n\"1\",2\n3,\"4\"\"5\"\n", "a;b\r\n1;2\r\n\r\n", "\u{FEFF}a\tb\n\"x\ny\"\tz\n",
    "\"a\",b\r",
  ])
  func truncatedAnywhere(text: String) throws {
    let bytes = Array(text.utf8)
    let whole = try Opened(bytes).rows().count
    for count in 1..<bytes.count {
      let opened = try Opened(Array(bytes.prefix(count)))
      #expect(try opened.rows().count <= whole + 1)
      #expect(
        try opened.rows().count == opened.table.content.countRows(in: opened.context))
    }
  }

  @Test func withoutAHeader() throws {
    let opened = try Opened(Array("1,2\n3,4\n".utf8), reading: .comma(header: false))
    #expect(opened.columns == ["1", "2"])
    #expect(!opened.table.hasHeader)
    #expect(try opened.rows() == [["1", "2"], ["3", "4"]])
  }
}
