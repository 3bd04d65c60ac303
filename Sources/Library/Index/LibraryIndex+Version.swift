import ConverterCore
import SQLiteDatabases

/// Indexes of the version before: version 2 is the same with what lists need.
extension LibraryIndex {
  /// What lists are read by, so that their first page costs the same however many items there are.
  static let lists = """
    CREATE INDEX item_newest ON item(kind, created DESC, key);
    CREATE INDEX item_named ON item(kind, name, key);
    CREATE INDEX item_state ON item(kind, state, created DESC, key);
    CREATE TABLE tag(word TEXT NOT NULL, item INTEGER NOT NULL, PRIMARY KEY(word, item)) WITHOUT ROWID;
    CREATE INDEX tag_item ON tag(item);
    CREATE TRIGGER item_untagged AFTER DELETE ON item BEGIN
      DELETE FROM tag WHERE item=old.id;
    END;

    """

  /// Brings an index of version 1 up to date: seconds for 100,000 items, where making it again takes minutes.
  static func bringUpToDate(_ connection: ConnectionHandle) throws(ConversionError) {
    try connection.run("BEGIN IMMEDIATE")
    do throws(ConversionError) {
      // Another program may have been faster.
      if try version(of: connection) == 1 {
        try connection.run("ALTER TABLE item ADD COLUMN name TEXT NOT NULL DEFAULT '';")
        try connection.run(lists)
        try fillLists(connection)
        try connection.run("PRAGMA user_version=\(version)")
      }
      try connection.run("COMMIT")
    } catch {
      try? connection.run("ROLLBACK")
      throw error
    }
  }

  private static func fillLists(_ connection: ConnectionHandle) throws(ConversionError) {
    let items = try connection.prepare("SELECT id, title, tags FROM item")
    let named = try connection.prepare("UPDATE item SET name=? WHERE id=?")
    let tagged = try connection.prepare("INSERT OR IGNORE INTO tag VALUES(?, ?)")
    while try items.step() {
      let id = items.integer(0)
      try named.bindAll([try items.text(1).withoutDivisions.folded])
      try named.bind(id, to: 2)
      _ = try named.step()
      named.reset()
      for tag in try items.text(2).withoutDivisions.split(separator: tagBreak) {
        try tagged.bindAll([String(tag)])
        try tagged.bind(id, to: 2)
        _ = try tagged.step()
        tagged.reset()
      }
    }
  }
}
