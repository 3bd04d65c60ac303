import ConverterCore
import TestSupport
import Testing

/// Names that become parts of files' names.
@Suite struct SiblingNamesTests {
  @Test func noneIsGivenTwice() {
    var names = SiblingNames()
    let given = ["gainmap", "2", "gainmap", "depth", "gainmap"].map { names.unique($0) }
    #expect(given == ["gainmap", "2", "gainmap-2", "depth", "gainmap-3"])
  }

  @Test func aNumberThatIsANameIsPassedOver() {
    var names = SiblingNames()
    let given = ["a-2", "a", "A", "a-2", "a-3", "a"].map { names.unique($0) }
    #expect(given == ["a-2", "a", "A-3", "a-2-2", "a-3-2", "a-4"])
  }

  @Test func wordsAreSafeAndDiffer() {
    var names = SiblingNames()
    let titles = ["a/b", "../..", "A_B", nil, "", "größe 2", "x.", "\0\u{202E}", "3"]
    let words = titles.enumerated().map { names.word(for: $0.element, number: $0.offset) }
    #expect(words == ["a_b", ".._", "A_B-2", "3", "4", "größe 2", "x", "__", "3-2"])
    #expect(names.word(for: String(repeating: "ä", count: 200), number: 1).utf8.count == 100)
  }

  /// A file may call all its tables the same.
  @Test func manyOfOneName() {
    let time = processorTime {
      var names = SiblingNames()
      var last = ""
      for _ in 1...100_000 { last = names.unique("a") }
      #expect(last == "a-100000")
    }
    #expect(time < .seconds(20))
  }
}
