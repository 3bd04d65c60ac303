import ConverterCore
import PagedDocumentModel

/// Makes one file of a document's pages, wherever they come from.
struct PDFAssembly {
  let document: PagedDocument
  let context: ConversionContext

  init(_ document: PagedDocument, in context: ConversionContext) {
    self.document = document
    self.context = context
  }

  /// The file, ready to be written: the source's own, where it is the only one and all of its pages stay.
  func file() throws(ConversionError) -> PDFFile {
    guard document.sources.count == 1, case .document(let content) = document.sources[0].content,
      let source = content as? PDFContent, document.pages == (try source.pages(source: 0))
    else { throw ConversionError(.noRoute, "pages cannot be put together yet") }
    return source.file
  }
}
