import ConverterCore
import Markup

extension MarkupParserHandle {
  private static let pieceSize = 1 << 16

  /// Parses the whole of a file.
  ///
  /// - Throws: what parsing throws, about the file; `readFailed`.
  func feed(_ input: InputFile, in context: ConversionContext) throws(ConversionError) {
    do throws(ConversionError) {
      var offset = 0
      while offset < input.byteCount {
        try context.checkpoint(Double(offset) / Double(input.byteCount))
        let piece = try input.read(at: offset, count: Self.pieceSize)
        guard !piece.isEmpty else { break }
        offset += piece.count
        try feed(piece.span)
      }
      try feed(Span(), isLast: true)
    } catch {
      throw error.about(input.path)
    }
  }
}
