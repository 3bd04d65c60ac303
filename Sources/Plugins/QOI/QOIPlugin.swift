public import ConverterCore

/// QOI pictures (https://qoiformat.org).
public enum QOIPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(QOIReader())
    try registry.add(QOIWriter())
  }
}
