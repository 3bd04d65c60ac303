import ConverterCore
import TableModel
import TableViewer
import TestSupport
import Testing

private let columns = ["name", "town", "age", "note"]

/// What is shown over the table, and what goes wrong.
@Suite struct PanelTests {
  @Test func theWholeCell() throws {
    let text = "first line\n" + String(repeating: "word ", count: 20) + "\u{7}end"
    var seen: [String] = []
    let screen = ScriptedScreen(
      columns: 40, rows: 10,
      [
        .until("of 1 "), .key(.right), .key(.enter), .look { seen = $0 }, .key("y"), .key(.left),
        .until("a, row 1"), .key("q"),
      ])
    try MemoryTable.show(MemoryTable([["x", text]]), columns: ["a", "b"], on: screen)
    #expect(
      seen.dropFirst(4) == [
        "─ b, row 1, 115 bytes ──────────────────", " first line⏎",
        " word word word word word word word", " word word word word word word word",
        " word word word word word word ␇end",
        " a.csv               row 1 of 1 · b 2/2",
      ])
    #expect(screen.copied == [Array(text.utf8)])
    #expect(!screen.last.contains { $0.hasPrefix("─") })
  }

  @Test(arguments: ["y", "c"]) func aCellIsCopied(key: Unicode.Scalar) throws {
    let screen = ScriptedScreen([.key(.down), .key(.right), .key(key), .until("copied 5 bytes")])
    try MemoryTable.show(.people(20), columns: columns, on: screen)
    #expect(screen.copied == [Array("Köln".utf8)])
  }

  @Test(arguments: ["d", "i"]) func aColumn(key: Unicode.Scalar) throws {
    let values: [String?] = ["10", "9", "", "9", nil, "x,y", "-2.5", "10"]
    let screen = ScriptedScreen(
      columns: 60, rows: 20, [.key(key), .until("─ n ──"), .until("of 9 ")])
    try MemoryTable.show(
      MemoryTable(values.map { [$0] } + [[]], batchSize: 2), columns: ["n"], on: screen)
    let panel = screen.last.drop { !$0.hasPrefix("─") }.dropLast()
    #expect(
      Array(panel) == [
        "─ n " + String(repeating: "─", count: 56),
        " Type       text", " Rows       9",
        " Empty      1 empty (11.1 %), 1 null (11.1 %), 1 missing:",
        "            the row is too short (11.1 %)", " Distinct   4",
        " Smallest   -2.5", " Largest    10", " First      -2.5", " Last       x,y",
        " Longest    4 bytes, in row 7", " Frequent   10  2 (22.2 %)", "            9  2 (22.2 %)",
        "            -2.5  1 (11.1 %)", "            x,y  1 (11.1 %)",
      ])
  }

  struct Kind: Sendable {
    let values: [String]
    let type: String
    init(_ values: [String], _ type: String) { (self.values, self.type) = (values, type) }
  }

  @Test(arguments: [
    Kind(["1", "-2", "003"], "whole numbers"), Kind(["1.5", "2", "1e5", "2523,00"], "numbers"),
    Kind(["2024-01-31", "2024-02-01T10:00:00Z"], "dates"),
    Kind(["true", "No", "FALSE"], "yes or no"),
    Kind(["a", "1"], "text"), Kind(["", ""], "nothing but empty cells"),
    Kind((0..<40).map { $0 == 5 ? "n/a" : "\($0).5" }, "mostly numbers; 1 are not"),
  ])
  func theTypeOfAColumn(kind: Kind) throws {
    let screen = ScriptedScreen(columns: 70, [.key("d"), .until("Type       \(kind.type)")])
    try MemoryTable.show(MemoryTable(kind.values.map { [$0] }), columns: ["n"], on: screen)
  }

  @Test func manyValuesAreNotToldApart() throws {
    let screen = ScriptedScreen([
      .key("d"), .until("more than 100,000"), .until("Rows       120,000"),
    ])
    try MemoryTable.show(
      MemoryTable((0..<120_000).map { ["v\($0)"] }, batchSize: 10_000), columns: ["n"], on: screen)
  }

  @Test func whatWasFoundOut() throws {
    let screen = ScriptedScreen([
      .until("a.csv · semicolon · UTF-8 · LF"), .key("t"), .until("Delimiter"),
    ])
    try MemoryTable.show(
      .people(20), columns: columns, on: screen,
      findings: [
        Finding("delimiter", "semicolon", json: .string(";"), confidence: 0.9, flag: "--delimiter"),
        Finding("encoding", "UTF-8", json: .string("UTF-8"), confidence: 1, flag: "--encoding"),
        Finding("lineEnds", "LF", json: .string("LF"), confidence: 1),
      ])
    #expect(screen.last.contains(" Delimiter   semicolon  (90 % sure)  --delimiter"))
    #expect(screen.last.contains(" Encoding    UTF-8  (100 % sure)  --encoding"))
    #expect(screen.last.contains(" Line ends   LF"))
  }

  @Test func ofSeveralTablesItSaysWhichThisIs() throws {
    var table = Table(
      title: "Orders", columns: [Column("a")], content: MemoryTable([["1"]]))
    table.siblings = ["Prices", "Notes"].map { name in
      Sibling(name: name) { () throws(ConversionError) in
        Table(columns: [], content: MemoryTable([]))
      }
    }
    let screen = ScriptedScreen(
      columns: 100,
      [.until("a.xlsx · table Orders · also Prices, Notes (--table)"), .key("t"), .until("Rows")])
    try TableScreen.run(
      table, title: "a.xlsx", on: screen, usesColour: false,
      in: ConversionContext(registry: Registry()))
    #expect(screen.last.contains(" Table       Orders"))
    #expect(screen.last.contains(" Others      Prices, Notes  --table NAME"))
  }

  /// What the terminal refuses is told by the size of the cell, not of what was read of it.
  @Test func aHugeCell() throws {
    let huge = String(repeating: "x", count: 40 << 20)
    let screen = ScriptedScreen(
      columns: 100,
      [
        .key("y"), .until("41,943,040 bytes"), .key("d"), .until("Longest    41,943,040 bytes"),
      ])
    try MemoryTable.show(MemoryTable([[huge], ["b"]]), columns: ["n"], on: screen)
    #expect(screen.copied.isEmpty)
    #expect(screen.last.contains { $0.hasPrefix(" Distinct   at least 1") })
  }

  @Test func helpNamesTheKeys() throws {
    let screen = ScriptedScreen(
      rows: 12, [.key("?"), .until("Keys"), .key(.end), .until("quit"), .key("?")])
    try MemoryTable.show(.people(20), columns: columns, on: screen)
    #expect(!screen.last.contains { $0.contains("quit") })
    let unknown = ScriptedScreen([.key("!"), .until("? shows the keys")])
    try MemoryTable.show(.people(20), columns: columns, on: unknown)
  }

  // MARK: What goes wrong

  @Test func aFileThatBreaksIsShownUpToThere() throws {
    let content = MemoryTable(MemoryTable.people(95).rows, batchSize: 10, brokenRow: 42)
    let screen = ScriptedScreen(
      rows: 12,
      [.key(":")] + ScriptedScreen.Step.type("45")
        + [
          .key(.enter), .until("row 43 is broken"), .key("d"), .until("row 43 is broken"),
          .key("q"), .key("g"), .until("row 1 of "),
        ])
    try MemoryTable.show(content, columns: columns, on: screen)
  }

  @Test func aFileThatShrinksIsSaidToHaveChanged() throws {
    let content = MemoryTable.people(1000)
    let screen = ScriptedScreen(
      rows: 12,
      [
        .until(" of 1,000 "), .act { content.shrink(to: 300) }, .key("G"),
        .until("the file has changed"), .key(.enter), .key("y"), .key("s"),
        .until("the file has changed"), .event(.tick), .key("d"), .until("Rows       300"),
        .until("the file has changed"), .key("q"),
      ])
    try MemoryTable.show(content, columns: columns, on: screen)
    #expect(screen.pictures.contains { $0[5].hasPrefix("~") })
    #expect(!screen.pictures.contains { $0.contains { $0.contains("by name ▲") } })
  }

  /// Of content that cannot be read again as much is shown as there is memory for.
  @Test func whatIsTooMuchForMemoryIsCut() throws {
    var limits = Limits()
    limits.memory = 40_000
    let screen = ScriptedScreen(
      rows: 12,
      [
        .until("(no memory for more)"), .key("G"), .key("t"),
        .until("more than there is memory for"),
      ])
    try MemoryTable.show(
      .people(5000, isSeekable: false), columns: columns, on: screen, limits: limits)
  }

  @Test func rowsThatAreLeftOutKeepTheirNumbers() throws {
    let content = MemoryTable(
      MemoryTable.people(95).rows, batchSize: 10, leavesRowsOut: true)
    let screen = ScriptedScreen(
      rows: 8,
      [.until(" 64 rows "), .key("G"), .until("row 95 · 64 rows"), .key(":")]
        + ScriptedScreen.Step.type("48") + [
          .key(.enter), .until("row 49 · 64 rows"), .key("g"), .until("name 1"),
        ])
    try MemoryTable.show(content, columns: columns, on: screen)
    #expect(screen.last.dropFirst().prefix(4).map { $0.prefix(2) } == [" 1", " 2", " 4", " 5"])
  }
}
