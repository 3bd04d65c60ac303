import ConverterCore
import Testing
import TreeModel

@testable import JSONPlugin

/// Warnings about what is allowed and yet not read alike by everybody.
@Suite struct OddityTests {
  /// Both ways must warn the same.
  private func warnings(_ text: String, isSequence: Bool = false) throws -> [String] {
    let bytes = Array(text.utf8)
    let careful = try FastFormatterTests.careful(bytes, .compact, isSequence: isSequence)
    #expect(careful.error == nil)
    for size in [1, 5, 64, 1 << 16] {
      let fast = try FastFormatterTests.fast(
        bytes, .compact, isSequence: isSequence, pieceSize: size)
      #expect(fast == careful, "in pieces of \(size)")
    }
    return careful.warnings
  }

  @Test(arguments: [
    ("{\"a\":1,\n\"a\":2}", "one key repeats an earlier key of its object: \"a\" in line 2"),
    (
      "{\"a\":1,\"\\u0061\":2}",
      "one key repeats an earlier key of its object: \"\\u0061\" in line 1"
    ),
    (
      "[{\"é\":1,\"\\u00e9\":2}]",
      "one key repeats an earlier key of its object: \"\\u00e9\" in line 1"
    ),
    (
      "{\"\":{\"\":1,\"\":2},\"\":[]}",
      "2 keys repeat an earlier key of their object: \"\" in line 1, \"\" in line 1"
    ),
    (
      "{\"a\":1,\"a\":2,\"a\":3,\"a\":4,\"a\":5}",
      "4 keys repeat an earlier key of their object: \"a\" in line 1, \"a\" in line 1, \"a\" in line 1 and others"
    ),
    (
      "{\"a\":{\"b\":1},\"c\":{\"b\":1,\"d\":[{\"e\":1},{\"e\":1}]},\"a\":0}",
      "one key repeats an earlier key of its object: \"a\" in line 1"
    ),
    (
      "[\"\\ud800\"]",
      "an escape is half of a surrogate pair without the other half, which many programs refuse: line 1, column 3"
    ),
    (
      "[\"\\ud800\\ud800\\udc00\\udc00\", \"\\udc00\"]",
      "3 escapes are half of a surrogate pair without the other half, which many programs refuse: line 1, column 3"
    ),
    ("\u{FEFF}[]", "begins with a byte order mark, which is no part of JSON: it was left out"),
  ])
  func warns(text: String, warning: String) throws {
    #expect(try warnings(text) == [warning])
  }

  @Test(arguments: [
    "[{\"a\":1},{\"a\":2}]", "{\"a\":{\"a\":{\"a\":1}}}", "{\"a\":1,\"A\":2,\"a \":3}",
    "[\"a\",\"a\"]",
    "[\"\\ud83d\\ude00\"]", "[\"\\\\ud800\"]",
  ])
  func doesNotWarn(text: String) throws {
    #expect(try warnings(text).isEmpty)
  }

  @Test(arguments: [2, 8, 16, 17, 18, 48, 49, 50, 64, 1000, 20_000])
  func objectsOfManyKeys(count: Int) throws {
    let members = (0..<count).map { "\"key \($0)\":\($0)" }
    #expect(try warnings("[{\(members.joined(separator: ","))}]").isEmpty)
    let doubled = members + ["\"key \(count / 2)\":null"]
    #expect(
      try warnings("{\"outer\":{\(doubled.joined(separator: ","))}}")
        == ["one key repeats an earlier key of its object: \"key \(count / 2)\" in line 1"])
  }

  @Test func tooManyKeysToLookAtAll() throws {
    let count = 450_000
    var text = Array("{".utf8)
    for index in 0..<count { text += "\"\(index)\":0,".utf8 }
    text += "\"0\":0}".utf8
    let careful = try FastFormatterTests.careful(text, .compact, isSequence: false)
    let fast = try FastFormatterTests.fast(text, .compact, isSequence: false, pieceSize: 1 << 16)
    #expect(
      careful.warnings == [
        "one key repeats an earlier key of its object: \"0\" in line 1",
        "not all keys that repeat were looked for: an object has too many of them, or objects stand too "
          + "deep in each other",
      ])
    #expect(fast.warnings == careful.warnings)
  }
}
