public import ConverterCore

/// The whole of what the rest of the house knows about the format.
public enum FarbfeldPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(FarbfeldReader())
    try registry.add(FarbfeldWriter())
  }
}
