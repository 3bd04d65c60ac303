import ConverterCore
import PagedDocumentModel

/// PDF (ISO 32000), through qpdf.
struct PDFReader: Reader {
  let name = "PDF"
  let types: [ContentType.ID] = ["com.adobe.pdf"]

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> PagedDocument {
    // Pages may stand in lists within lists without end.
    let (content, pages) = try DeepWork.run {
      () throws(ConversionError) -> (PDFContent, [DocumentPage]) in
      let file = try PDFFile(input, password: context.reading.password, limits: context.limits)
      let content = PDFContent(file: file, input: input, limits: context.limits)
      return (content, try content.structure.allPages())
    }
    return PagedDocument(
      pages: pages,
      sources: [DocumentSource(fileNamed: input.name ?? "standard input", content: .document(content))])
  }
}
