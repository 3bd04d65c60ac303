import ConverterCore
import TableModel
import Testing
import TreeModel
import TreeTablesPlugin
import TreeTestSupport

/// What a header of blank cells could not be read back from.
@Suite struct EmptyKeyTests {
  @Test func emptyKeysGetANumber() throws {
    #expect(try show(#"[{"":1}]"#).columns == ["column_1"])
    #expect(try show(#"[{"":1,"b":2}]"#).columns == ["column_1", "b"])
    #expect(try show(#"[{"b":2,"column_2":1,"":3}]"#).columns.count == 3)
    #expect(Set(try show(#"[{"b":2,"":1,"column_2":3}]"#).columns).count == 3)
    #expect(try ledger(#"[{"":1}]"#) == ["empty key"])
    #expect(try table(#"[{"":1}]"#).columns.map(\.path) == [[[]]])
  }

  @Test(arguments: ["[{}]", "{}", "[{},{}]"])
  func objectsWithoutKeysAreRows(json: String) throws {
    let shown = try show(json)
    #expect(shown.columns == ["value"])
    #expect(shown.rows == Array(repeating: ["."], count: json == "[{},{}]" ? 2 : 1))
    #expect(try ledger(json) == ["objects without keys"])
  }

  @Test func anEmptyObjectAmongOthersIsARowAsEver() throws {
    #expect(try show(#"[{"a":1},{}]"#).columns == ["a"])
    #expect(try ledger(#"[{"a":1},{}]"#).isEmpty)
  }
}
