public import ConverterCore

/// Workbooks of Excel (Office Open XML), as tables.
public enum XLSXPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(XLSXReader())
    try registry.add(XLSXWriter())
  }
}
