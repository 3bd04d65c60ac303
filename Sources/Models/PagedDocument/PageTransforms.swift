public import ConverterCore

/// What chooses the pages of documents.
public enum PageTransforms: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(PageTransform())
  }
}
