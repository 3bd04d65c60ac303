import ConverterCore
import TableModel
import TableViewer
import Testing

@Suite("Tables are shown")
struct ViewerTests {
  static let findings = [
    Finding("delimiter", "comma", json: .string(","), confidence: 0.98, flag: "--delimiter"),
    Finding("quote", "quote \"", json: .string("\""), confidence: 1, flag: "--quote"),
    Finding("encoding", "UTF-8", json: .string("UTF-8"), confidence: 1),
    Finding("header", "header", json: .bool(true), confidence: 0.95, flag: "--no-header"),
  ]

  static var people: Table {
    Table.test(
      ["name", "city", "price"],
      [
        ["Anna", "Berlin", "12.50"], ["Bob", "東京", "7"], ["Zoë", "München", "1,200.00"],
        ["", "", ""],
        ["👨‍👩‍👧", "a\nb", "-3"],
      ], findings: findings)
  }

  @discardableResult
  private func show(
    _ table: Table, width: Int? = nil, colour: Bool = false, json: Bool = false,
    patience: Int = .max, threads: Int = 2, _ change: (inout TableSelection) -> Void = { _ in }
  ) throws -> MemoryPage {
    var selection = TableSelection()
    change(&selection)
    let page = MemoryPage(
      isJSON: json, width: width, usesColour: colour, selection: selection, patience: patience)
    #expect(try TableViewer().show(table, on: page, in: .test(threads: threads)))
    return page
  }

  @Test("aligned, with what was found below", arguments: [1, 2])
  func plain(threads: Int) throws {
    #expect(
      try show(Self.people, threads: threads).text == """
        #  name  city        price
        ─  ────  ───────  ────────
        1  Anna  Berlin      12.50
        2  Bob   東京            7
        3  Zoë   München  1,200.00
        4
        5  👨‍👩‍👧    a␊b            -3

        5 rows · 3 columns · comma (98 %, --delimiter) · quote " (100 %, --quote) · UTF-8 · header (95 %, --no-header)

        """)
  }

  @Test("in colours that step back")
  func coloured() throws {
    let table = Table(
      columns: [Column("a"), Column("n")],
      content: MemoryTable(rows: [[("x", .text), ("", .null)]]))
    #expect(
      try show(table, width: 40, colour: true).text == """
        \u{1B}[1m#  a  n\u{1B}[0m
        \u{1B}[2m─  ─  ─\u{1B}[0m
        \u{1B}[2m1\u{1B}[0m  x  \u{1B}[2m∅\u{1B}[0m

        \u{1B}[2m1 row · 2 columns\u{1B}[0m

        """)
  }

  @Test("with columns that do not fit named below")
  func narrow() throws {
    let table = Table.test(
      ["id", "description", "amount", "remarks", "country"],
      [
        ["1", "a description of some length", "10", "remarks that are long, too", "Germany"],
        ["20", "short", "3000", "", "France"],
      ])
    #expect(
      try show(table, width: 40).text == """
        #  id  description   amount  remarks
        ─  ──  ────────────  ──────  ───────────
        1   1  a descripti…      10  remarks th…
        2  20  short           3000

        not shown: country
          (--columns shows them)
        2 rows · 5 columns

        """)
    #expect(
      try show(table, width: 80).text == """
        #  id  description                   amount  remarks                     country
        ─  ──  ────────────────────────────  ──────  ──────────────────────────  ───────
        1   1  a description of some length      10  remarks that are long, too  Germany
        2  20  short                           3000                              France

        2 rows · 5 columns

        """)
  }

  @Test("in any window", arguments: [1, 2, 5, 10, 20, 40, 80, 200])
  func widths(width: Int) throws {
    let wide = Table.test(
      (1...500).map { "column \($0)" },
      (1...20).map { row in (1...500).map { "value \(row * $0)" + ($0 % 7 == 0 ? "漢字👍🏽\n" : "") } })
    for table in [wide, Self.people, SelectionTests.cities] {
      let lines = try show(table, width: width).lines
      #expect(lines.last == "")
      for line in lines {
        // A table narrower than a number and a column is not to be had.
        #expect(TextWidth.columns(of: line) <= max(width, 5), "\(line)")
        #expect(!line.hasSuffix(" "))
      }
      guard width >= 10 else { continue }
      let isNarrow = table.columns.count == 500 || width < 25
      #expect(lines.contains { $0.hasPrefix("not shown:") } == isNarrow)
    }
  }

  @Test("with nothing cut and nothing left out where there is no window")
  func pipe() throws {
    let long = String(repeating: "long ", count: 100)
    let rows = (1...500).map { ["\($0)", $0 == 400 ? long : "x", "end"] }
    let lines = try show(Table.test(["n", "text", "last"], rows, batchSize: 50)).lines
    #expect(lines.count == 505)
    #expect(lines[0] == "  #   n  text  last")
    #expect(lines[2] == "  1   1  x     end")
    #expect(lines[401] == "400  400  \(long)  end")
    #expect(lines[503] == "500 rows · 3 columns")
  }

  @Test("with rows of other lengths as they are")
  func ragged() throws {
    let table = Table.test(["a", "b"], [["1", "2"], ["1", "2", "3", "4"], ["1"], []])
    #expect(
      try show(table).text == """
        #  a  b
        ─  ─  ─  ─  ─
        1  1  2
        2  1  2  3  4
        3  1
        4

        4 rows · 2 columns

        """)
    // Later ones than the first look goes over.
    let late = Table.test(["a"], [["1"], ["2"], ["3"], ["4", "x", "", "y"]])
    #expect(try show(late).lines[5] == "4  4  x    y")
    #expect(try show(late, width: 30).lines[5] == "4  4")
    #expect(try show(late, threads: 1).lines[5] == "4  4  x    y")
  }

  @Test("with no rows, with no columns")
  func empty() throws {
    #expect(
      try show(Table.test(["name", "city"], []), width: 80).text == """
        #  name  city
        ─  ────  ────

        0 rows · 2 columns

        """)
    #expect(try show(Table.test([], [])).text == "0 rows · 0 columns\n")
    #expect(try show(Table.test([], [[], []])).text == "#\n─\n1\n2\n\n2 rows · 0 columns\n")
  }

  @Test("with what was chosen said below")
  func chosen() throws {
    let table = Table.test(["n"], (1...5000).map { ["\($0)"] }, batchSize: 100)
    #expect(
      try show(table) { $0.limit = 2 }.lines.suffix(2) == [
        "2 rows, and more (--limit) · 1 column", "",
      ])
    #expect(
      try show(table) { $0.limit = 100 }.lines.suffix(2).first
        == "100 rows, and more (--limit) · 1 column")
    #expect(try show(table) { $0.limit = 5000 }.lines.suffix(2).first == "5,000 rows · 1 column")
    #expect(
      try show(table) { $0.filters = ["n>4990"] }.lines.suffix(2).first
        == "10 of 5,000 rows · 1 column")
    #expect(try show(table) { $0.rows = 10...11 }.lines[2...3] == ["10  10", "11  11"])
    #expect(try show(table) { $0.lastRows = 2 }.lines[2...3] == ["4999  4999", "5000  5000"])
    #expect(
      try show(table) { $0.filters = ["n=x"] }.lines == [
        "#  n", "─  ─", "", "0 of 5,000 rows · 1 column", "",
      ])
    var known = table
    known.rowCount = 5000
    #expect(
      try show(known) { $0.limit = 2 }.lines.suffix(2).first
        == "2 of 5,000 rows (--limit) · 1 column")
    #expect(
      try show(Self.people) { $0.columns = ["city"] }.lines.suffix(2).first?.hasPrefix(
        "5 rows · 1 of 3 columns ·") == true)
    #expect(
      try show(table) {
        $0.sort = ["-n"]; $0.limit = 2
      }.lines[2...3] == ["5000  5000", "4999  4999"])
  }

  @Test("and stops when nobody reads")
  func stops() throws {
    let memory = MemoryTable(rows: (1...3000).map { [("\($0)", .text)] })
    for json in [false, true] {
      let page = try show(
        Table(columns: [Column("n")], content: memory), json: json, patience: 2)
      #expect(page.writes == 2)
    }
    #expect(memory.claims.value < 20)
  }

  @Test("no more than was asked for is read")
  func lazy() throws {
    let memory = MemoryTable(rows: (1...3000).map { [("\($0)", .text)] })
    try show(Table(columns: [Column("n")], content: memory)) { $0.limit = 4 }
    #expect(memory.claims.value == 2)
  }

  @Test("for scripts", arguments: [1, 2])
  func json(threads: Int) throws {
    let table = Table(
      columns: [Column("a\"b"), Column([0x66, 0xFF])],
      content: MemoryTable(
        rows: [
          [("007", .text), ("1.50e3", .number)], [("", .text), ("", .null)],
          [("x\ny\u{1}\\", .text)],
          [("true", .boolean), ("[1,\n{\"a\":2}]", .json), ("extra\u{202E}", .text)], [],
          [("日本 é 👍", .text)],
        ], batchSize: 2))
    #expect(
      try show(table, json: true, threads: threads).text
        == #"{"columns":["a\"b","f\#u{FFFD}"],"rows":[["007",1.50e3],["",null],["x\ny\u0001\\"],"#
        + #"[true,[1, {"a":2}],"extra\u202e"],[],["日本 é 👍"]]}"# + "\n")
    #expect(
      try show(Table.test(["a"], []), json: true).text == #"{"columns":["a"],"rows":[]}"# + "\n")
    #expect(
      try show(Self.people, json: true) {
        $0.columns = ["price", "name"]; $0.limit = 1
      }.text
        == #"{"columns":["price","name"],"rows":[["12.50","Anna"]]}"# + "\n")
  }

  @Test("bytes that are no UTF-8 become U+FFFD, as many as Unicode says")
  func replaced() throws {
    let bytes: [UInt8] = [
      0x61, 0xF0, 0x9F, 0x98, 0x62, 0xE9, 0xED, 0xA0, 0x80, 0xC0, 0x80, 0xE2, 0x82,
    ]
    let table = Table(columns: [Column(bytes)], content: MemoryTable(rows: []))
    #expect(
      try show(table, json: true).text
        == "{\"columns\":[\"\(String(decoding: bytes, as: UTF8.self))\"],\"rows\":[]}\n")
  }

  @Test("whatever the bytes of its cells are", arguments: [0, 1, 2, 3])
  func anyBytes(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(truncatingIfNeeded: state >> 33) % bound
    }
    // Bytes that begin and go on with characters, controls, digits and marks, more often than others.
    let likely: [UInt8] = Array("\u{1B}\0\n\t\"\\,.-$€0123e+ \u{301}\u{200D}👨🇩漢\u{202E}".utf8)
    let rows = (0..<200).map { _ in
      (0..<next(5)).map { _ in
        (0..<next(30)).map { _ in
          next(4) == 0 ? UInt8(next(256)) : likely[next(likely.count)]
        }
      }
    }
    let table = Table(
      columns: [Column([0xFF, 0x0A]), Column("b")], content: BytesTable(rows: rows))
    for width in [nil, 7, 30, 80] {
      let page = try show(table, width: width) { $0.sort = ["b"] }
      #expect(String(validating: page.bytes, as: UTF8.self) != nil)
      for scalar in page.text.unicodeScalars where scalar != "\n" {
        #expect(scalar.properties.generalCategory != .control)
        #expect(scalar != "\u{202E}")
      }
      if let width {
        for line in page.lines { #expect(TextWidth.columns(of: line) <= width, "\(line)") }
      }
    }
    let json = try JSONValue(parsing: Array(show(table, json: true).bytes.dropLast()))
    #expect(
      json["rows"]?.elements?.map { $0.elements?.compactMap(\.text) ?? [] }
        == rows.map { $0.map { String(decoding: $0, as: UTF8.self) } })
  }

  @Test("as facts")
  func facts() throws {
    let facts = try TableViewer().facts(of: Self.people, in: .test())
    let json = JSONValue.object(facts.compactMap { fact in fact.key.map { .init($0, fact.json) } })
    #expect(
      json.description
        == #"{"rows":5,"columns":3,"columnNames":["name","city","price"],"delimiter":",","quote":"\"","#
        + #""encoding":"UTF-8","header":true,"#
        + #""confidence":{"delimiter":0.98,"quote":1,"encoding":1,"header":0.95}}"#)
    #expect(
      facts.filter { $0.label != nil }.map { "\($0.label ?? ""): \($0.text)" } == [
        "Rows: 5", "Columns: 3: name, city, price", "Delimiter: comma (98 %, --delimiter)",
        "Quote: quote \" (100 %, --quote)", "Encoding: UTF-8", "Header: header (95 %, --no-header)",
      ])
  }
}
