public import ConverterCore

/// PNG pictures, by libpng.
public enum PNGPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(PNGReader())
    try registry.add(PNGWriter())
  }
}
