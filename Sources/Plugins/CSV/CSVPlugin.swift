public import ConverterCore

/// CSV, TSV and other delimited text.
public enum CSVPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(CSVReader())
    try registry.add(CSVWriter())
  }
}
