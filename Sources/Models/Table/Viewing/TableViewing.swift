public import ConverterCore

/// The viewer of tables, and what chooses their rows and columns.
public enum TableViewing: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(SelectTransform())
    try registry.add(TableViewer())
  }
}
