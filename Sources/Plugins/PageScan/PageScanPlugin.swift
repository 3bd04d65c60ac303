public import ConverterCore

/// Pictures of pages as pages.
public enum PageScanPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(ScanTransform())
    try registry.add(ScanPagesTransform())
  }
}
