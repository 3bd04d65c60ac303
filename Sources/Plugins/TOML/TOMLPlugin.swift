public import ConverterCore

/// TOML, which is read and not written.
public enum TOMLPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(TOMLReader())
  }
}
