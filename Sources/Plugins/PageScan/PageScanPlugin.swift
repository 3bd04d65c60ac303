public import ConverterCore

/// Pictures of pages as pages, and how pages are looked at.
public enum PageScanPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(ScanTransform())
    try registry.add(ScanPagesTransform())
    registry.add(PicturesAsSeen())
    registry.add(DocumentsAsSeen())
    try registry.add(SeenPagesViewer())
  }
}
