import ConverterCore
import ExternalTools
import PDFObjects
import PagedDocumentModel
import PictureModel

/// One page of a file in a form that poppler reads, without a look at the others.
struct RenderablePage {
  private let page: DocumentPage
  private let input: ToolInput
  private let liesOnSide: Bool
  /// Its index in `input`.
  private let index: Int

  /// Poppler reads all of what it is given, from a pipe or not; a page by itself is less than a large file.
  private static let largestWhole = 16 << 20

  init(
    _ page: DocumentPage, of content: PDFContent, in context: ConversionContext
  ) throws(ConversionError) {
    self.page = page
    if content.structure.file.isReadable, content.input.byteCount <= Self.largestWhole {
      input = try ToolInput(content.input, in: context)
      liesOnSide = try content.structure.file.page(page.index).rotation % 180 != 0
      index = page.index
      return
    }
    var alone = page
    alone.source = 0
    let document = PagedDocument(
      pages: [alone], sources: [DocumentSource(title: nil, content: .document(content))])
    let file = try RenderableDocument(document, dpi: nil, in: context).file()
    input = file.input
    liesOnSide = file.liesOnSide.first ?? false
    index = 0
  }

  /// - Parameters:
  ///   - width: the most pixels in a row.
  ///   - height: the most rows.
  func picture(
    width: Int, height: Int, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let pages = Array(repeating: page, count: index + 1)
    let sides = Array(repeating: liesOnSide, count: index + 1)
    // Sizes are rounded up: one that is whole stays so.
    let dpi =
      min(
        (Double(width) - 0.01) / max(1, page.size.width),
        (Double(height) - 0.01) / max(1, page.size.height)) * 72
    return try PageRenderer(input, pages: pages, liesOnSide: sides, dpi: dpi, in: context)
      .picture(of: index)
  }
}
