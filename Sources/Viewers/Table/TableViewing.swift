public import ConverterCore

/// The viewer of tables.
public enum TableViewing: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(TableViewer())
  }
}
