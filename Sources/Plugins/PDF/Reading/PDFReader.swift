import ConverterCore
import PagedDocumentModel

/// PDF (ISO 32000), through qpdf.
struct PDFReader: Reader {
  let name = "PDF"
  let types: [ContentType.ID] = ["com.adobe.pdf"]

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> PagedDocument {
    let file = try PDFFile(input, password: context.reading.password, limits: context.limits)
    let content = PDFContent(file: file, input: input, limits: context.limits)
    let stem = input.name.map { String($0.prefix { $0 != "." }) }
    return PagedDocument(
      pages: try content.pages(source: 0),
      sources: [DocumentSource(title: stem, content: .document(content))])
  }
}
