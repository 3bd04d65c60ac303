import ConverterCore
import ExternalTools

/// The text of a document's pages.
struct PageText {
  /// How it is told.
  enum Form {
    /// Lines in the order in which they are read.
    case reading
    /// Lines and columns where they stand on the page.
    case page
    /// XHTML with the place of each word.
    case places

    fileprivate var arguments: [String] {
      switch self {
      case .reading: []
      case .page: ["-layout"]
      case .places: ["-bbox-layout", "-cropbox"]
      }
    }
  }

  let input: ToolInput
  var form = Form.reading

  /// Gives the text of pages that follow each other, in UTF-8, a form feed behind each but among places.
  ///
  /// - Parameters:
  ///   - pages: from 0.
  ///   - body: takes pieces of it.
  /// - Throws: `damagedInput`, and what `body` throws.
  func read(
    _ pages: Range<Int>, in context: ConversionContext,
    _ body: (Span<UInt8>) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    let run = try Poppler.textReader.start(
      ["-q", "-enc", "UTF-8", "-f", "\(pages.lowerBound + 1)", "-l", "\(pages.upperBound)"]
        + form.arguments + [Poppler.input, "-"], input: input, in: context)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var got = buffer.count
    while got == buffer.count {
      got = try run.read(into: &buffer, in: context)
      try body(buffer.span.extracting(..<got))
    }
    guard try run.finish(in: context) else {
      throw ConversionError(
        .damagedInput, "the text of its pages cannot be read: they are damaged")
    }
  }
}
