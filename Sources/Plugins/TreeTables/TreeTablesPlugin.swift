public import ConverterCore

/// The ways from trees to tables and back.
public enum TreeTablesPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    registry.add(TreeToTable())
    registry.add(TableToTree())
  }
}
