public import ConverterCore

/// WebP pictures and animations by libwebp.
public enum WebPPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(WebPReader())
    try registry.add(WebPWriter())
  }
}
