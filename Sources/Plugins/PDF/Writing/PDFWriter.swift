import ConverterCore
import PagedDocumentModel

/// PDF (ISO 32000), through qpdf.
struct PDFWriter: Writer {
  let name = "PDF"
  let types: [ContentType.ID] = ["com.adobe.pdf"]

  func capabilities(
    for type: ContentType.ID, options: PDFWriterOptions
  ) -> PagedDocument.Capabilities { PagedDocument.Capabilities() }

  func write(
    _ model: PagedDocument, as type: ContentType.ID, to output: OutputFile,
    options: PDFWriterOptions, in context: ConversionContext
  ) throws(ConversionError) {
    let file = try PDFAssembly(model, pictures: options.pictures, in: context).file()
    try file.write(to: output, in: context)
  }
}

struct PDFWriterOptions: WriterOptions {
  static let descriptors = [PicturePageOptions.paperOption, PicturePageOptions.marginOption]

  let pictures: PicturePageOptions
  /// Of pictures that are coded anew.
  var usesQuality: Bool { true }

  init(_ options: ConversionOptions) throws(ConversionError) {
    pictures = try PicturePageOptions(options)
  }
}
