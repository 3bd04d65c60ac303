import ConverterCore
import PDFPlugin
import PagedDocumentModel

extension Parser {
  /// The pages of a PDF in another order, every second one, and the first twice, each as a file of its own.
  static let pdfPages = Parser(name: "pdf-pages") { bytes in
    var registry = Registry()
    try? PDFPlugin.register(in: &registry)
    var limits = Limits.standard
    limits.memory = 256 << 20
    limits.entries = 10_000
    limits.seconds = 10
    let context = ConversionContext(registry: registry, limits: limits)
    let type: ContentType.ID = "com.adobe.pdf"
    guard let reader = registry.reader(for: type) as? any Reader<PagedDocument>,
      let writer = registry.writer(for: type) as? any Writer<PagedDocument>,
      let document = try? reader.read(
        InputFile(bytes: bytes), type: type, in: ReadingContext(context)),
      let first = document.pages.first, document.pages.count <= 100
    else { return }
    let choices = [
      document.pages.reversed(), document.pages.filter { $0.index.isMultiple(of: 2) },
      [first, first],
    ]
    for pages in choices {
      write(PagedDocument(pages: pages, sources: document.sources), as: type, with: writer, context)
    }
  }

  private static func write<W: Writer<PagedDocument>>(
    _ document: PagedDocument, as type: ContentType.ID, with writer: W,
    _ context: ConversionContext
  ) {
    guard let options = try? W.Options(ConversionOptions()),
      let output = try? OutputFile(.memory)
    else { return }
    try? writer.write(document, as: type, to: output, options: options, in: WritingContext(context))
  }
}
