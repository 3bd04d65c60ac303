import ConverterCore
import TableModel
import TableTestSupport
import TestSupport
import Testing

@testable import XLSXPlugin

@Suite struct XLSXWritingTests {
  private func table(
    _ columns: [String], _ rows: [[(String, Cell.Kind)]], title: String? = "t",
    hasHeader: Bool = true
  ) -> Table {
    Table(
      title: title, columns: columns.map { Column($0) }, hasHeader: hasHeader,
      content: MemoryRows(rows: rows))
  }

  private let texts = [
    "007", "", "2523,00", "1e5", " x ", "a\0b", "\"'<&>", "line\nline", "cr\r\nlf", "ä🙂", "\t",
    "_x000D_", "_x0041", "=1+1", "\u{1}\u{1F}\u{7F}", "\u{FFFE}\u{FFFF}x", "_x005F__", "true",
  ]

  @Test func textStaysAsItIs() throws {
    let context = try Workbooks.context()
    let bytes = try Workbooks.write(
      table(["a", "b"], texts.map { [($0, .text), ($0, .text)] }), in: context)
    let back = try Workbooks.read(bytes, in: context)
    #expect(back.title == "t")
    #expect(columnNames(of: back) == ["a", "b"])
    #expect(
      try cellsWithKinds(of: back, in: context) == texts.map { ["text \($0)", "text \($0)"] })
    #expect(context.ledger.isEmpty)
  }

  @Test(.enabled(if: Workbooks.hasOpenpyxl)) func openpyxlReadsIt() throws {
    let context = try Workbooks.context()
    let scratch = try ScratchFolder()
    let rows: [[(String, Cell.Kind)]] = [
      [("007", .text), ("1.50", .number), ("true", .boolean), ("", .null)],
      [(" ä\n🙂", .text), ("12345678901234567890", .number), ("false", .boolean), ("[1]", .json)],
    ]
    var main = table(["a", "n", "b", "j"], rows, title: "One/Two")
    let other = table(["x"], [[("y", .text)]], title: "one_two", hasHeader: false)
    main.siblings = [Sibling(name: "o") { () throws(ConversionError) in other }]
    let bytes = try Workbooks.write(main, in: context)
    let path = try scratch.write(bytes, to: "a.xlsx")
    let said = try Workbooks.python(
      """
      book = openpyxl.load_workbook(path)
      for sheet in book:
        print(sheet.title, sheet.freeze_panes, sheet['A1'].font.b)
        for row in sheet.iter_rows(values_only=True): print(ascii(row))
      """, path: path)
    #expect(
      said == """
        One_Two A2 True
        ('a', 'n', 'b', 'j')
        ('007', 1.5, True, None)
        (' \\xe4\\n\\U0001f642', '12345678901234567890', False, '[1]')
        one_two (2) None False
        ('y',)

        """)
    #expect(
      context.ledger.map(\.what) == ["sheet One/Two", "numbers", "nested values", "sheet one_two"])
  }

  /// Null is no cell, and so is what a row does not have.
  @Test func missingCellsAreNoted() throws {
    let context = try Workbooks.context()
    _ = try Workbooks.write(
      table(["a", "b", "c"], [[("", .null), ("", .text), ("x", .text)]]), in: context)
    #expect(context.ledger == [])
    let rows: [[(String, Cell.Kind)]] = [
      [("", .null), ("", .missing), ("", .text)], [("", .missing), ("1", .number), ("", .missing)],
    ]
    let bytes = try Workbooks.write(table(["a", "b", "c"], rows), in: context)
    #expect(
      context.ledger == [
        LedgerEntry(
          "missing cells", .changed, why: "what a row does not have is an empty cell in XLSX")
      ])
    let back = try Workbooks.read(bytes, in: context)
    #expect(
      try cellsWithKinds(of: back, in: context) == [
        ["null ", "null ", "text "], ["null ", "number 1", "null "],
      ])
  }

  @Test func thereAndBackAndThere() throws {
    let context = try Workbooks.context()
    let rows: [[(String, Cell.Kind)]] = [
      [("1", .number), ("-1.5e-7", .number), ("x", .text)],
      [("", .null), ("", .text), ("y", .text)],
      [("", .text), ("", .null), ("", .null)],
      [("true", .boolean), ("0.1", .number), ("z", .text)],
    ]
    let once = try Workbooks.write(table(["a", "b", "c"], rows), in: context)
    let back = try Workbooks.read(once, in: context)
    #expect(
      try cellsWithKinds(of: back, in: context) == [
        ["number 1", "number -1.5e-7", "text x"], ["null ", "text ", "text y"],
        ["text ", "null ", "null "], ["boolean true", "number 0.1", "text z"],
      ])
    #expect(try Workbooks.write(back, in: context) == once)
  }

  @Test func inferredNumbers() throws {
    let context = try Workbooks.context()
    let row = ["42", "1.50", "007", "1e5", "12345678901234567890", "2024-01-01"].map {
      ($0, Cell.Kind.text)
    }
    let bytes = try Workbooks.write(
      table(["1", "b", "c", "d", "e", "f"], [row]), ["types": "infer"], in: context)
    let back = try Workbooks.read(bytes, in: context)
    #expect(
      try cellsWithKinds(of: back, in: context) == [
        [
          "number 42", "number 1.50", "text 007", "number 1e5", "text 12345678901234567890",
          "text 2024-01-01",
        ]
      ])
    #expect(columnNames(of: back) == ["1", "b", "c", "d", "e", "f"])
  }

  @Test func moreRowsThanASheetHolds() throws {
    let context = try Workbooks.context()
    let content = MemoryRows(rows: (0..<100).map { [("\($0)", .number)] }, repeats: 25)
    var options = try XLSXWriterOptions(ConversionOptions())
    options.mostRows = 1001
    let output = try OutputFile(.memory)
    try XLSXWriter().write(
      Table(title: "many", columns: [Column("n")], content: content), as: Workbooks.type,
      to: output,
      options: options, in: WritingContext(context))
    let table = try Workbooks.read(output.bytes, in: context)
    #expect(try table.content.countRows(in: context) == 1000)
    #expect(table.siblings.map(\.name) == ["many (2)", "many (3)"])
    let rest = try table.siblings[1].open()
    #expect(
      try cellsWithKinds(of: rest, in: context) == (0..<500).map { ["number \($0 % 100)"] })
    #expect(columnNames(of: rest) == ["n"])
    #expect(context.ledger.map(\.what) == ["sheets"])
  }

  @Test(arguments: [
    (String(repeating: "x", count: 32_768), 1), (String(repeating: "🙂", count: 16_384), 1),
    ("x", 16_385),
  ])
  func whatNoSheetHolds(text: String, columns: Int) throws {
    let context = try Workbooks.context()
    let row = Array(repeating: (text, Cell.Kind.text), count: columns)
    let error = #expect(throws: ConversionError.self) {
      try Workbooks.write(table(["a"], [row]), in: context)
    }
    #expect(error?.code == .unsupportedContent)
    #expect(error?.message.contains("entry") == false)
  }

  @Test func theLongestTextFits() throws {
    let context = try Workbooks.context()
    let text = String(repeating: "ä", count: 32_767)
    let back = try Workbooks.read(
      Workbooks.write(table(["a"], [[(text, .text)]]), in: context), in: context)
    #expect(try cellsWithKinds(of: back, in: context) == [["text \(text)"]])
  }

  @Test(arguments: [
    ("a", "a"), ("", "_"), ("'a'", "a"), ("a[]:*?/\\b", "a_______b"), ("History", "History_"),
    ("123456789 123456789 123456789 123", "123456789 123456789 123456789 1"), ("'", "_"),
  ])
  func namesOfSheets(wanted: String, name: String) throws {
    let context = try Workbooks.context()
    var names = SheetNames()
    #expect(names.name(for: wanted, part: 1, in: context) == name)
    #expect(names.name(for: wanted, part: 1, in: context) != name)
  }

  @Test(arguments: ["R&D", "<\"&amp;\">", "&#38;", "<\u{301}\"\u{301}"])
  func namesOfSheetsComeBack(name: String) throws {
    let bytes = try Workbooks.write(
      Table(title: name, columns: [Column("a")], content: MemoryRows(rows: [[("x", .text)]])),
      in: Workbooks.context())
    let context = try Workbooks.context(table: name)
    let back = try Workbooks.read(bytes, in: context)
    #expect(back.title == name)
    #expect(try cellsWithKinds(of: back, in: context) == [["text x"]])
  }

  @Test func textThatIsNoUTF8() throws {
    let context = try Workbooks.context()
    let xml = ByteBuffer()
    let bytes: [UInt8] = [
      0x61, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0xF4, 0x90, 0x80, 0x80, 0xE2, 0x82,
    ]
    let report = CellText.append(bytes.span, to: xml)
    #expect(!report.isValidUTF8)
    let text = String(decoding: xml.bytes, as: UTF8.self)
    #expect(text.filter { $0 != "\u{FFFD}" } == "a(")
    #expect(context.ledger.isEmpty)
  }

  @Test func lettersOfColumns() {
    for (column, letters) in [
      (0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA"), (16383, "XFD"),
    ] {
      #expect(String(decoding: CellReference.letters(of: column), as: UTF8.self) == letters)
      let bytes = Array("\(letters)7".utf8)
      let reference = CellReference(bytes.span)
      #expect(reference?.column == column)
    }
  }
}
