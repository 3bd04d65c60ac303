import ConverterCore
import PagedDocumentModel
import PictureModel
import RecognizedTextModel
import TerminalPictures

/// A page of a document as it is, with its words.
struct DocumentAsSeen: SeenPage {
  let document: PagedDocument
  /// Its place in the document.
  let index: Int
  let words: SharedWords

  private var page: DocumentPage { document.pages[index] }

  var facts: [Fact] {
    let (width, height) = (page.size.width / 72 * 25.4, page.size.height / 72 * 25.4)
    return [
      Fact(nil, "Page", "of a document: it stays as it is", json: .null),
      Fact(
        nil, "Size", "\(Int(width.rounded()))×\(Int(height.rounded())) mm", json: .null),
    ]
  }

  func drawn(
    on graphics: TerminalGraphics, rows: Int, in context: ConversionContext
  ) throws(ConversionError) -> DrawnPicture? {
    guard document.sources.indices.contains(page.source) else { return nil }
    switch document.sources[page.source].content {
    case .picture(let picture):
      return try picture.drawn(on: graphics, rows: rows, marks: [], in: context)
    case .document(let content):
      // A page has any number of pixels: as many as there is room for.
      let size = (page.size.width, page.size.height)
      guard size.0 >= 1, size.1 >= 1, size.0 < 1e6, size.1 < 1e6,
        let area = graphics.area(
          forWidth: Int(size.0 * 64), height: Int(size.1 * 64), rows: rows)
      else { return nil }
      let picture = try content.picture(
        of: page, width: area.width, height: area.height, in: context)
      return try picture?.drawn(on: graphics, rows: rows, marks: [], in: context)
    }
  }

  func words(in context: ConversionContext) throws(ConversionError) -> [SeenWords] {
    try words.page(index, in: context).map { [SeenWords(half: nil, page: $0)] } ?? []
  }

  func receipts(_ words: [SeenWords]) -> [JSONValue] {
    let words = words.first?.page
    let turn = (words?.rotation ?? 0) % 180 != 0
    let size = words.map { turn ? ($0.height, $0.width) : ($0.width, $0.height) }
    let (width, height) = size ?? (Int(page.size.width), Int(page.size.height))
    let corners = [(0, 0), (width, 0), (width, height), (0, height)]
    return [
      .object(
        [
          .init("found", .bool(false)),
          .init("corners", .array(corners.map { .array([.integer($0.0), .integer($0.1)]) })),
          .init("width", .integer(width)), .init("height", .integer(height)),
          .init("score", .null), .init("rotation", .integer(words?.rotation ?? 0)),
          .init("skew", .integer(0)), .init("filter", .string("photo")),
        ] + RecognizedPage.receipt(of: words))
    ]
  }
}

/// The words of a document's pages, which are made known by one that is opened once.
final class SharedWords {
  private let document: PagedDocument
  private let context: ConversionContext
  private var text: RecognizedText?

  init(of document: PagedDocument, in context: ConversionContext) {
    (self.document, self.context) = (document, context)
  }

  /// - Returns: `nil` where no plugin knows words of documents.
  func page(
    _ index: Int, in context: ConversionContext
  ) throws(ConversionError) -> RecognizedPage? {
    if text == nil {
      text = try WordsOf<PagedDocument>(in: context)?.words(of: document, in: context)
    }
    return try text?.page(index)
  }
}
