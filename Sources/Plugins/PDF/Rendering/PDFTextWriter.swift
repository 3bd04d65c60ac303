import ConverterCore
import PDFObjects
import PagedDocumentModel

/// The text of a document, without how it looks.
struct PDFTextWriter: Writer {
  let name = "text"
  let types: [ContentType.ID] = [.plainText]
  let ledgerWords = ["layout"] + PartsBesidePages.ledgerWords

  func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  func capabilities(for type: ContentType.ID, options: Options) -> PagedDocument.Capabilities {
    PagedDocument.Capabilities()
  }

  struct Options: WriterOptions {
    static let layout = OptionDescriptor(
      "layout", .choice(["reading", "page"]), default: "reading",
      help: "lines in the order in which they are read, or where they stand on the page")
    static let descriptors = [layout]

    let form: PageText.Form

    init(_ options: ConversionOptions) throws(ConversionError) {
      form = try options.value(of: Self.layout) == "page" ? .page : .reading
    }
  }

  func announce(
    _ model: PagedDocument, as type: ContentType.ID, options: Options, in context: WritingContext
  ) throws(ConversionError) {
    // Pictures alone hold none: so much is known before they are drawn.
    guard model.hasDocuments else { throw PagesWithText.none }
    _ = try RenderableDocument(model, dpi: nil, in: context.conversion)
    try PartsBesidePages(of: model, in: context.conversion).note(for: .text)
    context.note(
      "layout", .dropped, why: "text has no pictures, fonts or places; a form feed ends a page")
  }

  func write(
    _ model: PagedDocument, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: WritingContext
  ) throws(ConversionError) {
    let file = try RenderableDocument(model, dpi: nil, in: context.conversion).file()
    let text = PageText(input: file.input, form: options.form)
    var pages = PagesWithText()
    // Form feeds before the first text: of pages without any nothing is written.
    var beginning: [UInt8] = []
    try text.read(0..<model.pages.count, in: context.conversion) {
      (bytes) throws(ConversionError) in
      pages.look(at: bytes)
      guard pages.hasText else {
        beginning += bytes.array
        return
      }
      if !beginning.isEmpty { try output.write(beginning) }
      beginning = []
      try output.write(bytes)
    }
    guard pages.hasText else { throw PagesWithText.none }
    pages.warn(of: model, in: context.conversion)
  }
}

extension PagedDocument {
  /// Whether some of its pages are more than pictures.
  fileprivate var hasDocuments: Bool {
    sources.contains { if case .document = $0.content { true } else { false } }
  }
}
