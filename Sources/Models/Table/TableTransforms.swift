public import ConverterCore

/// The options of tables, what chooses their rows and columns, and what a target can hold of them.
public enum TableTransforms: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(TableDialect.self)
    try registry.add(TableSelection.self)
    try registry.add(SelectTransform())
    try registry.add(FitTransform())
  }
}
