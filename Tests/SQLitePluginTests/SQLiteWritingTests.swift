import ConverterCore
import SystemPackage
import TableModel
import TableTestSupport
import TestSupport
import Testing

@testable import SQLitePlugin

@Suite struct SQLiteWritingTests {
  private func table(
    _ columns: [String], _ rows: [[(String, Cell.Kind)]], title: String? = "t"
  ) -> Table {
    Table(title: title, columns: columns.map { Column($0) }, content: MemoryRows(rows: rows))
  }

  @Test func textStaysAsItIs() throws {
    let context = try SQLiteTables.context()
    let texts = ["007", "2523,00", "1e5", " x ", "", "a\0b", "\"'", "line\nline", "ä🙂"]
    let bytes = try SQLiteTables.write(
      table(["a", "b"], texts.map { [($0, .text), ($0, .text)] }), in: context)
    let back = try SQLiteTables.read(InputFile(bytes: bytes), in: context)
    #expect(back.title == "t")
    #expect(back.columns == [Column("a"), Column("b")])
    #expect(
      try cellsWithKinds(of: back, in: context) == texts.map { ["text \($0)", "text \($0)"] })
    #expect(context.ledger.isEmpty)
  }

  @Test func tablesWithoutColumnsAreLeftOut() throws {
    let context = try SQLiteTables.context()
    var main = table([], [])
    let other = Table(title: "o", columns: [Column("x")], content: MemoryRows(rows: []))
    main.siblings = [Sibling(name: "o") { () throws(ConversionError) in other }]
    let bytes = try SQLiteTables.write(main, in: context)
    let back = try SQLiteTables.read(InputFile(bytes: bytes), in: context)
    #expect(back.title == "o")
    #expect(back.siblings.isEmpty)
    #expect(context.ledger.map(\.what) == ["empty tables"])
    main.siblings = []
    let alone = main
    let error = #expect(throws: ConversionError.self) {
      try SQLiteTables.write(alone, in: context)
    }
    #expect(error?.message == "t has no columns, and a table of SQLite has at least one")
  }

  @Test func typesSurvive() throws {
    let context = try SQLiteTables.context()
    let rows: [[(String, Cell.Kind)]] = [
      [
        ("1", .number), ("1.5", .number), ("1", .number), ("x", .text), ("7", .number), ("", .null),
      ],
      [
        ("-9223372036854775808", .number), ("-2.5e-7", .number), ("0.1", .number), ("y", .text),
        ("007", .text), ("", .null),
      ],
    ]
    let bytes = try SQLiteTables.write(table(["i", "r", "n", "t", "m", "z"], rows), in: context)
    let scratch = try ScratchFolder()
    let path = try scratch.write(bytes, to: "a.sqlite")
    if let schema = try SQLiteTables.shell(path, ".schema") {
      #expect(
        schema
          == "CREATE TABLE IF NOT EXISTS \"t\" (\"i\" INTEGER, \"r\" REAL, \"n\" NUMERIC, "
          + "\"t\" TEXT, \"m\", \"z\" TEXT);\n")
      #expect(try SQLiteTables.shell(path, "PRAGMA integrity_check") == "ok\n")
      #expect(
        try SQLiteTables.shell(path, "SELECT group_concat(typeof(m)), sum(i = 1) FROM t")
          == "integer,text|1\n")
    }
    let back = try SQLiteTables.read(InputFile(bytes: bytes), in: context)
    #expect(
      try cellsWithKinds(of: back, in: context) == [
        ["number 1", "number 1.5", "number 1", "text x", "number 7", "null "],
        [
          "number -9223372036854775808", "number -2.5e-07", "number 0.1", "text y", "text 007",
          "null ",
        ],
      ])
  }

  @Test func numbersThatDoNotFitStayText() throws {
    let context = try SQLiteTables.context()
    let long = ["9223372036854775808", "0.1234567890123456789", "1e999", "-0"]
    let bytes = try SQLiteTables.write(table(["a"], long.map { [($0, .number)] }), in: context)
    let back = try SQLiteTables.read(InputFile(bytes: bytes), in: context)
    #expect(
      try cellsWithKinds(of: back, in: context) == [
        ["text 9223372036854775808"], ["text 0.1234567890123456789"], ["text 1e999"],
        ["number -0.0"],
      ])
    #expect(context.ledger.map(\.what) == ["numbers"])
  }

  @Test func booleansAndInferredNumbers() throws {
    let context = try SQLiteTables.context()
    let row: [(String, Cell.Kind)] = [
      ("true", .boolean), ("42", .text), ("1.50", .text), ("007", .text), ("[1]", .json),
    ]
    let bytes = try SQLiteTables.write(
      table(["a", "b", "c", "d", "e"], [row]), ["types": "infer"], in: context)
    let back = try SQLiteTables.read(InputFile(bytes: bytes), in: context)
    #expect(
      try cellsWithKinds(of: back, in: context) == [
        ["number 1", "number 42", "number 1.5", "text 007", "text [1]"]
      ])
  }

  @Test func namesAreToldApart() throws {
    let context = try SQLiteTables.context()
    let names = ["a", "A", "", "a_2", "x\"y", "z\0"]
    let row = names.map { ($0, Cell.Kind.text) }
    let bytes = try SQLiteTables.write(table(names, [row], title: "sqlite_x"), in: context)
    let back = try SQLiteTables.read(InputFile(bytes: bytes), in: context)
    #expect(back.title == "table_sqlite_x")
    #expect(
      back.columns.map { String(decoding: $0.name, as: UTF8.self) }
        == ["a", "A_3", "column_3", "a_2", "x\"y", "z\u{FFFD}"])
    #expect(context.ledger.map(\.what) == ["table sqlite_x", "column names"])
  }

  @Test func raggedRowsLoseNothing() throws {
    let context = try SQLiteTables.context()
    let bytes = try SQLiteTables.write(
      table(
        ["a", "b"],
        [[("1", .text)], [("1", .text), ("2", .text), ("3", .text), ("4", .text)], []]),
      in: context)
    let back = try SQLiteTables.read(InputFile(bytes: bytes), in: context)
    #expect(back.columns.count == 4)
    #expect(
      try cellsWithKinds(of: back, in: context) == [
        ["text 1", "null ", "null ", "null "], ["text 1", "text 2", "text 3", "text 4"],
        ["null ", "null ", "null ", "null "],
      ])
    #expect(context.ledger.map(\.what).contains("columns"))
  }

  @Test func severalTablesGoIntoOneDatabase() throws {
    let context = try SQLiteTables.context()
    var main = table(["a"], [[("1", .text)]], title: "One")
    let other = table(["b"], [[("2", .text)]], title: "one")
    main.siblings = [Sibling(name: "one") { () throws(ConversionError) in other }]
    let bytes = try SQLiteTables.write(main, in: context)
    let back = try SQLiteTables.read(InputFile(bytes: bytes), in: context)
    #expect(back.siblings.map(\.name) == ["one_2"])
    #expect(try cellsWithKinds(of: back.siblings[0].open(), in: context) == [["text 2"]])
  }

  @Test func manyRowsInAFile() throws {
    let scratch = try ScratchFolder()
    let context = try SQLiteTables.context()
    let content = MemoryRows(
      rows: (0..<1000).map { [("\($0)", .number), ("text \($0)", .text)] }, repeats: 300)
    let output = try OutputFile(.file(FilePath(scratch.file("a.sqlite"))))
    try SQLiteWriter().write(
      Table(columns: [Column("n"), Column("t")], content: content), as: "org.sqlite.sqlite3",
      to: output, options: SQLiteWriterOptions(ConversionOptions()), in: WritingContext(context))
    try output.complete()
    try output.publish()
    #expect(scratch.names == ["a.sqlite"])
    let back = try SQLiteTables.read(
      InputFile(path: FilePath(scratch.file("a.sqlite"))), in: context)
    #expect(back.title == "a")
    #expect(try back.content.countRows(in: context) == 300_000)
    #expect(
      try SQLiteTables.shell(
        scratch.file("a.sqlite"), "PRAGMA integrity_check; SELECT sum(n) FROM a")
        ?? "ok\n149850000\n" == "ok\n149850000\n")
  }

  @Test func theLimitOfTheOutputHolds() throws {
    var limits = Limits.standard
    limits.output = 100_000
    var reading = ReadingOptions()
    reading.isStrict = false
    let scratch = try ScratchFolder()
    let input = scratch.file("big.sqlite")
    let context = try SQLiteTables.context()
    let big = try SQLiteTables.write(
      table(["a"], (0..<20_000).map { [("some text \($0)", .text)] }), in: context)
    try scratch.write(big, to: "big.sqlite")
    let converter = Converter(registry: try SQLiteTables.registry())
    let target = try #require(converter.catalog["org.sqlite.sqlite3"])
    let request = Request(
      input: .file(FilePath(input)), target: target,
      output: .file(FilePath(scratch.file("b.sqlite"))),
      limits: limits)
    guard case .failed(let error) = converter.convert(request).status else {
      Issue.record("it was written")
      return
    }
    #expect(error.code == .limitExceeded)
    #expect(scratch.names == ["big.sqlite"])
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", nil), ("12", 12), ("-9223372036854775808", .min),
      ("9223372036854775808", nil),
      ("1.0", nil), ("01", nil), ("1e3", nil), ("", nil), ("+1", nil),
      ("9223372036854775807", .max),
    ] as [(String, Int64?)])
  func integers(text: String, value: Int64?) {
    #expect(NumberText(text)?.integer == value)
  }

  @Test(
    arguments: [
      ("0.1", 0.1), ("0.10000000000000001", 0.1), ("12345678901234567", nil), ("1e5", 1e5),
      ("1.7976931348623157e308", Double.greatestFiniteMagnitude), ("1e309", nil),
      ("9007199254740993", nil), ("9007199254740992", 9_007_199_254_740_992),
      ("100000000000000000000000", 1e23), ("0.000", 0), (".5", nil), ("5.", nil), ("1e", nil),
      ("1e99999999999999999999", nil), ("123.456E-2", 1.23456),
    ] as [(String, Double?)])
  func doubles(text: String, value: Double?) {
    #expect(NumberText(text)?.double == value)
  }

  /// A number that will be written otherwise is the same number, but not the same text.
  @Test func inferredNumbersThatAreWrittenOtherwiseAreCounted() throws {
    let context = try SQLiteTables.context()
    let texts = ["2523.00", "1e5", "12", "0.5", "x", "-3.10"]
    let bytes = try SQLiteTables.write(
      table(["a"], texts.map { [($0, .text)] }), ["types": "infer"], in: context)
    let back = try SQLiteTables.read(InputFile(bytes: bytes), in: context)
    #expect(
      try cellsWithKinds(of: back, in: context).map { $0[0] }
        == ["number 2523.0", "number 100000.0", "number 12", "number 0.5", "text x", "number -3.1"])
    #expect(
      context.ledger == [
        LedgerEntry(
          "numbers", .changed,
          why: "3 have the same value and other digits: 2523.00 in row 1 is 2523.0")
      ])
  }

  @Test func tooManyColumnsAreRefusedAtOnce() throws {
    let context = try SQLiteTables.context()
    let wide = table((0..<2001).map { "c\($0)" }, [])
    let error = #expect(throws: ConversionError.self) {
      try SQLiteTables.write(wide, in: context)
    }
    #expect(
      error?.message
        == "has 2001 columns, and a table of SQLite has at most 2000; --columns chooses some")
    let commas = Table(
      columns: Array(repeating: Column(""), count: 3_000_000), content: MemoryRows(rows: []))
    let start = ContinuousClock.now
    #expect(throws: ConversionError.self) { try SQLiteTables.write(commas, in: context) }
    #expect(.now - start < .seconds(1))
  }
}
