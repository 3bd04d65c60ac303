import ConverterCore
import FairyLibrary
import LibraryTestSupport
import SystemPackage
import TestSupport
import Testing

/// What is found, in which order, and where.
@Suite struct LibraryIndexTests {
  private let folder: ScratchFolder
  private let index: LibraryIndex

  init() throws {
    folder = try ScratchFolder()
    index = try LibraryIndex(making: FilePath(folder.file("index.sqlite")))
  }

  private func put(
    _ key: String, title: String = "t", tags: [String] = [], note: String = "", body: String = "",
    at seconds: Int = 0
  ) throws {
    let date = try #require(StoredDate(seconds: seconds))
    var item = IndexedItem(kind: .document, key: key, title: title, created: date, modified: date)
    (item.tags, item.note, item.body) = (tags, note, body)
    try index.put(item)
  }

  private func found(_ words: String, by order: LibraryIndex.Order = .newest) throws -> [String] {
    let words = try #require(SearchWords(words))
    return try index.search(words, by: order, most: 20).map(\.item.key)
  }

  @Test func wordsAreFoundWhateverTheirCaseAndAccents() throws {
    try put("a", body: "Rechnung über 40 Äpfel, Straße")
    try put("b", body: "nothing of that")
    for words in ["rechnung", "RECHNUNG", "uber", "Über", "apfel", "äpfel 40", "re", "straße"] {
      #expect(try found(words) == ["a"], "\(words)")
    }
    for words in ["r", "chnung", "äpfel that", "rechnung -äpfel", "\"äpfel 40\""] {
      #expect(try found(words) == [], "\(words)")
    }
    #expect(try found("\"40 äpfel\"") == ["a"])
    #expect(try found("4") == [])
  }

  @Test func everyPlaceIsLookedAt() throws {
    try put("title", title: "Marmalade")
    try put("tag", tags: ["Marmalade", "jam"])
    try put("note", note: "marmalade, too")
    try put("body", body: "bread with marmalade")
    #expect(try Set(found("marma")) == ["title", "tag", "note", "body"])
    #expect(try found("marma", by: .best).first == "title")
  }

  @Test func theNewestComeFirst() throws {
    for number in 1...5 { try put("\(number)", body: "word \(number)", at: number) }
    #expect(try found("word") == ["5", "4", "3", "2", "1"])
    // What is changed is new again.
    try put("2", body: "word 2", at: 9)
    #expect(try found("word") == ["2", "5", "4", "3", "1"])
    try index.remove(.document, "5")
    #expect(try found("word") == ["2", "4", "3", "1"])
  }

  @Test func scriptsWithoutSpacesAreSearched() throws {
    try put("a", title: "請求書", body: "東京都の領収書です")
    for words in ["東京", "領収", "請求書", "京都"] { #expect(try found(words) == ["a"], "\(words)") }
    #expect(try found("京東") == [])
    var titles: [String] = []
    try index.items(.document) { titles.append($0.title) }
    #expect(titles == ["請求書"])
  }

  @Test(arguments: [
    "\"", "*", "AND", "a OR b", "(", "NEAR(a b)", "title:x", "'; DROP TABLE item; --", "-", "^x",
    "a\0b",
  ])
  func nothingTypedIsALanguage(text: String) throws {
    try put("a", body: "unrelated")
    guard let words = SearchWords(text) else { return }
    #expect(try index.search(words, by: .best, most: 5).isEmpty)
  }

  @Test func thePlaceIsShown() throws {
    let filler = String(repeating: "lorem ipsum ", count: 30)
    try put(
      "a", body: "first page\n\u{0C}\(filler)the total\namount is 12.50\(filler)\u{0C}last amount")
    let words = try #require(SearchWords("amou"))
    let snippet = try #require(try index.search(words, by: .best, most: 1).first?.snippet)
    #expect(snippet.page == 2)
    #expect(snippet.text.hasPrefix("ipsum lorem ipsum the total amount is 12.50lorem"))
    #expect(snippet.text.count == 120)
    let matches = snippet.matches.map { range in
      String(snippet.text.dropFirst(range.lowerBound).prefix(range.count))
    }
    #expect(matches == ["amount"])
  }

  @Test func whatIsNotInThePagesIsShownWhereItIs() throws {
    try put("a", title: "Bill", note: "from the plumber", body: "x")
    let words = try #require(SearchWords("plumber"))
    let snippet = try #require(try index.search(words, by: .best, most: 1).first?.snippet)
    #expect(snippet == SearchHit.Snippet(text: "from the plumber", matches: [9..<16], page: nil))
  }

  @Test func anIndexThatIsDamagedIsMadeAgain() throws {
    let example = try Example()
    let made = try example.editor.create(title: "One", of: [example.photo])
    let saved = try example.editor.save(made.id)
    for bytes in [
      [], Array("no database at all, but long enough to be read as one".utf8),
      [UInt8](repeating: 0, count: 8192),
    ] {
      // Somebody has put another file in its place.
      for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"] {
        FilePath(example.folder.file("library/\(name)")).removeFile()
      }
      try example.folder.write(bytes, to: "library/index.sqlite")
      let index = try example.library.openedIndex()
      let words = try #require(SearchWords("word1"))
      let hits = try index.search(words, by: .best, most: 5)
      #expect(hits.map(\.item.key) == [made.id.description])
      #expect(hits.first?.item.revision == saved.revision)
      #expect(hits.first?.snippet.page == 1)
    }
  }

  @Test func whatACrashLeftIsLookedAtAgain() throws {
    let example = try Example()
    let made = try example.editor.create(title: "One", of: [example.photo])
    let index = try example.library.openedIndex()
    try index.willChange(.document, made.id.description)
    // Changed without the index, as if the program had ended in between.
    try example.library.document(made.id).change(.describe) { _ in }
    var revisions: [Int] = []
    try example.library.openedIndex().items(.document) { revisions.append($0.revision) }
    #expect(revisions == [made.revision + 1])
    #expect(try index.unfinished().isEmpty)
  }

  @Test func whoeverHasTheOldIndexOpenChangesTheNewOne() throws {
    let example = try Example()
    let made = try example.editor.create(title: "One", of: [example.photo])
    // A run that was killed has left it.
    try example.folder.write([1, 2, 3], to: "library/index.sqlite.new")
    let index = try example.library.reindexed()
    try example.editor.describe(made.id) { $0.title = "Two" }
    var titles: [String] = []
    try index.items(.document) { titles.append($0.title) }
    #expect(titles == ["Two"])
    let names = try FolderTree.paths(example.folder.file("library"))
    #expect(!names.contains { $0.contains(".new") })
  }

  @Test func whatIsChangedWhileTheIndexIsMadeIsInIt() throws {
    let example = try Example()
    let kept = try example.editor.create(title: "Kept", of: [example.photo])
    let gone = try example.editor.create(title: "Gone", of: [example.photo])
    let bad = try example.editor.create(title: "Bad", of: [example.photo])
    try example.folder.write([], to: "library/documents/\(bad.id)/metadata.json")
    let index = try example.library.reindexed { _ in
      // Another program, while the files are read.
      do {
        try example.editor.describe(kept.id) { $0.title = "Changed" }
        try example.editor.create(title: "New", of: [example.photo])
        try example.editor.trash(gone.id)
      } catch {
        Issue.record(error)
      }
    }
    var titles: Set<String> = []
    try index.items(.document) { titles.insert($0.title) }
    #expect(titles == ["Changed", "New"])
  }
}
