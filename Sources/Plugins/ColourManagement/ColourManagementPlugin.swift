public import ConverterCore

/// Colour profiles, CMYK and high dynamic range.
public enum ColourManagementPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(ColourTransform())
  }
}
