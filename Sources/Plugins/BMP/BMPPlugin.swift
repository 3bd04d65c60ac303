public import ConverterCore

/// Windows and OS/2 bitmaps.
public enum BMPPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(BMPReader())
    try registry.add(BMPWriter())
  }
}
