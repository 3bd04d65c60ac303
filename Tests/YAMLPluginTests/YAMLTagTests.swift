import ConverterCore
import Testing
import TreeModel
import YAMLPlugin

@Suite struct YAMLTagTests {
  @Test(arguments: [
    ("!!int abc", "\"abc\""), ("!!bool \"yes\"", "\"yes\""), ("!!int 1.5", "1.5"),
    ("!!null 5", "5"), ("!!bool 1", "1"), ("!!float x", "\"x\""),
  ])
  func whatDoesNotFitIsNoted(yaml: String, value: String) throws {
    let (lines, context) = try read(Array("\(yaml)\n".utf8))
    #expect(lines == [value])
    #expect(context.ledger.map(\.what) == ["tags"])
    #expect(context.ledger.first?.why?.contains("where a tag does not fit it is ignored") == true)
  }

  @Test(arguments: [
    ("!!int 12", "12"), ("!!int \"12\"", "12"), ("!!float 12", "12"), ("!!float 1e3", "1e3"),
    ("!!bool true", "true"), ("!!null ~", "null"), ("!!null ''", "null"), ("!!int 0x1F", "31"),
    ("!!int 0xE", "14"), ("!!map {a: 1}", "{\"a\":1}"), ("!!seq [1]", "[1]"), ("!!str 5", "\"5\""),
  ])
  func whatFitsIsNot(yaml: String, value: String) throws {
    let (lines, context) = try read(Array("\(yaml)\n".utf8))
    #expect(lines == [value])
    #expect(context.ledger.isEmpty)
  }

  @Test(arguments: ["!!map [1]", "!!seq {a: 1}"])
  func collectionsOfAnotherKindAreNoted(yaml: String) throws {
    #expect(try read(Array("\(yaml)\n".utf8)).context.ledger.map(\.what) == ["tags"])
  }
}
