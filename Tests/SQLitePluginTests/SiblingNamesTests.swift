import TableModel
import Testing

/// Words that become parts of files' names.
@Suite struct SiblingNamesTests {
  @Test func areSafeAndDiffer() {
    var names = SiblingNames()
    let titles = ["a/b", "../..", "A_B", nil, "", "größe 2", "x.", "\0\u{202E}", "3"]
    let words = titles.enumerated().map { names.word(for: $0.element, number: $0.offset) }
    #expect(words == ["a_b", ".._", "A_B-2", "3", "4", "größe 2", "x", "__", "3-2"])
    #expect(names.word(for: String(repeating: "ä", count: 200), number: 1).utf8.count == 100)
  }
}
