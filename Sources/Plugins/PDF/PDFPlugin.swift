public import ConverterCore

/// Reads and writes PDF.
public enum PDFPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(PDFReader())
    try registry.add(PDFWriter())
    registry.add(PictureToPages())
    try registry.add(PicturePagesTransform())
  }
}
