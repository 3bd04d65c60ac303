public import ConverterCore

/// SQLite databases, as tables.
public enum SQLitePlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.database
        org.sqlite.sqlite3 | SQLite database | sqlite sqlite3 db db3 | application/vnd.sqlite3
        """)
    registry.add(signatures: [Signature("org.sqlite.sqlite3", "'SQLite format 3' 00")])
    try registry.add(SQLiteReader())
    try registry.add(SQLiteWriter())
  }

  public static let fuzzTargets = [FuzzTarget("sqlite", "org.sqlite.sqlite3")]
}
