import ConverterCore
import Testing
import TreeModel
import YAMLPlugin

/// JSON is YAML.
@Suite struct JSONInYAMLTests {
  @Test func whatIsJSONLosesNothing() throws {
    let json = "{\"a\":\"\\ud83d\\ude00 \\ud800\",\"n\":1.50}"
    let (lines, context) = try read(Array(json.utf8))
    #expect(lines == [json])
    #expect(context.ledger.isEmpty)
  }

  @Test func depthIsThatOfJSON() throws {
    let nested = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    #expect(try json(nested) == [nested])
  }

  @Test(arguments: [
    ("{\"a\":1}\n---\n{\"b\":2}\n", ["{\"a\":1}", "{\"b\":2}"]), ("[\"a\\x41\"]", ["[\"aA\"]"]),
    ("[a, b]", ["[\"a\",\"b\"]"]), ("{\"a\":1} # x", ["{\"a\":1}"]),
  ])
  func whatIsNotIsYAML(yaml: String, expected: [String]) throws {
    #expect(try json(yaml) == expected)
  }

  @Test func keysThatRepeatAreAsInYAML() throws {
    let context = try read(Array("{\"a\":1,\"a\":2}".utf8)).context
    #expect(context.warnings.first?.contains("which YAML forbids") == true)
  }

  @Test func nothingIsNull() throws {
    let (lines, context) = try read([])
    #expect(lines == ["null"])
    #expect(context.warnings.count == 1)
  }
}
