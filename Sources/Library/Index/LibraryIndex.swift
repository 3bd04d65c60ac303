package import ConverterCore
import SQLiteDatabases
package import SystemPackage

/// The index of a library: what `list` and `search` look into, rather than into each document.
///
/// It can be deleted at any time, and is made again of the files. It belongs to one thread at a time; several programs may
/// have it open.
package final class LibraryIndex {
  /// The version of the tables. An index of version 1 is brought up to date; one of another is made again.
  static let version: Int64 = 2
  /// What SQLite may hold.
  private static let memory = 96 << 20
  /// Of a word that is nearly everywhere, the newest so many items are ranked.
  private static let mostRanked = 2000

  private var connection: ConnectionHandle
  /// Where it is, and which file it was when it was opened; `nil` for one that no other program sees.
  private var place: (path: FilePath, identity: FileIdentity)?
  /// Whether changes are being made that belong together.
  private var isChanging = false

  /// Opens the index at a path.
  ///
  /// - Parameter isReadOnly: whether it is on a disk that can only be read.
  /// - Returns: `nil` where there is none of this version yet: what is there has to be removed and made again.
  package init?(existing path: FilePath, isReadOnly: Bool = false) throws(ConversionError) {
    guard let open = try Self.open(path, isReadOnly: isReadOnly) else { return nil }
    (connection, place) = (open.connection, (path, open.identity))
  }

  private static func open(
    _ path: FilePath, isReadOnly: Bool
  ) throws(ConversionError) -> (connection: ConnectionHandle, identity: FileIdentity)? {
    guard path.isRegularFile, let identity = FileIdentity(path: path) else { return nil }
    do throws(ConversionError) {
      let connection = try ConnectionHandle(path: path, isReadOnly: isReadOnly, memory: memory)
      if !isReadOnly { try connection.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;") }
      try connection.run(settings)
      if !isReadOnly, try version(of: connection) == 1 { try bringUpToDate(connection) }
      return try version(of: connection) == version ? (connection, identity) : nil
    } catch  where error.code == .damagedInput {
      return nil
    }
  }

  /// Makes an empty index, which is not safe from a crash before ``finish()``.
  ///
  /// - Parameter path: where there is none; `nil` for one that goes with this object.
  package init(making path: FilePath?) throws(ConversionError) {
    connection = try ConnectionHandle(path: path ?? "", memory: Self.memory)
    try connection.run(
      "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE;")
    try connection.run(Self.makingSettings + Self.schema + Self.lists)
    // Words are collected in memory before they are sorted into the index: larger pieces are merged less often.
    try connection.run(
      "INSERT INTO words(words, rank) VALUES('hashsize', \(Self.collected.making));")
  }

  /// Makes searches fast, after all items were put in, and says that the index is whole.
  package func finish() throws(ConversionError) {
    try connection.run(
      """
      INSERT INTO words(words) VALUES('optimize');
      INSERT INTO words(words, rank) VALUES('hashsize', \(Self.collected.changing));
      PRAGMA user_version=\(Self.version);
      """)
  }

  /// How many bytes of words are collected while an index is made, and later on, which is what SQLite takes by itself.
  private static let collected = (making: 16 << 20, changing: 1 << 20)

  /// The database, which another program may have made again since it was opened.
  func current() throws(ConversionError) -> ConnectionHandle {
    guard !isChanging, let place, let now = FileIdentity(path: place.path), now != place.identity,
      let other = try Self.open(place.path, isReadOnly: false)
    else { return connection }
    (connection, self.place) = (other.connection, (place.path, other.identity))
    return connection
  }

  static func version(of connection: ConnectionHandle) throws(ConversionError) -> Int64 {
    let statement = try connection.prepare("PRAGMA user_version")
    guard try statement.step() else { return 0 }
    return statement.integer(0)
  }

  /// A question reads most pages once; while an index is made, they are changed again and again.
  private static let settings = "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-2000;"
  private static let makingSettings = "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-16000;"

  // Newer items have larger numbers, so that the newest are those at the end. The words of an item stand behind what lists
  // show: a row with them is longer than a page of the file, whose rest is then not read.
  private static let schema = """
    CREATE TABLE item(
      id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, key TEXT NOT NULL, title TEXT NOT NULL, tags TEXT NOT NULL,
      state TEXT, pages INTEGER NOT NULL, revision INTEGER NOT NULL, created INTEGER NOT NULL, modified INTEGER NOT NULL,
      name TEXT NOT NULL, note TEXT NOT NULL, body TEXT NOT NULL, UNIQUE(kind, key));
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

    """
}

/// Changes.
extension LibraryIndex {
  /// Makes all changes of `body`, or none; together with those around it, where there are some.
  package func together(_ body: () throws(ConversionError) -> Void) throws(ConversionError) {
    guard !isChanging else { return try body() }
    let connection = try current()
    isChanging = true
    defer { isChanging = false }
    try connection.run("BEGIN IMMEDIATE")
    do throws(ConversionError) {
      try body()
      try connection.run("COMMIT")
    } catch {
      try? connection.run("ROLLBACK")
      throw error
    }
  }

  /// Notes that something is about to be changed, so that who opens the index after a crash looks at it again.
  package func willChange(_ kind: IndexedItem.Kind, _ key: String) throws(ConversionError) {
    let statement = try current().prepare("INSERT OR IGNORE INTO changing VALUES(?, ?)")
    try statement.bindAll([kind.rawValue, key])
    _ = try statement.step()
  }

  /// What was about to be changed when a program ended.
  package func unfinished() throws(ConversionError) -> [(kind: IndexedItem.Kind, key: String)] {
    let statement = try current().prepare("SELECT kind, key FROM changing")
    var all: [(kind: IndexedItem.Kind, key: String)] = []
    while try statement.step() {
      guard let kind = IndexedItem.Kind(rawValue: try statement.text(0)) else { continue }
      all.append((kind, try statement.text(1)))
    }
    return all
  }

  /// Puts an item in, in the place of one that was there.
  package func put(_ item: IndexedItem) throws(ConversionError) {
    try together { () throws(ConversionError) in
      try remove(item.kind, item.key)
      try insert(item)
    }
  }

  private func insert(_ item: IndexedItem) throws(ConversionError) {
    let statement = try current().prepare(
      "INSERT INTO item(kind, key, title, tags, note, body, name, state, pages, revision, created, modified)"
        + " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    try statement.bindAll([
      item.kind.rawValue, item.key, item.title.dividingIdeographs,
      item.tags.joined(separator: Self.tagBreak).dividingIdeographs, item.note.dividingIdeographs,
      item.body.dividingIdeographs, item.title.folded,
    ])
    if let state = item.state {
      try statement.bindCopy(Array(state.rawValue.utf8), to: 8)
    } else {
      try statement.bindNull(to: 8)
    }
    let numbers = [item.pageCount, item.revision, item.created.seconds, item.modified.seconds]
    for (index, number) in numbers.enumerated() { try statement.bind(Int64(number), to: 9 + index) }
    _ = try statement.step()
    for tag in item.tags {
      let statement = try current().prepare(Self.tagging)
      try statement.bindAll([tag, item.kind.rawValue, item.key])
      _ = try statement.step()
    }
  }

  /// Takes an item out, and notes that it is no longer about to be changed.
  package func remove(_ kind: IndexedItem.Kind, _ key: String) throws(ConversionError) {
    try together { () throws(ConversionError) in
      for table in ["item", "changing"] {
        let statement = try current().prepare("DELETE FROM \(table) WHERE kind=? AND key=?")
        try statement.bindAll([kind.rawValue, key])
        _ = try statement.step()
      }
    }
  }

  /// Puts an item in, or takes it out where there is none any more.
  func update(
    _ kind: IndexedItem.Kind, _ key: String, to item: IndexedItem?
  ) throws(ConversionError) {
    if let item { try put(item) } else { try remove(kind, key) }
  }

  private static let tagging =
    "INSERT OR IGNORE INTO tag SELECT ?, id FROM item WHERE kind=? AND key=?"
  static let tagBreak = "\n"
}

/// Questions.
extension LibraryIndex {
  static let columns =
    "item.kind, item.key, item.title, item.tags, item.note, item.state, item.pages, item.revision, item.created,"
    + " item.modified"

  /// The order of what is found.
  package enum Order: Sendable { case best, newest }

  /// What has all of some words.
  ///
  /// - Parameters:
  ///   - words: what is looked for.
  ///   - order: best first, or newest first.
  ///   - most: how many are given.
  package func search(
    _ words: SearchWords, by order: Order, most: Int
  ) throws(ConversionError) -> [SearchHit] {
    let query = words.query
    let newest = try oldestRanked(query)
    let (score, better) = order == .best ? ("bm25(words, 8, 4, 2, 1)", "score, ") : ("0", "")
    // What is shown is read of those alone that are.
    let statement = try current().prepare(
      """
      SELECT \(Self.columns), found.score, item.body
        FROM (SELECT rowid AS id, \(score) AS score FROM words WHERE words MATCH ? AND rowid >= ?
          ORDER BY \(better)rowid DESC LIMIT ?) AS found
        JOIN item ON item.id = found.id ORDER BY \(better)found.id DESC
      """)
    try statement.bindAll([query])
    try statement.bind(newest, to: 2)
    try statement.bind(Int64(most), to: 3)
    var hits: [SearchHit] = []
    while try statement.step() {
      guard let item = try Self.item(statement) else { continue }
      let finder = SnippetFinder(words)
      hits.append(
        SearchHit(
          item: item, score: -statement.real(10),
          snippet: finder.snippet(of: item, try statement.text(11))))
    }
    return hits
  }

  /// The number of the oldest item that is looked at.
  private func oldestRanked(_ query: String) throws(ConversionError) -> Int64 {
    let statement = try current().prepare(
      "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT 1 OFFSET \(Self.mostRanked - 1)"
    )
    try statement.bindAll([query])
    return try statement.step() ? statement.integer(0) : 0
  }

  static func item(_ row: StatementHandle) throws(ConversionError) -> IndexedItem? {
    guard let kind = IndexedItem.Kind(rawValue: try row.text(0)),
      let created = StoredDate(seconds: Int(row.integer(8))),
      let modified = StoredDate(seconds: Int(row.integer(9)))
    else { return nil }
    var item = IndexedItem(
      kind: kind, key: try row.text(1), title: try row.shownText(2), created: created,
      modified: modified)
    item.tags = try row.shownText(3).split(separator: Character(tagBreak)).map(String.init)
    item.note = try row.shownText(4)
    item.state = DocumentState(rawValue: try row.text(5))
    (item.pageCount, item.revision) = (Int(row.integer(6)), Int(row.integer(7)))
    return item
  }
}

extension StatementHandle {
  func bindAll(_ texts: [String]) throws(ConversionError) {
    for (index, text) in texts.enumerated() { try bindCopy(Array(text.utf8), to: index + 1) }
  }

  func text(_ column: Int) throws(ConversionError) -> String {
    String(decoding: try array(column), as: UTF8.self)
  }

  /// A text as it was before ideographs were divided.
  fileprivate func shownText(_ column: Int) throws(ConversionError) -> String {
    try text(column).withoutDivisions
  }
}

extension String {
  var withoutDivisions: String {
    guard unicodeScalars.contains("\u{200B}") else { return self }
    var text = ""
    text.unicodeScalars.append(contentsOf: unicodeScalars.filter { $0 != "\u{200B}" })
    return text
  }
}
