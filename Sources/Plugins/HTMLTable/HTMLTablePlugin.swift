public import ConverterCore

/// The tables of HTML pages.
public enum HTMLTablePlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(HTMLTableReader())
    try registry.add(HTMLTableWriter())
  }
}
