public import ConverterCore

/// The options of tables, what chooses their rows and columns, and what a target can hold of them.
public enum TableTransforms: ConverterPlugin {
  public static var optionGroups: [any ConversionOptionGroup.Type] {
    [TableDialect.self, TableSelection.self]
  }

  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    for group in optionGroups { try registry.add(group) }
    try registry.add(SelectTransform())
    try registry.add(FitTransform())
  }
}
