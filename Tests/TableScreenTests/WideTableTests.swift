import ConverterCore
import TableModel
import TestSupport
import Testing

/// Tables of so many columns that none may cost what all of them do.
@Suite struct WideTableTests {
  @Test func everyKeyIsQuick() throws {
    let count = 200_000
    let cells = (0..<count).map { "\($0)" as String? }
    let names = (0..<count).map { "c\($0)" }
    var times: [(key: String, time: Duration)] = []
    var start = ContinuousClock.now
    func press(_ name: String, _ key: ScreenEvent) -> [ScriptedScreen.Step] {
      [
        .act { start = .now }, .event(key), .look { _ in times.append((name, .now - start)) },
      ]
    }
    let keys: [(String, ScreenEvent)] = [
      ("End", .key(.end)), ("Left", .key(.left)), ("Shift-Tab", .key(.backTab)),
      ("w", .character("w")),
      ("+", .character("+")), ("z", .character("z")), ("Home", .key(.home)), ("End", .key(.end)),
      ("z", .character("z")), ("z", .character("z")), ("d", .character("d")),
      ("q", .character("q")),
      ("Down", .key(.down)), ("Enter", .key(.enter)), ("q", .character("q")),
      ("y", .character("y")),
      ("f", .character("f")), ("Esc", .key(.escape)), ("t", .character("t")),
      ("q", .character("q")),
      ("Tab", .key(.tab)), ("Home", .key(.home)),
    ]
    let screen = ScriptedScreen(
      columns: 100, rows: 12, [.until(" of 40 ")] + keys.flatMap { press($0.0, $0.1) })
    let rows = (0..<40).map { $0 < 3 ? cells : Array(cells.prefix(2)) }
    try MemoryTable.show(MemoryTable(rows, batchSize: 1), columns: names, on: screen)
    #expect(times.count == keys.count)
    for (key, time) in times { #expect(time < .seconds(1), "\(key) takes \(time)") }
  }

  @Test func theLastColumnsAreShownWithTheirWidths() throws {
    let count = 20_000
    let names = (0..<count).map { "c\($0)" }
    let cells = (0..<count).map { $0 % 2 == 0 ? "a longer cell \($0)" as String? : "\($0)" }
    let screen = ScriptedScreen(
      columns: 60, rows: 4, [.until(" of 2 "), .key(.end), .event(.tick), .key(.down)])
    try MemoryTable.show(MemoryTable([cells, cells]), columns: names, on: screen)
    #expect(screen.last[0] == "   ‹ c19997  c19998               c19999")
    #expect(screen.last[1] == " 1 │  19997  a longer cell 19998   19999".replacing("│", with: "‹"))
  }

  /// A cell is found wherever it is in its row.
  @Test func aMatchFarToTheRight() throws {
    let count = 20_000
    var cells = (0..<count).map { "\($0)" as String? }
    cells[15_000] = "needle"
    let screen = ScriptedScreen(
      columns: 60, rows: 4,
      [.key("/")] + ScriptedScreen.Step.type("needle") + [
        .key(.enter), .until("c15000 15001/20000"),
      ])
    try MemoryTable.show(
      MemoryTable([Array(cells.prefix(3)), cells]), columns: (0..<count).map { "c\($0)" },
      on: screen)
    #expect(screen.last.last?.contains("row 2 of 2") == true)
  }
}
