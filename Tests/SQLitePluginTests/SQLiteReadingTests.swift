import ConverterCore
import TableModel
import TableTestSupport
import TestSupport
import Testing

@testable import SQLitePlugin

/// Databases made by the program sqlite3 are read; these are skipped where it is not installed.
@Suite struct SQLiteReadingTests {
  static var canMake: Bool {
    (try? SQLiteTables.shell(":memory:", "SELECT 1")) == "1\n"
  }

  private func database(_ sql: String) throws -> InputFile {
    let scratch = try ScratchFolder()
    let said = try SQLiteTables.shell(scratch.file("a.db"), sql)
    #expect(said == "" || said == "wal\n")
    return InputFile(bytes: try scratch.bytes("a.db"), name: "a.db")
  }

  @Test(.enabled(if: SQLiteReadingTests.canMake)) func everyKindOfValue() throws {
    let context = try SQLiteTables.context()
    let input = try database(
      """
      CREATE TABLE t (a, b);
      INSERT INTO t VALUES (1, -1.5), ('x', NULL), (x'00FF', 1e300*1e300), (-1e300*1e300, 0.1),
        (100.0, 1e-20), (CAST(x'61ff00' AS TEXT), 123456789012345678);
      """)
    let table = try SQLiteTables.read(input, in: context)
    #expect(
      try cellsWithKinds(of: table, in: context) == [
        ["number 1", "number -1.5"], ["text x", "null "], ["text 00FF", "text Inf"],
        ["text -Inf", "number 0.1"], ["number 100.0", "number 1e-20"],
        ["text a\u{FFFD}\0", "number 123456789012345678"],
      ])
    #expect(
      context.ledger == [
        LedgerEntry(
          "blobs of column a", .changed, why: "from row 3 on: bytes became hexadecimal digits")
      ])
  }

  @Test(.enabled(if: SQLiteReadingTests.canMake)) func tablesViewsAndShadows() throws {
    let input = try database(
      #"""
      CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('word');
      CREATE TABLE b (x INTEGER PRIMARY KEY AUTOINCREMENT); INSERT INTO b VALUES (5);
      CREATE TABLE "a ""quoted""" (y); INSERT INTO "a ""quoted""" VALUES ('why');
      CREATE VIEW v AS SELECT y || '!' AS z FROM "a ""quoted""";
      CREATE INDEX i ON b (x);
      """#)
    let context = try SQLiteTables.context()
    let table = try SQLiteTables.read(input, in: context)
    #expect(table.title == "b")
    #expect(table.siblings.map(\.name) == ["a _quoted_"])
    #expect(context.ledger.map(\.what) == ["views", "indexes and triggers"])
    for (name, cells) in [
      ("v", "text why!"), ("f", "text word"), ("2", "text why"), ("B", "number 5"),
      ("sqlite_sequence", "text b"),
    ] {
      let context = try SQLiteTables.context(table: name)
      let table = try SQLiteTables.read(input, in: context)
      #expect(try cellsWithKinds(of: table, in: context).first?.first == cells)
      #expect(table.siblings.isEmpty)
    }
    let error = #expect(throws: ConversionError.self) {
      try SQLiteTables.read(input, in: SQLiteTables.context(table: "nope"))
    }
    #expect(error?.code == .usage)
    #expect(error?.message == "has no table \"nope\"; it has f, b, a \"quoted\", v")
  }

  @Test(.enabled(if: SQLiteReadingTests.canMake)) func readingGoesOnAtAMark() throws {
    let context = try SQLiteTables.context()
    let input = try database(
      """
      CREATE TABLE t (rowid TEXT, b); CREATE INDEX i ON t (rowid, b);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
      INSERT INTO t SELECT 60000 - i, i FROM n;
      CREATE TABLE w (a PRIMARY KEY, b) WITHOUT ROWID; INSERT INTO w VALUES (2, 3), (1, 2);
      """)
    let table = try SQLiteTables.read(input, in: context)
    #expect(table.content.isSeekable)
    let rows = try table.content.rows(in: context)
    let batch = RowBatch()
    #expect(try rows.claim(batch))
    #expect(batch.mark == RowMark(row: 1, position: 1))
    #expect(try rows.claim(batch))
    let mark = try #require(batch.mark)
    let rest = try cellsWithKinds(of: table, from: mark, in: context)
    #expect(rest.count == 60000 - mark.row + 1)
    #expect(rest[0] == ["text \(60000 - mark.row)", "number \(mark.row)"])
    #expect(try table.content.countRows(in: context) == 60000)
    let without = try table.siblings[0].open()
    #expect(!without.content.isSeekable)
    #expect(
      try cellsWithKinds(of: without, in: context) == [
        ["number 1", "number 2"], ["number 2", "number 3"],
      ])
  }

  @Test(.enabled(if: SQLiteReadingTests.canMake)) func writeAheadLogIsWarnedAbout() throws {
    let context = try SQLiteTables.context()
    let input = try database(
      "PRAGMA journal_mode=WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    let table = try SQLiteTables.read(input, in: context)
    #expect(try cellsWithKinds(of: table, in: context) == [["number 1"]])
    #expect(context.warnings.count == 1)
  }

  @Test(.enabled(if: SQLiteReadingTests.canMake)) func otherEncodingsBecomeUTF8() throws {
    let context = try SQLiteTables.context()
    let input = try database(
      "PRAGMA encoding='UTF-16be'; CREATE TABLE \"größe\" (\"ä\"); INSERT INTO \"größe\" VALUES ('🙂')"
    )
    let table = try SQLiteTables.read(input, in: context)
    #expect(table.title == "größe")
    #expect(table.columns == [Column("ä")])
    #expect(try cellsWithKinds(of: table, in: context) == [["text 🙂"]])
  }

  /// A view that never ends is stopped, and one that would write or load code is refused.
  @Test(
    .enabled(if: SQLiteReadingTests.canMake),
    arguments: [
      (
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
        ConversionError.Code.limitExceeded
      ),
      ("SELECT load_extension('x.so')", .unsupportedContent),
      ("SELECT * FROM absent", .unsupportedContent),
      ("SELECT randomblob(1000000000)", .limitExceeded),
    ])
  func hostileViews(query: String, code: ConversionError.Code) throws {
    let input = try database("CREATE TABLE t (a); CREATE VIEW v AS \(query)")
    var limits = Limits.standard
    limits.seconds = 1
    let context = try SQLiteTables.context(table: "v", limits: limits)
    let error = #expect(throws: ConversionError.self) {
      _ = try cellsWithKinds(of: SQLiteTables.read(input, in: context), in: context)
    }
    #expect(error?.code == code)
  }

  @Test func withoutTables() throws {
    let context = try SQLiteTables.context()
    let damaged = #expect(throws: ConversionError.self) {
      try SQLiteTables.read(InputFile(bytes: Array("SQLite format 3\0".utf8)), in: context)
    }
    #expect(damaged?.code == .damagedInput)
    guard Self.canMake else { return }
    let empty = #expect(throws: ConversionError.self) {
      try SQLiteTables.read(database("PRAGMA user_version=1"), in: context)
    }
    #expect(empty?.code == .unsupportedContent)
    let views = #expect(throws: ConversionError.self) {
      try SQLiteTables.read(database("CREATE VIEW v AS SELECT 1"), in: context)
    }
    #expect(views?.message.contains("v; --table NAME reads one") == true)
  }

  @Test(.enabled(if: SQLiteReadingTests.canMake)) func truncatedAndSpoiltEndsInAnError() throws {
    let whole = try database(
      """
      CREATE TABLE t (a, b);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO t SELECT i, hex(i * 7919) FROM n;
      """)
    let bytes = try whole.read(at: 0, count: whole.byteCount)
    let context = try SQLiteTables.context()
    for count in stride(from: 0, to: bytes.count, by: 1000) {
      #expect(throws: ConversionError.self, "\(count)") {
        let table = try SQLiteTables.read(
          InputFile(bytes: Array(bytes.prefix(count))), in: context)
        _ = try cellsWithKinds(of: table, in: context)
      }
    }
    for place in stride(from: 100, to: bytes.count, by: 211) {
      var spoilt = bytes
      spoilt[place] ^= 0xFF
      let table = try? SQLiteTables.read(InputFile(bytes: spoilt), in: context)
      _ = try? table.map { try cellsWithKinds(of: $0, in: context) }
    }
  }
}
