import ConverterCore
import FairyLibrary
import SQLiteDatabases
import SystemPackage
import TestSupport
import Testing

/// Lists of the index: which documents, and in which order.
@Suite struct LibraryListTests {
  private let folder: ScratchFolder
  private let index: LibraryIndex

  init() throws {
    folder = try ScratchFolder()
    index = try LibraryIndex(making: FilePath(folder.file("index.sqlite")))
    try put("a", "Äpfel", ["food", "tax"], .savedLocal, at: 3)
    try put("b", "zebra", [], .draft, at: 1)
    try put("c", "Brot", ["food"], .draft, at: 2)
  }

  private func put(
    _ key: String, _ title: String, _ tags: [String], _ state: DocumentState, at seconds: Int
  ) throws {
    let date = try #require(StoredDate(seconds: seconds))
    var item = IndexedItem(kind: .document, key: key, title: title, created: date, modified: date)
    (item.tags, item.state) = (tags, state)
    try index.put(item)
  }

  private func keys(
    _ index: LibraryIndex, from first: Int = 0, most: Int? = nil,
    _ change: (inout ItemListing) -> Void = { _ in }
  ) throws -> [String] {
    var listing = ItemListing()
    change(&listing)
    var keys: [String] = []
    try index.items(.document, listing, from: first, most: most) { keys.append($0.key) }
    #expect(try index.count(.document, listing) >= keys.count)
    return keys
  }

  @Test func orders() throws {
    #expect(try keys(index) == ["a", "c", "b"])
    #expect(try keys(index) { $0.order = .oldest } == ["b", "c", "a"])
    // Umlauts stand with their letters, whatever the case.
    #expect(try keys(index) { $0.order = .name } == ["a", "c", "b"])
    #expect(try keys(index, from: 1, most: 1) == ["c"])
  }

  @Test func filters() throws {
    #expect(try keys(index) { $0.state = .draft } == ["c", "b"])
    #expect(try keys(index) { $0.tag = "food" } == ["a", "c"])
    #expect(try keys(index) { ($0.tag, $0.state) = ("food", .draft) } == ["c"])
    #expect(try keys(index) { $0.tag = "foo" } == [])
    #expect(try index.stateCounts() == [.draft: 2, .savedLocal: 1])
    #expect(try index.tags(most: 9) == ["food", "tax"])
  }

  @Test func whatIsTakenOutHasNoTagsAnyMore() throws {
    try put("a", "Äpfel", ["fruit"], .savedLocal, at: 3)
    #expect(try index.tags(most: 9) == ["food", "fruit"])
    try index.remove(.document, "a")
    #expect(try index.tags(most: 9) == ["food"])
  }

  /// An index as version 1 had it is the same afterwards as one that was made anew.
  @Test func anOldIndexIsBroughtUpToDate() throws {
    let path = FilePath(folder.file("old.sqlite"))
    do {
      let old = try ConnectionHandle(path: path, memory: 1 << 24)
      try old.run(
        """
        CREATE TABLE item(
          id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, key TEXT NOT NULL, title TEXT NOT NULL, tags TEXT NOT NULL,
          note TEXT NOT NULL, body TEXT NOT NULL, state TEXT, pages INTEGER NOT NULL, revision INTEGER NOT NULL,
          created INTEGER NOT NULL, modified INTEGER NOT NULL, UNIQUE(kind, key));
        CREATE VIRTUAL TABLE words USING fts5(
          title, tags, note, body, content='item', content_rowid='id', tokenize="unicode61 remove_diacritics 2", prefix='2 3');
        CREATE TRIGGER item_added AFTER INSERT ON item BEGIN
          INSERT INTO words(rowid, title, tags, note, body) VALUES(new.id, new.title, new.tags, new.note, new.body);
        END;
        CREATE TRIGGER item_removed AFTER DELETE ON item BEGIN
          INSERT INTO words(words, rowid, title, tags, note, body)
            VALUES('delete', old.id, old.title, old.tags, old.note, old.body);
        END;
        CREATE TABLE changing(kind TEXT NOT NULL, key TEXT NOT NULL, UNIQUE(kind, key));
        INSERT INTO item(kind, key, title, tags, note, body, state, pages, revision, created, modified) VALUES
          ('document', 'a', 'Äpfel', 'food' || char(10) || 'tax', '', 'ten', 'savedLocal', 1, 1, 3, 3),
          ('document', 'b', 'zebra', '', '', '', 'draft', 0, 1, 1, 1),
          ('document', 'c', 'Brot', 'food', '', '', 'draft', 0, 1, 2, 2);
        PRAGMA user_version=1;
        """)
    }
    let index = try #require(try LibraryIndex(existing: path))
    #expect(try keys(index) == ["a", "c", "b"])
    #expect(try keys(index) { $0.order = .name } == ["a", "c", "b"])
    #expect(try keys(index) { $0.tag = "food" } == ["a", "c"])
    let words = try #require(SearchWords("ten"))
    #expect(try index.search(words, by: .best, most: 9).map(\.item.key) == ["a"])
    try index.remove(.document, "a")
    #expect(try index.tags(most: 9) == ["food"])
    #expect(try index.search(words, by: .best, most: 9).isEmpty)
  }
}
