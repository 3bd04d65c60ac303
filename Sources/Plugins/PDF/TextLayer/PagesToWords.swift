import ConverterCore
import ExternalTools
import PagedDocumentModel
import PictureModel
import RecognizedTextModel

/// Pages as words and their places: their own text, and what is recognised in pages without any.
struct PagesToWords: Bridge {
  let takes: Set<ConversionOptions.Name> = [.pages]
  let descriptors = RecognitionOptions.descriptors + PageTransform().descriptors

  var ledgerWords: [String] {
    ["layout", "words"] + PartsBesidePages.ledgerWords + PageTransform().ledgerWords
  }

  func cross(
    _ model: PagedDocument, in context: ConversionContext
  ) throws(ConversionError) -> RecognizedText {
    let document = try PageTransform().apply(to: model, in: context)
    guard !document.pages.isEmpty else { throw ConversionError(.damagedInput, "has no pages") }
    let renderable = try RenderableDocument(document, dpi: nil, in: context)
    try PartsBesidePages(of: document, in: context).note(for: .text)
    context.note("layout", .dropped, why: "words are kept without pictures, fonts and colours")
    let pages = WordsOfPages(document, renderable, in: context)
    return RecognizedText(pageCount: document.pages.count) { index throws(ConversionError) in
      try pages.page(index)
    }
  }
}

/// Pages whose words are read some at a time, in order.
private final class WordsOfPages {
  private let document: PagedDocument
  private let renderable: RenderableDocument
  private let context: ConversionContext
  private var file: RenderableDocument.File?
  private var renderer: PageRenderer?
  private var recognizer: PictureWords?
  /// The text of pages from `start` on.
  private var placed: [RecognizedPage] = []
  private var start = 0

  init(
    _ document: PagedDocument, _ renderable: RenderableDocument, in context: ConversionContext
  ) {
    (self.document, self.renderable, self.context) = (document, renderable, context)
  }

  func page(_ index: Int) throws(ConversionError) -> RecognizedPage {
    let file = try openFile()
    if !(start..<start + placed.count).contains(index) {
      let end = min(index + PlacedText.pagesAtOnce, document.pages.count)
      placed = try PlacedText(input: file.input).words(of: index..<end, in: context)
      start = index
    }
    var page = placed[index - start]
    guard page.words.isEmpty else {
      // What poppler says of a page's size is before it is turned.
      let size = document.pages[index].size
      (page.width, page.height) = (PlacedText.pixels(size.width), PlacedText.pixels(size.height))
      return page
    }
    return try recognized(index, in: file) ?? page
  }

  private func openFile() throws(ConversionError) -> RenderableDocument.File {
    if let file { return file }
    let made = try renderable.file()
    file = made
    return made
  }

  /// The words in a picture of the page; `nil` where it cannot be had, which is said.
  private func recognized(
    _ index: Int, in file: RenderableDocument.File
  ) throws(ConversionError) -> RecognizedPage? {
    let words = if let known = recognizer { known } else { try PictureWords(in: context) }
    recognizer = words
    let pages =
      renderer
      ?? PageRenderer(
        file.input, pages: document.pages, liesOnSide: file.liesOnSide, dpi: PlacedText.dpi,
        in: context)
    renderer = pages
    do throws(ConversionError) {
      return try words.page(index + 1, of: try pages.picture(of: index), in: context)
    } catch  where [.unsupportedContent, .damagedInput].contains(error.code) {
      context.warn("the words of page \(index + 1) are not recognised: \(error.message)")
      return nil
    }
  }
}
