public import ConverterCore

/// Lets libmagic name files that fairy itself does not recognise.
public enum MagicPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    registry.add(MagicNamer())
  }
}
