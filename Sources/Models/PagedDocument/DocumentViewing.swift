public import ConverterCore

/// What chooses the pages of documents, and what shows documents.
public enum DocumentViewing: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(PageTransform())
    try registry.add(DocumentViewer())
  }
}
