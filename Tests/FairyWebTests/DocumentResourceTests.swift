import ConverterCore
import FairyLibrary
import Testing

@testable import FairyWeb

@Suite struct EntityTagsTests {
  @Test(arguments: ["\"7\"", "\"6\", \"7\"", " \"7\" ,\"8\"", "*"])
  func fits(header: String) throws {
    #expect(try EntityTags(header).revision(among: 7) == 7)
    #expect(EntityTags(header).matchWeakly(7))
  }

  /// Weak tags do not say that two things are the same (RFC 9110, section 13.1.1).
  @Test(arguments: ["", "7", "\"8\"", "\"77\"", "W/\"7\"", "\"7", "'7'"])
  func doesNotFit(header: String) {
    #expect(throws: ConversionError.self) { try EntityTags(header).revision(among: 7) }
    #expect(EntityTags(header).matchWeakly(7) == (header == "W/\"7\""))
  }
}

@Suite struct ListQueryTests {
  @Test func saysWhatIsShown() {
    let query = ListQuery(Form(encoded: "state=draft&tag=a%20b&order=name&from=60"))
    #expect(query.fault == nil)
    #expect(query.first == 60)
    #expect(query.address(from: 120) == "/library?order=name&state=draft&tag=a%20b&from=120")
    #expect(query.address { $0.state = nil } == "/library?order=name&tag=a%20b")
    #expect(ListQuery(Form(encoded: "")).address() == "/library")
  }

  @Test(arguments: ["state=none", "order=up", "state=Draft"])
  func namesWhatMakesNoSense(query: String) {
    #expect(ListQuery(Form(encoded: query)).fault == String(query.prefix { $0 != "=" }))
  }
}

@Suite struct MarkedTextTests {
  @Test func piecesAreTheText() throws {
    let text = "Rye bread & bread"
    let wanted = try #require(SearchWords("bread"))
    let marked = MarkedText(text, wanted.places(in: text), from: 4)
    #expect(
      marked.pieces.compactMap { $0["text"] as? String } == ["Rye ", "bread", " & ", "bread", ""])
    let found = marked.pieces.compactMap {
      ($0["found"] as? [[String: [String]]])?.first?["anchor"]
    }
    #expect(found == [["hit-4"], ["hit-5"]])
  }
}
