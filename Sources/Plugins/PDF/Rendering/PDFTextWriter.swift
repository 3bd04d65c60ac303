import ConverterCore
import PagedDocumentModel

/// The text of a document, without how it looks.
struct PDFTextWriter: Writer {
  let name = "text"
  let types: [ContentType.ID] = [.plainText]
  let ledgerWords = ["layout"]

  func capabilities(for type: ContentType.ID, options: Options) -> PagedDocument.Capabilities {
    PagedDocument.Capabilities()
  }

  struct Options: WriterOptions {
    static let layout = OptionDescriptor(
      "layout", .choice(["reading", "page"]), default: "reading",
      help: "lines in the order in which they are read, or where they stand on the page")
    static let descriptors = [layout]

    let keepsLayout: Bool

    init(_ options: ConversionOptions) throws(ConversionError) {
      keepsLayout = try options.value(of: Self.layout) == "page"
    }
  }

  func announce(
    _ model: PagedDocument, options: Options, in context: ConversionContext
  ) throws(ConversionError) {
    _ = try RenderableDocument(model, dpi: nil, in: context)
    context.note(
      "layout", .dropped, why: "text has no pictures, fonts or places; a form feed ends a page")
  }

  func write(
    _ model: PagedDocument, as type: ContentType.ID, to output: OutputFile, options: Options,
    in context: ConversionContext
  ) throws(ConversionError) {
    let file = try RenderableDocument(model, dpi: nil, in: context).file()
    let text = PageText(input: file.input, keepsLayout: options.keepsLayout)
    try text.read(0..<model.pages.count, in: context) { (bytes) throws(ConversionError) in
      try output.write(bytes)
    }
  }
}
