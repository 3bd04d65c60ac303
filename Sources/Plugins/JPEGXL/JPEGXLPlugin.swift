public import ConverterCore

/// JPEG XL pictures (ISO/IEC 18181) by libjxl.
public enum JPEGXLPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(JPEGXLReader())
    try registry.add(JPEGXLWriter())
  }
}
