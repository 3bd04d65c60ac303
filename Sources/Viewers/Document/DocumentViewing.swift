public import ConverterCore

/// The viewer of documents.
public enum DocumentViewing: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(DocumentViewer())
  }
}
