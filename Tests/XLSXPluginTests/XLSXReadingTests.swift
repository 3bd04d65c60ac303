import ConverterCore
import TableModel
import TableTestSupport
import TestSupport
import Testing

@testable import XLSXPlugin

@Suite struct XLSXReadingTests {
  @Test(.enabled(if: Workbooks.hasOpenpyxl)) func everyKindOfCell() throws {
    let bytes = try Workbooks.made(
      by: """
        sheet.title = 'Größe'
        sheet.append(['id', 'text', 'when', 'ok', 'what'])
        sheet.append([1, '007', datetime.datetime(2024, 2, 29, 13, 30, 5), True, '=1+1'])
        sheet.append([-1.5e-7, ' a\\nb ', datetime.date(1999, 12, 31), False, '#N/A'])
        sheet.append([12345678901234567, 'ä🙂<&>', datetime.time(7, 5), None, None])
        sheet.append([0.1, '', datetime.timedelta(hours=36, minutes=5), 'x', 3])
        sheet['A5'].number_format = '0.00E+00'
        """)
    let context = try Workbooks.context()
    let table = try Workbooks.read(bytes, in: context)
    #expect(table.title == "Größe")
    #expect(columnNames(of: table) == ["id", "text", "when", "ok", "what"])
    #expect(
      try cellsWithKinds(of: table, in: context) == [
        ["number 1", "text 007", "text 2024-02-29T13:30:05", "boolean true", "null "],
        ["number -1.5e-07", "text  a\nb ", "text 1999-12-31", "boolean false", "text #N/A"],
        ["number 1.234567890123457e+16", "text ä🙂<&>", "text 07:05:00", "null ", "null "],
        ["number 0.1", "null ", "text 36:05:00", "text x", "number 3"],
      ])
    #expect(context.ledger.map(\.what) == ["dates", "formulas without results", "number formats"])
    #expect(context.warnings.count == 1)
  }

  @Test(.enabled(if: Workbooks.hasOpenpyxl)) func sheetsAreSiblings() throws {
    let bytes = try Workbooks.made(
      by: """
        sheet.title = 'empty'
        one = book.create_sheet('Hidden'); one.append(['h']); one.append([1]); one.sheet_state = 'hidden'
        two = book.create_sheet('Shown'); two.append(['s']); two.append([2])
        """)
    let context = try Workbooks.context()
    let table = try Workbooks.read(bytes, in: context)
    #expect(table.title == "Shown")
    #expect(table.siblings.map(\.name) == ["empty", "Hidden"])
    let hidden = try table.siblings[1].open()
    #expect(try cellsWithKinds(of: hidden, in: context) == [["number 1"]])
    #expect(try table.siblings[0].open().columns.isEmpty)
    for name in ["hidden", "3"] {
      let table = try Workbooks.read(bytes, in: Workbooks.context(table: name))
      #expect(table.title == "Hidden")
      #expect(table.siblings.isEmpty)
    }
    let error = #expect(throws: ConversionError.self) {
      try Workbooks.read(bytes, in: Workbooks.context(table: "nope"))
    }
    #expect(error?.message == "has no sheet \"nope\"; it has empty, Shown, Hidden")
    #expect(error?.code == .usage)
  }

  @Test(.enabled(if: Workbooks.hasOpenpyxl)) func from1904AndMergedCells() throws {
    let bytes = try Workbooks.made(
      by: """
        from openpyxl.utils.datetime import CALENDAR_MAC_1904
        book.epoch = CALENDAR_MAC_1904
        sheet.append(['a', 'b', 'c'])
        sheet.append([datetime.datetime(2011, 1, 1, 6), 'm', None])
        sheet.merge_cells('B2:C2')
        """)
    let context = try Workbooks.context()
    let table = try Workbooks.read(bytes, in: context)
    #expect(
      try cellsWithKinds(of: table, in: context) == [
        ["text 2011-01-01T06:00:00", "text m", "null "]
      ])
    #expect(context.ledger.map(\.what) == ["dates", "merged cells"])
  }

  @Test func headersAndSkippedRows() throws {
    let bytes = try Workbooks.sheet(
      """
      <row r="2"><c r="B2" t="str"><v>title</v></c></row>
      <row r="4"><c r="A4" t="str"><v>a</v></c><c r="C4" t="str"><v>c</v></c></row>
      <row r="5"><c r="B5"><v>1</v></c></row>
      <row r="8"><c><v>2</v></c><c/><c r="D8" t="b"><v>1</v></c></row>
      """)
    let context = try Workbooks.context(skipped: 3)
    let table = try Workbooks.read(bytes, in: context)
    #expect(columnNames(of: table) == ["a", "", "c", ""])
    #expect(
      try cellsWithKinds(of: table, in: context) == [
        ["null ", "number 1", "null ", "null "], ["null ", "null ", "null ", "null "],
        ["null ", "null ", "null ", "null "], ["number 2", "null ", "null ", "boolean true"],
      ])
    let plain = try Workbooks.context(headerLines: 0)
    let all = try Workbooks.read(bytes, in: plain)
    #expect(!all.hasHeader)
    #expect(columnNames(of: all) == ["1", "2", "3", "4"])
    #expect(try cellsWithKinds(of: all, in: plain).count == 7)
    #expect(try all.content.countRows(in: plain) == 7)
    let two = try Workbooks.context(headerLines: 2, skipped: 3)
    #expect(columnNames(of: try Workbooks.read(bytes, in: two)) == ["a", "1", "c", ""])
  }

  @Test func sharedTextsAndEscapes() throws {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let bytes = try Workbooks.sheet(
      """
      <row><c t="s"><v>0</v></c><c t="s"><v> 1 </v></c></row>
      <row><c t="s"><v>2</v></c><c t="inlineStr"><is><r><t>in</t></r><r><t xml:space="preserve"> line_x0041_</t></r></is></c></row>
      """,
      parts: [
        "xl/_rels/workbook.xml.rels": """
        <Relationships><Relationship Id="a" Type="\(office)/worksheet" Target="/xl/s.xml"/>
        <Relationship Id="b" Type="\(office)/sharedStrings" Target="../xl/./strings.xml"/></Relationships>
        """,
        "xl/Strings.xml": """
        <x:sst xmlns:x="y"><x:si><x:t>a_x000D_b_x005F_x000D__xD83D_</x:t></x:si>
        <x:si><x:r><x:t>ri</x:t></x:r><x:r><x:t>ch</x:t></x:r><x:rPh><x:t>PHON</x:t></x:rPh></x:si>
        <x:si><x:t><![CDATA[<&>]]>&#x1F642;&amp;</x:t></x:si></x:sst>
        """,
      ])
    let context = try Workbooks.context(headerLines: 0)
    let table = try Workbooks.read(bytes, in: context)
    #expect(
      try cellsWithKinds(of: table, in: context) == [
        ["text a\rb_x000D__xD83D_", "text rich"], ["text <&>🙂&", "text in lineA"],
      ])
  }

  /// A long text that many cells share is bounded by what it comes to.
  @Test(arguments: [(50, false), (100, true)])
  func sharedTextsHaveALimit(cells: Int, isRefused: Bool) throws {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let bytes = try Workbooks.sheet(
      (0..<cells).map { _ in "<row><c t=\"s\"><v>0</v></c></row>" }.joined(),
      parts: [
        "xl/_rels/workbook.xml.rels":
          "<Relationships><Relationship Id=\"a\" Type=\"\(office)/worksheet\" Target=\"s.xml\"/>"
          + "<Relationship Id=\"b\" Type=\"\(office)/sharedStrings\" Target=\"t.xml\"/></Relationships>",
        "xl/t.xml": "<sst><si><t>\(String(repeating: "x", count: 1_000_000))</t></si></sst>",
      ])
    let context = try Workbooks.context(headerLines: 0)
    func count() throws -> Int {
      var count = 0
      try Workbooks.read(bytes, in: context).forEachBatch(in: context) { batch in
        count += batch.rowCount
        return true
      }
      return count
    }
    guard isRefused else { return #expect(try count() == cells) }
    let error = #expect(throws: ConversionError.self) { try count() }
    #expect(error?.code == .limitExceeded)
    #expect(error?.limit?.name == "ratio" && error?.limit?.allowed == 200)
  }

  @Test(
    arguments: [
      ("0.00", nil), ("General", nil), ("yyyy\\-mm\\-dd", .date), ("[$-409]d-mmm-yy;@", .date),
      ("mmm", .date), ("h:mm AM/PM", .time), ("mm:ss.0", .time), ("[h]:mm:ss", .duration),
      ("\"day\" 0", nil), ("[Red]0;[Blue]d", nil), ("m/d/yy h:mm", .dateAndTime), ("0.00E+00", nil),
      ("_d0", nil), ("[Red]ss", .time), ("ge.m.d", .date),
    ] as [(String, SerialDate.Format?)])
  func formats(code: String, format: SerialDate.Format?) {
    #expect(SerialDate.Format(code: code) == format)
  }

  @Test(
    arguments: [
      (1, .date, "1900-01-01"), (59, .date, "1900-02-28"), (60, .date, "1900-02-29"),
      (61, .date, "1900-03-01"), (45351.5, .date, "2024-02-29T12:00:00"), (0, .date, nil),
      (0.5, .time, "12:00:00"), (0.520833333333333, .time, "12:30:00"),
      (36526, .date, "2000-01-01"),
      (73050, .date, "2099-12-31"), (2958465, .date, "9999-12-31"), (2958466, .date, nil),
      (-1, .date, nil), (1.5, .duration, "36:00:00"),
      (44197.00001157407, .dateAndTime, "2021-01-01T00:00:01"),
      (0.0000057870, .time, "00:00:00.500"),
    ] as [(Double, SerialDate.Format, String?)])
  func dates(serial: Double, format: SerialDate.Format, text: String?) {
    #expect(SerialDate.text(serial, format, .from1900) == text)
  }

  @Test(arguments: [
    "<row r=\"2\"/><row r=\"1\"><c><v>1</v></c></row><row r=\"1\"><c><v>1</v></c></row>",
    "<row r=\"1\"><c r=\"B1\"><v>1</v></c><c r=\"A1\"><v>1</v></c></row>",
    "<row r=\"1048577\"><c><v>1</v></c></row>", "<row r=\"1\"><c r=\"XFE1\"><v>1</v></c></row>",
    "<row r=\"1\"><c r=\"A2\"><v>1</v></c></row>", "<row r=\"x\"><c><v>1</v></c></row>",
    "<row><c t=\"s\"><v>0</v></c></row>", "<row><c t=\"s\"><v>-1</v></c></row>", "<row><c></row>",
    "<row><c><v>&unknown;</v></c></row>", "<row r=\"1\"><c r=\"AAAA1\"><v>1</v></c></row>",
  ])
  func whatNoSheetMayHave(data: String) throws {
    let context = try Workbooks.context()
    let error = #expect(throws: ConversionError.self) {
      let table = try Workbooks.read(Workbooks.sheet(data), in: context)
      _ = try cellsWithKinds(of: table, in: context)
    }
    #expect(error?.code == .damagedInput)
  }

  @Test func entitiesAreNotExpanded() throws {
    let context = try Workbooks.context()
    let bomb = """
      <!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
      <worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>
      """
    let error = #expect(throws: ConversionError.self) {
      try Workbooks.read(Workbooks.sheet(bomb), in: context)
    }
    #expect(error?.code == .unsupportedContent)
  }

  /// Little XML must not become a lot of cells.
  @Test func emptinessIsBounded() throws {
    let context = try Workbooks.context()
    let far = try Workbooks.read(
      Workbooks.sheet(
        "<row r=\"1\"><c><v>1</v></c></row><row r=\"1048576\"><c><v>2</v></c></row>"), in: context)
    #expect(try cellsWithKinds(of: far, in: context) == [["number 2"]])
    #expect(context.ledger.map(\.what) == ["rows 2 to 1048575"])
    let wide = (1...200).map { "<row r=\"\($0)\"><c r=\"XFD\($0)\"><v>1</v></c></row>" }
    let error = #expect(throws: ConversionError.self) {
      let table = try Workbooks.read(Workbooks.sheet(wide.joined()), in: context)
      _ = try table.content.countRows(in: context)
    }
    #expect(error?.code == .limitExceeded)
    var limits = Limits.standard
    limits.ratio = 2000
    let allowed = try Workbooks.context(limits: limits)
    let table = try Workbooks.read(Workbooks.sheet(wide.joined()), in: allowed)
    #expect(try table.content.countRows(in: allowed) == 199)
  }

  /// Rows are cut anywhere by the pieces that the XML is read in.
  @Test func rowsAcrossPieces() throws {
    let rows = (1...3000).map { row in
      "<row r=\"\(row)\">"
        + (1...(row % 40 + 1)).map { "<c t=\"str\"><v>\(row)-\($0)</v></c>" }.joined() + "</row>"
    }
    let context = try Workbooks.context(headerLines: 0)
    let table = try Workbooks.read(Workbooks.sheet(rows.joined()), in: context)
    let cells = try cellsWithKinds(of: table, in: context)
    #expect(cells.count == 3000)
    for (index, row) in cells.enumerated() {
      let count = (index + 1) % 40 + 1
      #expect(row.prefix(count).elementsEqual((1...count).map { "text \(index + 1)-\($0)" }))
      #expect(row.count == 40)
    }
  }

  @Test func lacksParts() throws {
    let context = try Workbooks.context()
    for files in [
      [:], ["xl/workbook.xml": "<workbook/>"], ["xl/workbook.xml": "<workbook"],
      ["xl/workbook.xml": "<workbook><sheets><sheet name=\"x\" id=\"a\"/></sheets></workbook>"],
    ] {
      #expect(throws: ConversionError.self) {
        try Workbooks.read(Workbooks.storedZIP(files), in: context)
      }
    }
  }

  @Test func truncatedEndsInAnError() throws {
    let context = try Workbooks.context()
    let bytes = try Workbooks.sheet("<row><c><v>1</v></c></row><row><c><v>2</v></c></row>")
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(throws: ConversionError.self) {
        try Workbooks.read(Array(bytes.prefix(count)), in: context)
      }
    }
  }

  @Test func formulasAndComments() throws {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    let bytes = try Workbooks.sheet(
      "<row><c><f>1+1</f><v>2</v></c><c t=\"str\"><f>x</f><v></v></c><c><f>y</f><v></v></c></row>",
      parts: [
        "xl/_rels/s.xml.rels":
          "<Relationships><Relationship Id=\"a\" Type=\"\(office)/comments\" Target=\"c.xml\"/></Relationships>"
      ])
    let context = try Workbooks.context(headerLines: 0)
    let table = try Workbooks.read(bytes, in: context)
    #expect(try cellsWithKinds(of: table, in: context) == [["number 2", "text "]])
    #expect(
      context.ledger.map(\.what) == ["comments", "formulas", "formulas without results"])
  }

  @Test func longSharedTextsAreThereOnceAndBounded() throws {
    let text = String(repeating: "x", count: 300_000)
    func bytes(_ rows: Int) throws -> [UInt8] {
      let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
      let cells = String(repeating: "<c t=\"s\"><v>0</v></c>", count: 3)
      return try Workbooks.sheet(
        String(repeating: "<row>\(cells)</row>", count: rows),
        parts: [
          "xl/_rels/workbook.xml.rels":
            "<Relationships><Relationship Id=\"a\" Type=\"\(office)/worksheet\" Target=\"s.xml\"/>"
            + "<Relationship Id=\"b\" Type=\"\(office)/sharedStrings\" Target=\"t.xml\"/></Relationships>",
          "xl/t.xml": "<sst><si><t>\(text)</t></si></sst>",
        ])
    }
    let context = try Workbooks.context(headerLines: 0)
    let table = try Workbooks.read(bytes(2), in: context)
    let batch = RowBatch()
    let rows = try table.content.rows(in: context)
    #expect(try rows.claim(batch))
    #expect(batch.rowCount == 2)
    #expect(batch.cells == Array(repeating: Cell(start: 0, count: text.utf8.count), count: 6))
    #expect(batch.bytes.count < 400_000)
    var limits = Limits.standard
    limits.memory = 1 << 30
    let tight = try Workbooks.context(headerLines: 0, limits: limits)
    let error = #expect(throws: ConversionError.self) {
      _ = try Workbooks.read(bytes(400), in: tight)
    }
    #expect(error?.code == .limitExceeded)
    #expect(error?.message.contains("--limit memory=") == true)
  }

  private static let styles = [
    "xl/_rels/workbook.xml.rels":
      "<Relationships><Relationship Id=\"a\" Type=\"http://x/worksheet\" Target=\"s.xml\"/>"
      + "<Relationship Id=\"b\" Type=\"http://x/styles\" Target=\"y.xml\"/></Relationships>",
    "xl/y.xml":
      "<styleSheet><numFmts><numFmt numFmtId=\"164\" formatCode=\"00000\"/>"
      + "<numFmt numFmtId=\"165\" formatCode=\"General\"/></numFmts><cellXfs>"
      + [0, 164, 9, 14, 49, 165].map { "<xf numFmtId=\"\($0)\"/>" }.joined()
      + "</cellXfs></styleSheet>",
  ]

  /// The style of the cell, and what the ledger says.
  @Test(
    arguments: [
      (0, nil), (1, "numbers are as the workbook stores them: A2, 7, is shown by the format 00000"),
      (2, "numbers are as the workbook stores them: A2, 7, is shown by the format 0%"),
      (4, nil), (5, nil), (99, nil),
    ] as [(Int, String?)])
  func numberFormats(style: Int, why: String?) throws {
    let context = try Workbooks.context()
    let bytes = try Workbooks.sheet(
      "<row r=\"1\"><c t=\"str\"><v>h</v></c></row><row r=\"2\"><c s=\"\(style)\"><v>7</v></c></row>",
      parts: Self.styles)
    let table = try Workbooks.read(bytes, in: context)
    #expect(try cellsWithKinds(of: table, in: context) == [["number 7"]])
    #expect(
      context.ledger == (why.map { [LedgerEntry("number formats", .dropped, why: $0)] } ?? []))
  }

  @Test(.enabled(if: Workbooks.hasOpenpyxl)) func hiddenSheetsAreNotHiddenAnyMore() throws {
    let bytes = try Workbooks.made(
      by: """
        sheet.append(['s']); sheet.append([2])
        one = book.create_sheet('Secret'); one.append(['h']); one.append([1]); one.sheet_state = 'hidden'
        """)
    let context = try Workbooks.context()
    let table = try Workbooks.read(bytes, in: context)
    #expect(context.ledger == [])
    _ = try Workbooks.write(table, in: context)
    #expect(
      context.ledger == [
        LedgerEntry(
          "hidden sheets", .changed, why: "Secret is hidden in the workbook, and a table is not")
      ])
  }
}
