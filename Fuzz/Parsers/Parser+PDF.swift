import ConverterCore
import PDFPlugin

extension Parser {
  /// A content stream: what it draws, and whether that stays when its pictures are taken out.
  static let pdfContent = Parser(name: "pdf-content") { bytes in
    precondition(
      ContentProbe(bytes).staysTheSame, "pictures that were taken out change what is drawn")
  }

  /// The walk over all that a file draws.
  static let pdfUses = Parser(name: "pdf-uses") { bytes in
    var limits = Limits.standard
    limits.memory = 64 << 20
    limits.seconds = 10
    try? ContentProbe.walk(
      bytes, in: ConversionContext(registry: Registry(), limits: limits))
  }
}
