public import ConverterCore

/// JPEG pictures (ITU-T T.81, T.871) by libjpeg-turbo.
public enum JPEGPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(JPEGReader())
    try registry.add(JPEGWriter())
  }
}
