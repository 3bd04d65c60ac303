public import ConverterCore

/// SQLite databases, as tables.
public enum SQLitePlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(SQLiteReader())
    try registry.add(SQLiteWriter())
  }
}
