import ConverterCore
import TableModel
import Testing

@Suite("What a target has no place for is said")
struct FitTests {
  static var several: Table {
    var table = Table.test(["id"], [["1"]])
    table.siblings = ["t2", "empty"].map { name in
      Sibling(name: name) { () throws(ConversionError) in Table.test(["x"], []) }
    }
    return table
  }

  private func fit(
    _ table: Table = several, _ capabilities: Table.Capabilities = .init(),
    _ settings: [String: String] = [:], limit: Int? = nil
  ) throws -> (siblings: [String], ledger: [LedgerEntry]) {
    var options = ConversionOptions()
    options.settings = settings
    options.selection.limit = limit
    let context = ConversionContext.test()
    let fitted = try FitTransform().apply(
      to: table, for: capabilities, options: options, in: context)
    return (fitted.siblings.map(\.name), context.ledger)
  }

  @Test func oneTable() throws {
    let alone = try fit()
    #expect(alone.siblings == [])
    #expect(
      alone.ledger == [
        LedgerEntry(
          "tables", .dropped,
          why: "t2, empty: --set tables=all makes files of them, --table NAME chooses")
      ])
    #expect(try fit(Self.several, .init(), ["tables": "all"]).ledger == [])
  }

  @Test func severalTables() throws {
    let several = Table.Capabilities(holdsSeveralTables: true)
    let all = try fit(Self.several, several)
    #expect(all.siblings == ["t2", "empty"] && all.ledger == [])
    let main = try fit(Self.several, several, ["tables": "primary"])
    #expect(main.siblings == [] && main.ledger.map(\.what) == ["tables"])
    let chosen = try fit(Self.several, several, ["tables": "all"], limit: 1)
    #expect(chosen.siblings == [] && chosen.ledger.map(\.action) == [.dropped])
  }

  @Test func objects() throws {
    var table = Table.test(["a.b", #"a\.b"#, "value"], [])
    table.columns[0].path = [Array("a".utf8), Array("b".utf8)]
    table.columns[1].path = [Array("a.b".utf8)]
    table.columns[2].path = []
    #expect(
      try fit(table).ledger.map(\.what) == ["nested objects", "keys", "values without keys"])
    #expect(try fit(table, .init(holdsObjects: true)).ledger == [])
  }
}
