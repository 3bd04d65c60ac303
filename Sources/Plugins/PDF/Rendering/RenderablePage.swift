import ConverterCore
import ExternalTools
import PDFObjects
import PagedDocumentModel
import PictureModel
import RecognizedTextModel

/// One page of a file in a form that poppler reads, without a look at the others.
struct RenderablePage {
  private let page: DocumentPage
  private let input: ToolInput
  private let liesOnSide: Bool
  /// Its index in `input`.
  private let index: Int

  /// Poppler reads all of what it is given, from a pipe or not; a page by itself is less than a large file.
  fileprivate static let largestWhole = 16 << 20

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

/// Pages that follow each other in a file, in a form that poppler takes words out of.
struct RenderablePages {
  private let input: ToolInput
  /// Their numbers in `input`, from 0.
  private let range: Range<Int>

  /// - Throws: `unsupportedContent` where the author does not allow text to be taken.
  init(
    _ pages: [DocumentPage], of content: PDFContent, in context: ConversionContext
  ) throws(ConversionError) {
    let own = pages.map { page in
      var page = page
      page.source = 0
      return page
    }
    let document = PagedDocument(
      pages: own, sources: [DocumentSource(title: nil, content: .document(content))])
    let renderable = try RenderableDocument(document, dpi: nil, in: context)
    let first = pages.first?.index ?? 0
    let range = first..<first + pages.count
    if content.structure.file.isReadable, content.input.byteCount <= RenderablePage.largestWhole,
      pages.map(\.index) == Array(range)
    {
      (input, self.range) = (try ToolInput(content.input, in: context), range)
    } else {
      (input, self.range) = (try renderable.file().input, 0..<pages.count)
    }
  }

  func words(in context: ConversionContext) throws(ConversionError) -> [PageWords] {
    try PlacedText(input: input).words(of: range, in: context).map { page in
      let lines = page.blocks.flatMap(\.paragraphs).flatMap(\.lines)
      return PageWords(
        lines: lines.map { line in line.words.map(PageWords.Word.init) }.filter { !$0.isEmpty })
    }
  }
}

extension PageWords.Word {
  fileprivate init(_ word: RecognizedPage.Word) {
    let points = { (pixels: Int) in Double(pixels) * 72 / PlacedText.dpi }
    self.init(
      word.text, left: points(word.box.left), top: points(word.box.top),
      right: points(word.box.right), bottom: points(word.box.bottom))
  }
}
