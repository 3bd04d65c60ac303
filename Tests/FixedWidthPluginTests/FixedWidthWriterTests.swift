import ConverterCore
import FixedWidthPlugin
import TableModel
import TableTestSupport
import Testing

@Suite("Tables as text of fixed widths")
struct FixedWidthWriterTests {
  private func write(
    _ table: Table, set settings: [String: String] = [:], in context: ConversionContext = .test()
  ) throws -> String {
    try written(table, by: FixedWidthWriter(), as: "public.plain-text", set: settings, in: context)
  }

  private static var cities: Table {
    Table(
      ["city", "people", "note"],
      [["Berlin", "3755251", "capital"], ["東京", "37468000", ""], ["Z\u{301}", "-5", "x"]])
  }

  @Test("are lined up, numbers at the right", arguments: [1, 3])
  func alignment(threads: Int) throws {
    #expect(
      try write(Self.cities, in: .test(threads: threads)) == """
        city      people  note
        ------  --------  -------
        Berlin   3755251  capital
        東京    37468000
        Z\u{301}             -5  x

        """)
  }

  @Test("go to a pipe as they are written")
  func frontToBack() {
    #expect(FixedWidthWriter().writesFrontToBack(as: "public.plain-text"))
  }

  @Test("with a gap and no ruler")
  func options() throws {
    #expect(
      try write(Self.cities, set: ["gap": "1", "ruler": "false"]) == """
        city     people note
        Berlin  3755251 capital
        東京   37468000
        Z\u{301}            -5 x

        """)
    let error = #expect(throws: ConversionError.self) {
      try write(Self.cities, set: ["gap": "0"])
    }
    #expect(error?.code == .usage)
  }

  @Test("with control characters as escapes, which the ledger tells")
  func controls() throws {
    let context = ConversionContext.test()
    let text = try write(
      Table(["a\nb", "c"], [["1\r\n2\t", "\u{1B}[31m"], ["x", "|"]]), in: context)
    #expect(
      text == """
        a\\nb      c
        --------  --------
        1\\r\\n2\\t  \\x1B[31m
        x         |

        """)
    #expect(
      context.ledger == [
        LedgerEntry(
          "column names", .changed, why: "control characters in them are written as \\n, \\x1B"),
        LedgerEntry("line breaks", .changed, why: "a cell in row 1 has some, written as \\n"),
        LedgerEntry(
          "control characters", .changed,
          why: "2 cells, the first in row 1, have some, written as \\t, \\x1B"),
      ])
  }

  @Test("whatever cells rows have")
  func ragged() throws {
    let context = ConversionContext.test()
    let text = try write(
      Table(["a", "b"], [["1"], ["1", "2", "three"], [], [nil, "x"]]), in: context)
    #expect(text == "a  b\n-  -  -----\n1\n1  2  three\n\n   x\n")
    #expect(context.ledger.map(\.what) == ["ragged rows", "ragged rows", "null"])
    #expect(
      context.ledger.first?.why
        == "2 rows, the first is 1, have fewer cells than there are columns, and got empty ones")
  }

  @Test("without a header, and without anything")
  func empty() throws {
    #expect(try write(Table(["1", "2"], [["a", "b"]], hasHeader: false)) == "a  b\n")
    #expect(try write(Table(["a"], [])) == "a\n-\n")
    #expect(try write(Table([], [])) == "")
  }
}
