import ConverterCore
import TableModel
import Testing

@testable import CSVPlugin

/// Records and cells by the rules.
@Suite struct ScanningTests {
  @Test(arguments: [
    ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
    ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
    ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
    ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
    ("a,b\rc,d\n1,2\r\n3,4", [["a", "b"], ["c", "d"], ["1", "2"], ["3", "4"]]),
    (",\n,", [["", ""], ["", ""]]),
    ("\"a\",\"b\"\n", [["a", "b"]]),
    ("\"a,b\",\"c\nd\"\n", [["a,b", "c\nd"]]),
    ("\"a\r\nb\",\"c\rd\"\r\n", [["a\r\nb", "c\rd"]]),
    ("\"a\"\"b\",\"\"\"\"\n", [["a\"b", "\""]]),
    ("\"\",\"\"\n", [["", ""]]),
    ("a,\"b\"", [["a", "b"]]),
    ("a,\"\"", [["a", ""]]),
    // A quote in mid-cell is text.
    ("5\" disk,3\"\n1,2\n", [["5\" disk", "3\""], ["1", "2"]]),
    ("a\"b,c\nd,e\"f\n", [["a\"b", "c"], ["d", "e\"f"]]),
    // What stands behind a closing quote stays.
    ("\"a\"b,c\n", [["ab", "c"]]),
    ("\"a\" \"b\",c\n", [["a \"b\"", "c"]]),
    ("\"a\"\"b\" x,c\n1,2\n", [["a\"b x", "c"], ["1", "2"]]),
    (" \"a\",b\n", [[" \"a\"", "b"]]),
    ("\u{0}a,\u{0}\n", [["\u{0}a", "\u{0}"]]),
  ])
  func rules(text: String, expected: [[String]]) {
    for chunk in 1...40 {
      var reading = Reading()
      reading.chunk = chunk
      let result = reading.rows(of: text, columns: 2)
      #expect(result.rows == expected, "\(chunk) bytes at a time")
      #expect(result.error == nil)
    }
  }

  @Test(arguments: [
    (#"a\,b,c"#, [["a,b", "c"]]),
    (#""a\"b",c"#, [["a\"b", "c"]]),
    (#""a\\",c"#, [["a\\", "c"]]),
    (#"C:\temp,\N"#, [[#"C:\temp"#, #"\N"#]]),
    ("a\\\nb,c\n1,2\n", [["a\nb", "c"], ["1", "2"]]),
    (#"a,b\"#, [["a", #"b\"#]]),
    (#"\"a,b"#, [["\"a", "b"]]),
  ])
  func escapes(text: String, expected: [[String]]) {
    for chunk in 1...20 {
      var reading = Reading()
      reading.chunk = chunk
      reading.dialect.escape = UInt8(ascii: "\\")
      #expect(reading.rows(of: text, columns: 2).rows == expected, "\(chunk) bytes at a time")
    }
  }

  @Test func withoutQuotes() {
    var reading = Reading()
    reading.dialect.quote = nil
    let result = reading.rows(of: "\"a,b\"\n\"\"\",\"\n", columns: 2)
    #expect(result.rows == [["\"a", "b\""], ["\"\"\"", "\""]])
  }

  @Test func quotesThatAreNotDoubled() {
    var reading = Reading()
    reading.dialect.doublesQuotes = false
    #expect(reading.rows(of: "\"a\"\"b\",c\n", columns: 2).rows == [["a\"b\"", "c"]])
    #expect(reading.rows(of: "\"\",\"a\"\n", columns: 2).rows == [["", "a"]])
  }

  @Test func spacesBeforeQuotes() {
    var reading = Reading()
    reading.dialect.skipsSpacesBeforeQuotes = true
    let result = reading.rows(of: "a,  \"b,c\"\n \"x\", y\n", columns: 2)
    #expect(result.rows == [["a", "b,c"], ["x", " y"]])
  }

  @Test func emptyLinesAreNoRows() {
    for chunk in 1...20 {
      var reading = Reading()
      reading.chunk = chunk
      let result = reading.rows(of: "\na,b\n\r\n\r\r\nc,d\n\n", columns: 2)
      #expect(result.rows == [["a", "b"], ["c", "d"]])
      #expect(
        result.ledger == [
          LedgerEntry(
            "empty lines", .dropped, why: "5 lines without a byte are no rows, the first is line 1")
        ])
    }
  }

  @Test func emptyLinesOfOneColumn() {
    let result = Reading().rows(of: "a\n\nb\n\n", columns: 1)
    #expect(result == Reading.Result(rows: [["a"], [""], ["b"], [""]]))
  }

  @Test(arguments: [1, 3, 100]) func raggedRowsAreKept(chunk: Int) {
    var reading = Reading()
    reading.chunk = chunk
    let result = reading.rows(of: "a,b\n\"1\n\",2,3\n4\n5,6,7,8\n", columns: 2)
    #expect(result.rows == [["a", "b"], ["1\n", "2", "3"], ["4"], ["5", "6", "7", "8"]])
    #expect(
      result.warnings == [
        "2 rows have more cells than the first row's 2, in lines 2 (with 3) and 5",
        "1 row has fewer cells than the first row's 2, in line 4 (with 1)",
      ])
  }

  @Test(arguments: [1, 100], [1, 3]) func manyRaggedRows(chunk: Int, threads: Int) {
    var reading = Reading()
    (reading.chunk, reading.threads) = (chunk, threads)
    let result = reading.rows(of: String(repeating: "a,b\nc\n", count: 13), columns: 2)
    #expect(
      result.warnings == [
        "13 rows have fewer cells than the first row's 2, in lines 2 (with 1), 4, 6, 8, 10, 12, 14, "
          + "16, 18, 20 and 3 more"
      ])
  }

  @Test(arguments: [1, 7, 100], [false, true])
  func textBehindAClosingQuoteIsSaid(chunk: Int, isStrict: Bool) {
    var reading = Reading()
    reading.chunk = chunk
    reading.reading.isStrict = isStrict
    let result = reading.rows(
      of: "a,5\" b\n\"c\nd\",e\n\"Bob\" Smith,f\n\"g,h\n1,\"i\",j\n", columns: 2)
    if isStrict {
      #expect(result.error == .damagedInput)
      #expect(
        result.message
          == "a cell in line 4 has text behind its closing quote; without --strict it is let through"
      )
    } else {
      #expect(
        result.rows == [["a", "5\" b"], ["c\nd", "e"], ["Bob Smith", "f"], ["g,h\n1,i\"", "j"]])
      #expect(
        result.warnings == ["2 cells have text behind their closing quote, in lines 4 and 5"])
    }
  }

  @Test(arguments: [1, 7, 100], [false, true])
  func bytesThatAreNotUTF8AreSaid(chunk: Int, isStrict: Bool) {
    var reading = Reading()
    reading.chunk = chunk
    reading.reading.isStrict = isStrict
    let text: [UInt8] = Array("ä,b\n".utf8) + [0xFC, 0x2C, 0xE2, 0x82, 0x0A, 0x63, 0x2C, 0xFF]
    let result = reading.rows(of: text, columns: 2)
    if isStrict {
      #expect(
        result.message == "the byte at offset 5 is not UTF-8; without --strict it is let through")
    } else {
      #expect(
        result.warnings == [
          "3 places are not UTF-8, the first at offset 5 (--encoding names another encoding)"
        ])
    }
  }

  @Test(arguments: [
    ("a,b\n\"x\ny\",2\n1,2,3\n4\n", "line 4 has 3 cells and not the first row's 2"),
    ("a,b\n\"x\"\"\n\n\",2\n1\n4,5,6\n", "line 5 has 1 cell and not the first row's 2"),
  ])
  func strictFailsOnTheFirst(text: String, message: String) {
    var reading = Reading()
    reading.reading.isStrict = true
    let result = reading.rows(of: text, columns: 2)
    #expect(result.error == .damagedInput)
    #expect(result.message?.hasPrefix(message) == true, "\(result.message ?? "")")
  }

  @Test(arguments: [1, 7, 1000], [false, true])
  func aQuoteThatIsNeverClosedIsText(chunk: Int, isStrict: Bool) {
    var reading = Reading()
    reading.chunk = chunk
    reading.reading.isStrict = isStrict
    let result = reading.rows(of: "a,b\n\"c\nd\",\"e\nf,\"\"\ng,h\n", columns: 2)
    if isStrict {
      #expect(result.error == .damagedInput)
      #expect(
        result.message
          == "the quote that opens a cell in line 3 is never closed; without --strict it is taken as text"
      )
    } else {
      #expect(result.rows == [["a", "b"], ["c\nd", "\"e"], ["f", ""], ["g", "h"]])
      #expect(
        result.warnings == [
          "the quote that opens a cell in line 3 is never closed, so it was taken as text"
        ])
    }
  }

  @Test func aRowLargerThanTheLimit() {
    var reading = Reading()
    reading.limits.memory = 1 << 20
    reading.chunk = 1 << 12
    let large = String(repeating: "x", count: 70_000)
    let result = reading.rows(of: "a,b\n\"\(large)\",2\n", columns: 2)
    #expect(result.error == .limitExceeded)
    #expect(
      result.message
        == "row 2, which begins in line 2, is larger than 32768 bytes, which may be because a quote in it "
        + "is never closed; --quote none reads quotes as text, and --limit memory=4194304 lets it through"
    )
  }

  @Test func aRowLargerThanABatch() {
    var reading = Reading()
    reading.chunk = 1 << 12
    let large = String(repeating: "x,\"\"\n", count: 70_000)
    let quoted = large.replacing("\"", with: "\"\"")
    let result = reading.rows(of: "a,b\n\"\(quoted)\",2\nc,d\n", columns: 2)
    #expect(result == Reading.Result(rows: [["a", "b"], [large, "2"], ["c", "d"]]))
  }

  @Test func rowsEndBeforeAFooter() {
    var reading = Reading()
    reading.dialect.rowsEnd = 8
    #expect(
      reading.rows(of: "a,b\nc,d\nTotal: 2\n", columns: 2).rows == [["a", "b"], ["c", "d"]])
  }
}
