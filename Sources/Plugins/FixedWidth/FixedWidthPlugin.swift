public import ConverterCore

/// Tables as text in columns of a fixed width.
public enum FixedWidthPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(FixedWidthWriter())
  }
}
