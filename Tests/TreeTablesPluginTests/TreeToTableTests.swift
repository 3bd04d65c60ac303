import ConverterCore
import TableModel
import TestSupport
import Testing
import TreeModel
import TreeTablesPlugin
import TreeTestSupport

@Suite struct TreeToTableTests {
  @Test(arguments: [1, 2, 3, 1000])
  func objectsBecomeRows(batch: Int) throws {
    let shown = try show(
      #"[{"a":1,"b":"x\ny"},{"b":true,"a":null},{"c":-1.50e3},{}]"#, batch: batch)
    #expect(shown.columns == ["a", "b", "c"])
    #expect(shown.hasHeader)
    #expect(shown.rowCount == 4)
    #expect(
      shown.rows == [
        ["#1", "x\ny", "."], ["-", "?true", "."], [".", ".", "#-1.50e3"], [".", ".", "."],
      ])
  }

  @Test func sequencesAndSingleValues() throws {
    #expect(
      try show("{\"a\":1}\n{\"a\":2}\n", isSequence: true)
        == Shown(columns: ["a"], rows: [["#1"], ["#2"]], hasHeader: true, rowCount: 2))
    #expect(
      try show(#"{"a":1,"b":[]}"#)
        == Shown(columns: ["a", "b"], rows: [["#1", "j[]"]], hasHeader: true, rowCount: 1))
    #expect(
      try show("\"x\"") == Shown(columns: ["value"], rows: [["x"]], hasHeader: true, rowCount: 1))
    #expect(
      try show("[1,\"x\",null]")
        == Shown(columns: ["value"], rows: [["#1"], ["x"], ["-"]], hasHeader: true, rowCount: 3))
    #expect(try show("[]") == Shown(columns: ["value"], rows: [], hasHeader: true, rowCount: 0))
    #expect(
      try show("", isSequence: true)
        == Shown(columns: [], rows: [], hasHeader: true, rowCount: 0))
    #expect(try show("[[1]]\n", isSequence: true).rows == [["j[1]"]])
  }

  @Test func arraysAreRowsByPosition() throws {
    #expect(
      try show(#"[["a","b"],[1,2,{"x":[1]}],[],null,[null]]"#)
        == Shown(
          columns: ["1", "2", "3"],
          rows: [["a", "b"], ["#1", "#2", #"j{"x":[1]}"#], [], ["-", "-", "-"], ["-"]],
          hasHeader: false, rowCount: 5))
  }

  @Test func nestedObjectsBecomeColumns() throws {
    let shown = try show(
      #"[{"a":{"b":1,"c":{"d":2}},"e":{}},{"a":5,"e":{"f":[1,{"g":"h\"i"}]}},{"a":{"c":{}}}]"#)
    #expect(shown.columns == ["a.b", "a.c.d", "e", "a", "e.f", "a.c"])
    #expect(
      shown.rows == [
        ["#1", "#2", "j{}", ".", ".", "."], [".", ".", ".", "#5", #"j[1,{"g":"h\"i"}]"#, "."],
        [".", ".", ".", ".", ".", "j{}"],
      ])
  }

  @Test(arguments: [
    (#"[{"a.b":1,"a":{"b":2}}]"#, [#"a\.b"#, "a.b"]),
    (#"[{"a":{"b":2},"a.b":1}]"#, ["a.b", #"a\.b"#]),
    (#"[{"a.b":{"c":1},"a":{"b.c":2,"b":{"c":3}}}]"#, [#"a\.b.c"#, #"a.b\.c"#, "a.b.c"]),
    (#"[{"a.b":1}]"#, ["a.b"]),
    (#"[{"a.b":1,"a":{"b":2},"a\\.b":3}]"#, [#"a\.b"#, "a.b", #"a\.b_2"#]),
    (#"[{"":1," ":2}]"#, ["column_1", " "]), (#"[{"a":1,"a":2,"a":3}]"#, ["a", "a_2", "a_3"]),
    (#"[{"a":1,"a":2,"a_2":3}]"#, ["a", "a_2", "a_2_2"]),
    (#"[{"a":{"x":1},"a":{"x":2}}]"#, ["a.x", "a_2.x"]),
    (#"[{"\u0061":1},{"a":2}]"#, ["a"]),
  ])
  func namesAreToldApart(json: String, columns: [String]) throws {
    let shown = try show(json)
    #expect(shown.columns == columns)
    let values = shown.rows.flatMap { $0 }.map { $0.filter(\.isNumber) }.sorted()
    #expect(values == (1...values.count).map(String.init))
  }

  @Test func mixedElementsHaveAColumnOfTheirOwn() throws {
    let shown = try show(#"[{"a":1},5,[1,2],null,{"value":"x"},"y"]"#)
    #expect(shown.columns == ["a", "value", "value_2"])
    #expect(
      shown.rows == [
        ["#1", ".", "."], [".", "#5", "."], [".", "j[1,2]", "."], [".", ".", "."], [".", ".", "x"],
        [".", "y", "."],
      ])
    #expect(try show(#"[[1],2]"#).rows == [["j[1]"], ["#2"]])
    #expect(try show(#"[[1],{"a":2}]"#).rows.flatMap { $0 }.sorted() == ["#2", ".", ".", "j[1]"])
  }

  @Test(arguments: [
    ("[{\"a\":1}]", [String]()), ("[{\"a\":1},{}]", []), ("[{\"a\":null}]", []),
    ("[{\"a\":null},{}]", []), ("[{\"a\":1},null]", ["rows without keys"]),
    ("[{\"a\":{\"b\":1}}]", []), ("[{\"a\":[]}]", []),
    ("[{\"a\":1,\"a\":2}]", ["repeated keys"]),
    ("[{\"a\":1},2]", []), ("[[1],[2]]", []), ("[\"\\ud800\"]", ["text"]),
  ])
  func ledgerTellsWhatChanges(json: String, expected: [String]) throws {
    #expect(try ledger(json) == expected)
  }

  @Test func keysMayRepeatOften() throws {
    let time = try processorTime {
      let count = 10_000
      let object = "{" + Array(repeating: #""a":1"#, count: count).joined(separator: ",") + "}"
      let shown = try show("[\(object),{\"a\":2,\"a\":3},\(object)]", batch: 10_000)
      #expect(shown.columns == ["a"] + (2...count).map { "a_\($0)" })
      #expect(shown.rows[0] == Array(repeating: "#1", count: count))
      #expect(shown.rows[1] == ["#2", "#3"] + Array(repeating: ".", count: count - 2))
      #expect(shown.rows[2] == shown.rows[0])
    }
    #expect(time < .seconds(20))
  }

  @Test func depthIsBounded() throws {
    let depth = 10_000
    let json =
      "[" + String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth)
      + "]"
    let shown = try show(json, batch: 1000)
    #expect(shown.columns == [Array(repeating: "a", count: 32).joined(separator: ".")])
    #expect(shown.rows[0][0].hasPrefix(#"j{"a":{"a":"#))
    let arrays =
      "[[" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "]]"
    #expect(try show(arrays, batch: 1000).rows[0][0].count == 2 * depth + 1)
  }

  @Test func columnsAreBounded() throws {
    let keys = (0...100_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let error = #expect(throws: ConversionError.self) { try show("[{\(keys)}]", batch: 10_000) }
    #expect(error?.code == .limitExceeded)
    let long = "[[" + String(repeating: "1,", count: 100_000) + "1]]"
    #expect(throws: ConversionError.self) { try show(long, batch: 10_000) }
  }

  @Test func manyRowsComeInBatches() throws {
    let lines = (0..<50_000).map { "{\"n\":\($0),\"t\":\"row \($0)\"}\n" }.joined()
    let table = try table(lines, isSequence: true, batch: 1000)
    let shown = try show(table)
    #expect(shown.rows == (0..<50_000).map { ["#\($0)", "row \($0)"] })
    #expect(try table.content.countRows(in: context()) == 50_000)
  }

  @Test func viewingTakesColumnsFromTheBeginning() throws {
    let first = (0..<60_000).map { "{\"n\":\($0),\"text\":\"abcdefgh\"}\n" }.joined()
    let last = "{\"n\":1,\"late\":{\"x\":[2]},\"later\":null}\n[7]\n{\"n\":{\"deep\":1}}\n"
    let viewing = context(isViewing: true)
    let table = try table(first + last, isSequence: true, batch: 1000, in: viewing)
    #expect(table.columns == [Column("n"), Column("text")])
    #expect(table.rowCount == nil)
    let shown = try show(table, in: viewing)
    #expect(shown.rows.count == 60_003)
    #expect(
      shown.rows.suffix(3) == [
        ["#1", ".", #"j{"late":{"x":[2]},"later":null}"#], [".", ".", "j[7]"],
        [".", ".", #"j{"n.deep":1}"#],
      ])
    #expect(viewing.warnings.count == 1)
    #expect(viewing.ledger == [])
    // A conversion finds all.
    let full = try TreeToTable().cross(
      TreeJSON.tree(first + last, isSequence: true, batch: 1000), in: context())
    #expect(
      full.columns.map { String(decoding: $0.name, as: UTF8.self) }
        == ["n", "text", "late.x", "later", "value", "n.deep"])
  }

  /// One good row, then an error.
  private struct Broken: TreeContent {
    var byteCount: Int { 0 }

    func tokens(in context: ConversionContext) throws(ConversionError) -> any TokenSource {
      Source()
    }

    final class Source: TokenSource {
      private var calls = 0

      func next(_ batch: TokenBatch) throws(ConversionError) -> Bool {
        calls += 1
        guard calls == 1 else { throw ConversionError(.damagedInput, "broken") }
        batch.removeAll()
        batch.append(.beginObject)
        batch.append(.key, [UInt8(ascii: "a")])
        batch.append(.true)
        batch.append(.endObject)
        return true
      }
    }
  }

  @Test func viewingShowsWhatIsGoodBeforeAnError() throws {
    let tree = Tree(isSequence: true, content: Broken())
    #expect(throws: ConversionError.self) { try TreeToTable().cross(tree, in: context()) }
    let viewing = context(isViewing: true)
    let table = try TreeToTable().cross(tree, in: viewing)
    #expect(table.columns == [Column("a")])
    #expect(throws: ConversionError.self) { try show(table, in: viewing) }
  }

  @Test func fuzzedObjectsKeepEveryValue() throws {
    for _ in 0..<300 {
      var count = 0
      let rows = (0..<Int.random(in: 1...6)).map { _ in object(&count, depth: 0) }
      let json = "[" + rows.joined(separator: ",") + "]"
      let shown = try show(json, batch: Int.random(in: 1...9))
      #expect(Set(shown.columns).count == shown.columns.count, "\(json)")
      #expect(shown.rows.allSatisfy { $0.count == shown.columns.count }, "\(json)")
      let numbers = shown.rows.flatMap { $0 }.filter { $0.hasPrefix("#") }
      #expect(numbers.sorted() == (0..<count).map { "#\($0)" }.sorted(), "\(json)")
    }
  }

  private func object(_ count: inout Int, depth: Int) -> String {
    var members: [String] = []
    for _ in 0..<Int.random(in: 0...4) {
      let key = ["a", "b", "a.b", "", "a_2", "\\u0061", "value"].randomElement() ?? ""
      if depth < 3, Bool.random() {
        members.append("\"\(key)\":\(object(&count, depth: depth + 1))")
      } else {
        members.append("\"\(key)\":\(count)")
        count += 1
      }
    }
    return "{\(members.joined(separator: ","))}"
  }

  @Test(
    arguments: Sample.present(
      [
        ("fixtures/others/json/rows.ndjson", 41, ["id", "town", "price", "day"]),
        (
          "json/amazon_cellphones.ndjson", 793,
          [
            "asin", "brand", "title", "url", "image", "rating", "reviewUrl", "totalReviews",
            "prices",
          ]
        ),
      ], name: \.0))
  func arraysOfCells(name: String, rows: Int, first: [String]) throws {
    let bytes = try Sample(name).bytes()
    let table = try TreeToTable().cross(
      TreeJSON.tree(bytes, isSequence: true, batch: 1000), in: context())
    let shown = try show(table)
    #expect(shown.columns == (1...first.count).map(String.init))
    #expect(!shown.hasHeader)
    #expect(shown.rows.count == rows)
    #expect(shown.rows[0] == first)
  }
}
