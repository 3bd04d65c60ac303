import ConverterCore
import PDFPlugin

extension Parser {
  /// A content stream: what it draws, and its pictures taken out.
  static let pdfContent = Parser(name: "pdf-content") { bytes in ContentProbe.read(bytes) }

  /// The walk over all that a file draws.
  static let pdfUses = Parser(name: "pdf-uses") { bytes in
    var limits = Limits.standard
    limits.memory = 64 << 20
    limits.seconds = 10
    try? ContentProbe.walk(
      bytes, in: ConversionContext(registry: Registry(), limits: limits))
  }
}
