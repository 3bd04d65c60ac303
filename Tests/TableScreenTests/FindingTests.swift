import ConverterCore
import Synchronization
import TableModel
import TableViewer
import TestSupport
import Testing

private let columns = ["name", "town", "age", "note"]

/// Searching, filtering and sorting, while rows still are being found.
@Suite struct FindingTests {
  private func script(
    _ steps: [ScriptedScreen.Step]..., columns width: Int = 80, rows: Int = 12
  ) -> ScriptedScreen {
    ScriptedScreen(columns: width, rows: rows, steps.flatMap { $0 })
  }

  @Test(arguments: [true, false]) func aWordIsFound(isSeekable: Bool) throws {
    var marked: [String] = []
    let screen = script(
      [.key("/")], ScriptedScreen.Step.type("needle"), [.key(.enter), .until("row 7 of ")],
      [.key("n"), .until("row 57 of "), .key("n"), .until("row 107 of ")],
      [.key("N"), .until("row 57 of "), .key("N"), .until("row 7 of ")],
      // Around the ends.
      [.key("N"), .until("row 157 of "), .until("went on"), .key("n"), .until("row 7 of ")])
    try MemoryTable.show(
      .people(200, isSeekable: isSeekable), columns: columns, on: screen)
    #expect(screen.last.last?.hasSuffix("note 4/4") == true)
    for line in screen.painted.last ?? [] {
      marked += ScriptedScreen.parts(of: line, with: 33)
    }
    #expect(marked == ["needle"])
  }

  @Test(arguments: [
    ("NEEDLE", "\"NEEDLE\" is not found"), ("nothing", "\"nothing\" is not found"),
  ])
  func whatIsNotThereIsSaid(word: String, note: String) throws {
    let screen = script(
      [.key(.down), .key("/")], ScriptedScreen.Step.type(word), [.key(.enter), .until(note)])
    try MemoryTable.show(.people(200), columns: columns, on: screen)
    #expect(screen.last.last?.contains("row 2 of 200") == true)
  }

  @Test func cellsOfARowAreFoundOneByOne() throws {
    let content = MemoryTable([["x", "ax", "b", "xx"], ["b", "", "x", ""]])
    let screen = script(
      [.key("/"), .key("x"), .key(.enter), .until(" p 1/4"), .key("n"), .until(" q 2/4")],
      [.key("n"), .until(" s 4/4"), .key("n"), .until("row 2 of 2 · r 3/4")],
      [.key("N"), .until("row 1 of 2 · s 4/4"), .key("N"), .until(" q 2/4")])
    try MemoryTable.show(content, columns: ["p", "q", "r", "s"], on: screen)
  }

  /// Letters that are not ASCII, too.
  @Test(arguments: [("köln", true), ("KÖLN", false), ("öl", true), ("Köln", true), ("京", true)])
  func smallLettersMeanBoth(word: String, isFound: Bool) throws {
    let screen = script(
      [.key("/")], ScriptedScreen.Step.type(word),
      [.key(.enter), .until(isFound ? "town 2/4" : "is not found")])
    try MemoryTable.show(.people(20), columns: columns, on: screen)
  }

  @Test func aSearchCanBeStopped() throws {
    let content = MemoryTable(
      MemoryTable.people(2000).rows, batchSize: 10, available: 500)
    let screen = script(
      [.key("/")], ScriptedScreen.Step.type("nowhere"),
      [.key(.enter), .until("searching for nowhere"), .key(.escape), .until("stopped")],
      // The viewer is at work as before.
      [.key(.down), .until("row 2 of ")])
    try MemoryTable.show(content, columns: columns, on: screen)
    content.release()
  }

  @Test func theLastRowIsWaitedFor() throws {
    let content = MemoryTable(MemoryTable.people(300).rows, batchSize: 10, available: 100)
    let screen = script(
      [.key("G"), .until("going to the last row"), .until("… ")],
      [.act { content.release() }, .until("row 300 of 300 ")])
    try MemoryTable.show(content, columns: columns, on: screen)
  }

  @Test func aRowFarAwayIsWaitedFor() throws {
    let content = MemoryTable(MemoryTable.people(300).rows, batchSize: 10, available: 100)
    let screen = script(
      [.key(":")], ScriptedScreen.Step.type("250"), [.key(.enter), .until("going to row 250")],
      [.act { content.release() }, .until("row 250 of ")])
    try MemoryTable.show(content, columns: columns, on: screen)
  }

  // MARK: Filter

  @Test(arguments: [true, false]) func rowsAreFiltered(isSeekable: Bool) throws {
    var seen: [String] = []
    let screen = script(
      [.key("f"), .key(.control("u"))], ScriptedScreen.Step.type("note=~needle"),
      [.key(.enter), .until("· 4 of 200 "), .until("157 │ "), .look { seen = $0 }],
      [.key("G"), .until("row 157 "), .key(":")], ScriptedScreen.Step.type("60"),
      [.key(.enter), .until("row 107 "), .key("f"), .key(.control("u")), .key(.enter)],
      [.until("row 107 of 200 ")],
      columns: 60, rows: 8)
    try MemoryTable.show(
      .people(200, isSeekable: isSeekable), columns: columns, on: screen)
    #expect(
      seen.prefix(6) == [
        "    │ name      town    age  note", "  7 │ name 7    Berlin   20  a needle here",
        " 57 │ name 57   東京     52  a needle here",
        "107 │ name 107  Köln     84  a needle here",
        "157 │ name 157  Berlin   15  a needle here", "",
      ])
  }

  @Test func filtersAddUp() throws {
    let screen = script(
      [.key("f"), .key(.control("u"))], ScriptedScreen.Step.type("town=Köln"),
      [.key(.enter), .until("· 67 of 200 "), .key("&"), .key(.control("u"))],
      ScriptedScreen.Step.type("age>90"), [.key(.enter), .until("town=Köln and age>90")],
      [.until("· 7 of 200 ")])
    try MemoryTable.show(.people(200), columns: columns, on: screen)
  }

  @Test func aConditionThatIsNoneIsRefused() throws {
    let screen = script(
      [.key("f"), .key(.control("u"))], ScriptedScreen.Step.type("twn=1"),
      [.key(.enter), .until("did you mean town?"), .until("filter: twn=1")],
      // What was typed is still there to be mended.
      [.key(.home), .key(.delete), .key(.control("k"))], ScriptedScreen.Step.type("town=Köln"),
      [.key(.enter), .until("· 67 of 200 ")],
      columns: 120)
    try MemoryTable.show(.people(200), columns: columns, on: screen)
  }

  /// The name that stands in the line from the start is no condition.
  @Test func theNameAloneShowsAllAgain() throws {
    let screen = script(
      [.key(.right), .key("f"), .key(.enter), .until("row 1 of 200 "), .key("f")],
      ScriptedScreen.Step.type("=Köln"), [.key(.enter), .until("· 67 of 200 ")],
      [.key("&"), .key(.enter), .until("· 67 of 200 "), .key("f"), .key(.control("u"))],
      ScriptedScreen.Step.type("town"), [.key(.enter), .until("row 2 of 200 ")])
    try MemoryTable.show(.people(200), columns: columns, on: screen)
  }

  @Test(arguments: [true, false]) func aTableWithoutRowsIsSearched(isSeekable: Bool) throws {
    let find = ScriptedScreen.Step.type("/x") + [.key(.enter), .until("\"x\" is not found")]
    let screen = script(
      [.until("(no rows)"), .until(" no rows · a 1/2"), .key("s"), .until("by a ▲")], find,
      [.key("n"), .until("is not found"), .key("N"), .until("is not found"), .key("G"), .key("g")],
      [.key(":")], ScriptedScreen.Step.type("3"), [.key(.enter), .key(.enter), .key("d")])
    try MemoryTable.show(MemoryTable([], isSeekable: isSeekable), columns: ["a", "b"], on: screen)
  }

  @Test func nothingMeetsTheCondition() throws {
    let screen = script(
      [.key("f")], ScriptedScreen.Step.type("=x"),
      [.key(.enter), .until("(no row meets the conditions)"), .key("G"), .key(.enter), .key("y")])
    try MemoryTable.show(.people(200), columns: columns, on: screen)
  }

  @Test func aSearchKeepsToWhatIsSeen() throws {
    let screen = script(
      [.key("f"), .key(.control("u"))], ScriptedScreen.Step.type("town=Köln"),
      [.key(.enter), .until("· 67 of 200 "), .key("/")], ScriptedScreen.Step.type("needle"),
      [.key(.enter), .until("row 107 "), .key("n"), .until("went on"), .until("row 107 ")])
    try MemoryTable.show(.people(200), columns: columns, on: screen)
  }

  // MARK: Order

  @Test(arguments: [true, false]) func rowsAreSorted(isSeekable: Bool) throws {
    let content = MemoryTable(
      [
        ["10", "b"], ["9", "a"], ["", "c"], ["1e3", "d"], ["x", "e"], ["-2", "f"], ["9", "g"],
      ],
      batchSize: 2, isSeekable: isSeekable)
    var orders: [[String]] = []
    let look: ScriptedScreen.Step = .look { lines in
      orders.append(lines.dropFirst().prefix(7).map { String($0.suffix(1)) })
    }
    let screen = script(
      [.key("s"), .until("by n ▲"), look, .key("s"), .until("by n ▼"), look],
      [.key("s"), .until("in the order of the file"), look], columns: 60, rows: 9)
    try MemoryTable.show(content, columns: ["n", "w"], on: screen)
    #expect(orders[0] == ["f", "a", "g", "b", "d", "e", "c"])
    #expect(orders[1] == ["e", "d", "b", "a", "g", "f", "c"])
    #expect(orders[2] == ["b", "a", "c", "d", "e", "f", "g"])
  }

  /// More rows than are sorted at once, so that runs are merged.
  @Test func manyRowsAreSorted() throws {
    let count = 150_000
    let content = MemoryTable(
      (0..<count).map {
        ["\(($0 * 7919) % count)", String(repeating: "long ", count: 2) + "\($0 % 3)"]
      },
      batchSize: 5000)
    let screen = script(
      [
        .key("s"), .until("by n ▲"), .key("G"), .until("row 82,322 of"), .key("g"),
        .until("row 1 of "),
      ],
      [.key(.right), .key("s"), .until("by w ▲"), .key("G"), .until("row 150,000 ")])
    try MemoryTable.show(content, columns: ["n", "w"], on: screen)
  }

  @Test func whatIsTooMuchToSortIsSaid() throws {
    var limits = Limits()
    limits.memory = 4096
    let screen = script([
      .key("s"), .until("sorting needs more than"), .key(.down), .until("row 2 of "),
    ])
    try MemoryTable.show(.people(200), columns: columns, on: screen, limits: limits)
  }

  @Test func anOrderOfWhatIsFiltered() throws {
    var seen: [String] = []
    let screen = script(
      [.key("f"), .key(.control("u"))], ScriptedScreen.Step.type("note=~needle"),
      [
        .key(.enter), .until("· 4 of 200 "), .key(.right), .key(.right), .key("s"),
        .until("by age ▲"),
      ],
      [.look { seen = $0 }, .key("/")], ScriptedScreen.Step.type("köln"),
      [.key(.enter), .until("row 107 "), .key("f"), .key(.control("u")), .key(.enter)],
      [.until("by age ▲"), .until(" of 200 ")])
    try MemoryTable.show(.people(200), columns: columns, on: screen)
    #expect(
      seen.dropFirst().prefix(4).map { $0.prefix(3) } == ["157", "  7", " 57", "107"])
  }

  @Test func theFlagsAreTheBeginning() throws {
    var selection = TableSelection()
    (selection.filters, selection.sort) = (["note=~needle"], ["-age"])
    let screen = script([
      .until("by age ▼"), .until("· 4 of 200 "), .key("f"), .key(.control("u")), .key(.enter),
      .until("of 200 "),
    ])
    let table = Table(columns: columns.map { Column($0) }, content: MemoryTable.people(200))
    try TableScreen.run(
      table, selection, title: "t", on: screen, in: ConversionContext(registry: Registry()))
    selection = TableSelection()
    (selection.columns, selection.filters) = (["age", "name"], ["town=Köln"])
    let other = script([.until("67 rows"), .key("G"), .until("row 200 · 67 rows")])
    try TableScreen.run(
      table, selection, title: "t", on: other, in: ConversionContext(registry: Registry()))
    #expect(other.last[0] == "    │ age  name")
  }

  @Test func aFilterOfATableWithoutRows() throws {
    let screen = ScriptedScreen(
      [.key("f")] + ScriptedScreen.Step.type("=x") + [.key(.enter), .until(" no rows · a 1/2")])
    try MemoryTable.show(MemoryTable([]), columns: ["a", "b"], on: screen)
    #expect(!screen.pictures.contains { $0.contains { $0.contains("0no rows") } })
  }

  /// Numbers are those in the file, which says nothing of how many rows are shown.
  @Test func rowsThatAreChosenOnTheCommandLine() throws {
    var selection = TableSelection()
    selection.filters = ["n>49"]
    selection.columns = ["n"]
    let table = Table(
      columns: [Column("n"), Column("m")], content: MemoryTable((1...100).map { ["\($0)", "x"] }))
    let screen = ScriptedScreen(
      [.until("row 50 · 51 rows · n 1/1"), .key("G"), .until("row 100 · 51 rows")])
    try TableScreen.run(
      table, selection, title: "a.csv", on: screen, usesColour: false,
      in: ConversionContext(registry: Registry()))
  }
}
