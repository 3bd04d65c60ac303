public import ConverterCore
import ExternalTools

/// Reads and writes PDF.
public enum PDFPlugin: ConverterPlugin {
  public static func register(in registry: inout Registry) throws(Registry.Conflict) {
    try registry.add(
      types: """
        > public.composite-content
        com.adobe.pdf | PDF document | pdf | application/pdf application/x-pdf
        """)
    registry.add(signatures: [Signature("com.adobe.pdf", "'%PDF-'", isText: true)])
    registry.add(PDFProbe.self)
    try registry.add(PDFReader())
    try registry.add(PDFWriter())
    try registry.add(PDFTextWriter())
    registry.add(PageBridge())
    for tool in [Poppler.renderer, Poppler.textReader] { registry.declare(program: tool.program) }
    registry.add(PictureToPages())
    registry.add(PagesToWords())
    try registry.add(PicturePagesTransform())
  }
}
