import ConverterCore
import SQLiteDatabases

/// The tables of an index.
enum IndexSchema {
  /// A row about the mailbox; one a message; and its words, of which nothing but the words is kept (`content=''`), and
  /// not where they stand in it (`detail=none`).
  ///
  /// A message goes from `start` (the line that divides it from the one before) over `header` to `end`, and what
  /// belongs to it up to `next`. `zone` is the offset of its date in minutes, 9999 where that is not known, and NULL
  /// where it has no date; `moment` then is the time when it came. `id` is a hash of its Message-ID.
  static let tables = [
    (
      "mailbox",
      "CREATE TABLE mailbox(layout INTEGER, bytes INTEGER, modified INTEGER, head TEXT, messages INTEGER)"
    ),
    (
      "message",
      """
      CREATE TABLE message(number INTEGER PRIMARY KEY, "start" INTEGER, header INTEGER, "end" INTEGER, \
      next INTEGER, quoted INTEGER, moment INTEGER, zone INTEGER, id INTEGER, attached INTEGER, \
      raw INTEGER, sender TEXT, recipients TEXT, copies TEXT, hidden TEXT, subject TEXT, \
      messageId TEXT, files TEXT)
      """
    ),
    ("message_id", "CREATE INDEX message_id ON message(id)"),
    (
      "search",
      """
      CREATE VIRTUAL TABLE search USING fts5(subject, people, body, content='', columnsize=0, \
      detail=none, tokenize="unicode61 remove_diacritics 2 categories 'L* N* M* Co'")
      """
    ),
  ]

  static let unknownZone = 9999

  /// Columns of `message` in the order in which they are written and read.
  static let columns = [
    "number", "\"start\"", "header", "\"end\"", "next", "quoted", "moment", "zone", "id",
    "attached",
    "raw", "sender", "recipients", "copies", "hidden", "subject", "messageId", "files",
  ]

  /// - Throws: `damagedInput` where a database has other tables than these, or more than tables.
  static func check(_ connection: ConnectionHandle) throws(ConversionError) {
    let rows = try connection.prepare("SELECT type, name, sql FROM sqlite_master")
    var found = 0
    while try rows.step() {
      let type = String(decoding: try rows.span(0))
      let name = String(decoding: try rows.span(1))
      let sql = try rows.array(2)
      guard type == "table" || type == "index" else { throw damaged }
      if let (_, expected) = tables.first(where: { $0.0 == name }) {
        guard sql.elementsEqual(expected.utf8) else { throw damaged }
        found += 1
      }
    }
    guard found == tables.count else { throw damaged }
  }

  private static var damaged: ConversionError {
    ConversionError(.damagedInput, "is no index of a mailbox: its tables are others")
  }
}
