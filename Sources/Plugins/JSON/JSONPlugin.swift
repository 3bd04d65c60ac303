public import ConverterCore

/// JSON and NDJSON, read and written; JSON5 and JSON with comments, read.
public enum JSONPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(JSONReader())
    try registry.add(JSONWriter())
  }
}
