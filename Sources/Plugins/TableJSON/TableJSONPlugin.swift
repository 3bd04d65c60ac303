public import ConverterCore

/// Tables as JSON and NDJSON.
public enum TableJSONPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(TableJSONWriter())
  }
}
