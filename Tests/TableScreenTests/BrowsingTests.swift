import ConverterCore
import TableModel
import TestSupport
import Testing

private let columns = ["name", "town", "age", "note"]

/// Moving about in a table, and how it looks.
@Suite struct BrowsingTests {
  @Test(arguments: [true, false]) func theFirstScreen(isSeekable: Bool) throws {
    let screen = ScriptedScreen(
      columns: 44, rows: 6, [.until("of 60 ")])
    try MemoryTable.show(.people(60, isSeekable: isSeekable), columns: columns, on: screen)
    #expect(
      screen.last == [
        "   │ name     town    age  note",
        " 1 │ name 1   Berlin    0  hay",
        " 2 │ name 2   Köln     37  hay",
        " 3 │ name 3   東京     74  hay",
        " 4 │ name 4   Berlin   10  hay",
        " a.csv               row 1 of 60 · name 1/4",
      ])
    #expect(ScriptedScreen.parts(of: screen.painted[0][1], with: 7) == [" 1", "name 1 "])
  }

  /// Keys, and the number of the row and of the column that they lead to.
  struct Way: Sendable, CustomTestStringConvertible {
    let keys: [ScreenEvent]
    let row, column: Int
    var testDescription: String { "\(keys)" }

    init(_ keys: [ScreenEvent], row: Int, column: Int = 1) {
      (self.keys, self.row, self.column) = (keys, row, column)
    }
  }

  @Test(arguments: [
    Way([.key(.down), .key(.down), .key(.up)], row: 2),
    Way([.key(.up), .key(.left)], row: 1),
    Way([.key(.right), .character("l"), .character("h")], row: 1, column: 2),
    Way([.key(.pageDown)], row: 10), Way([.character(" "), .key(.pageDown)], row: 19),
    Way([.key(.pageDown), .key(.pageUp)], row: 1),
    Way([.key(.control("d"))], row: 5), Way([.key(.control("f")), .key(.control("u"))], row: 6),
    Way([.character("G"), .key(.down)], row: 95), Way([.key(.farDown), .character("g")], row: 1),
    Way([.character("G"), .key(.pageUp)], row: 86),
    Way([.key(.end)], row: 1, column: 4), Way([.character("$"), .key(.home)], row: 1),
    Way([.key(.right), .key(.right), .key(.right), .key(.right), .key(.right)], row: 1, column: 4),
    Way([.key(.end), .key(.farLeft)], row: 1), Way([.key(.tab), .key(.tab)], row: 1, column: 4),
  ])
  func keysMoveTheCursor(way: Way) throws {
    let screen = ScriptedScreen(
      columns: 60, rows: 12, [.until("of 95 ")] + way.keys.map { .event($0) } + [.event(.tick)])
    try MemoryTable.show(.people(95), columns: columns, on: screen)
    let name = columns[way.column - 1]
    #expect(screen.last.last?.hasSuffix("row \(way.row) of 95 · \(name) \(way.column)/4") == true)
    // The cursor is on the screen, and the row's number and cell are marked.
    let marked = screen.painted.last?.dropFirst().dropLast().flatMap {
      ScriptedScreen.parts(of: $0, with: 7)
    }
    #expect(marked?.first == (way.row < 10 ? " \(way.row)" : "\(way.row)"))
    #expect(marked?.count == 2)
  }

  @Test(arguments: [("42", 42), ("1", 1), ("95", 95), ("$", 95), ("9 5", 95), ("400", 95)])
  func aRowIsJumpedTo(text: String, row: Int) throws {
    let screen = ScriptedScreen(
      rows: 12,
      [.key(":")] + ScriptedScreen.Step.type(text)
        + [.key(.enter), .until("row \(row) of 95 ")])
    try MemoryTable.show(.people(95), columns: columns, on: screen)
    #expect(screen.last.contains { $0.hasPrefix("\(row) │".leftPadded(to: 4)) })
  }

  @Test(arguments: ["x", "-3", "0", "1.5"]) func whatIsNoNumberIsRefused(text: String) throws {
    let screen = ScriptedScreen(
      [.key(":")] + ScriptedScreen.Step.type(text) + [
        .key(.enter), .event(.tick), .until(" of 20 "),
      ])
    try MemoryTable.show(.people(20), columns: columns, on: screen)
    #expect(screen.last.last?.contains("\"\(text)\" is no number of a row") == true)
    #expect(screen.last.last?.contains("row 1 of 20") == true)
  }

  @Test func columnsScrollAndStayFrozen() throws {
    let rows = (0..<5).map { row in (0..<30).map { "r\(row)c\($0)" as String? } }
    let names = (0..<30).map { "column\($0)" }
    var seen: [[String]] = []
    let look: ScriptedScreen.Step = .look { seen.append($0) }
    let screen = ScriptedScreen(
      columns: 40, rows: 5,
      [look, .key(.end), look, .key(.home), .key("z"), .key(.tab), .key(.tab), look, .key(.home)]
        + [.key("z"), look])
    try MemoryTable.show(MemoryTable(rows), columns: names, on: screen)
    #expect(seen[0][0] == "   │ column0  column1  column2  column3›")
    #expect(seen[1][0] == "   ‹ column27  column28  column29")
    #expect(seen[2][0] == "     column0 ‹ column4  column5  column6")
    #expect(seen[2][1] == " 1   r0c0    ‹ r0c4     r0c5     r0c6")
    #expect(seen[3][0] == "   │ column0  column1  column2  column3›")
  }

  @Test func longCellsAreCutAndWidened() throws {
    let long = String(repeating: "0123456789", count: 12)
    var seen: [String] = []
    let look: ScriptedScreen.Step = .look { seen.append($0[1]) }
    let screen = ScriptedScreen(
      columns: 70, rows: 4,
      [look, .key("-"), look, .key("+"), .key("+"), look, .key("w"), .key("w"), look])
    try MemoryTable.show(
      MemoryTable([[long, "x"]]), columns: ["long", "b"], on: screen)
    #expect(seen[0] == " 1 │ \(long.prefix(39))…  x")
    #expect(seen[1] == " 1 │ \(long.prefix(35))…  x")
    #expect(seen[2] == " 1 │ \(long.prefix(43))…  x")
    #expect(seen[3] == " 1 │ \(long.prefix(64))…")
  }

  @Test func whatHasPowerOverTheTerminalIsShown() throws {
    let screen = ScriptedScreen(columns: 60, rows: 4, [])
    try MemoryTable.show(
      MemoryTable([["a\u{1B}[2Jb", "x\ny\u{0}", "\u{202E}z", "👨‍👩‍👧|"]]),
      columns: ["a\u{1B}]0;x\u{7}", "b", "c", "d"], on: screen)
    #expect(screen.last[1] == " 1 │ a␛[2Jb   x␊y␀  \\u{202E}z  👨‍👩‍👧|")
    #expect(screen.last[0] == "   │ a␛]0;x␇  b     c          d")
    for picture in screen.painted {
      for line in picture { #expect(!ScriptedScreen.plain(line).utf8.contains { $0 < 0x20 }) }
    }
  }

  @Test func raggedRowsAndNothingAtAll() throws {
    let screen = ScriptedScreen(columns: 40, rows: 6, [.until("of 4 ")])
    try MemoryTable.show(
      MemoryTable([["1", "2", "more"], ["3"], [nil, ""], []]), columns: ["a", "b"], on: screen)
    #expect(
      screen.last == [
        "   │ a  b", " 1 │ 1  2  more", " 2 │ 3", " 3 │ ∅", " 4 │",
        " a.csv               row 1 of 4 · a 1/3",
      ])
  }

  @Test(arguments: [(20, 5), (10, 3), (5, 2), (1, 1), (3, 24), (200, 1), (1, 50)])
  func anySizeIsDrawn(columns width: Int, rows: Int) throws {
    let keys: [ScriptedScreen.Step] = [
      .key(.down), .key(.right), .key("?"), .key(.pageDown), .key("q"), .key("d"), .key("q"),
      .key(.enter), .key("q"), .key("/"), .key("a"), .key(.enter), .key("t"), .key("q"),
      .key("G"), .key(.end), .key("z"), .key("s"), .event(.tick),
    ]
    let screen = ScriptedScreen(
      columns: 80, rows: 24, [.resize(columns: width, rows: rows)] + keys)
    try MemoryTable.show(.people(95), columns: columns, on: screen)
    for picture in screen.pictures.dropFirst() {
      #expect(picture.count == max(1, rows))
      for line in picture {
        #expect(TextWidth.columns(of: line) <= width, "\(line)")
      }
    }
  }

  @Test func anEmptyTable() throws {
    let screen = ScriptedScreen(
      columns: 40, rows: 4,
      [.key(.down), .key("G"), .key(.enter), .key("y"), .key("s"), .event(.tick)])
    try MemoryTable.show(MemoryTable([]), columns: ["a", "b"], on: screen)
    #expect(screen.last[1].contains("(no rows)"))
    try MemoryTable.show(
      MemoryTable([]), columns: [], on: ScriptedScreen([.key(.right), .key("d")]))
  }

  @Test func quitting() throws {
    let screen = ScriptedScreen([.key("q"), .key(.down), .key(.down)])
    try MemoryTable.show(.people(9), columns: columns, on: screen)
    #expect(screen.pictures.count == 1)
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
