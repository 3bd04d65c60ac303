public import ConverterCore

/// The viewer of trees.
public enum TreeViewing: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(TreeViewer())
  }
}
