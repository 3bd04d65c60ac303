import ConverterCore
import ExternalTools

/// The text of a document's pages.
struct PageText {
  let input: ToolInput
  /// Whether lines and columns stand as on the page, rather than in the order in which they are read.
  var keepsLayout = false

  /// Gives the text of pages that follow each other, in UTF-8, a form feed behind each.
  ///
  /// - Parameters:
  ///   - pages: from 0.
  ///   - body: takes pieces of it.
  /// - Throws: `damagedInput`, and what `body` throws.
  func read(
    _ pages: Range<Int>, in context: ConversionContext,
    _ body: (UnsafeRawBufferPointer) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    let run = try Poppler.textReader.start(
      ["-q", "-enc", "UTF-8", "-f", "\(pages.lowerBound + 1)", "-l", "\(pages.upperBound)"]
        + (keepsLayout ? ["-layout"] : []) + [Poppler.input, "-"], input: input,
      in: context)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var got = buffer.count
    while got == buffer.count {
      got = try run.read(into: buffer, in: context)
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
    }
    guard try run.finish(in: context) else {
      throw ConversionError(
        .damagedInput, "the text of its pages cannot be read: they are damaged")
    }
  }
}
