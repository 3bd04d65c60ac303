public import ConverterCore

/// Windows icons and cursors.
public enum ICOPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(ICOReader())
    try registry.add(ICOWriter())
  }
}
