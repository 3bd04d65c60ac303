import ConverterCore
import PagedDocumentModel
import PictureModel

extension PDFFile {
  func page(
    of picture: Picture, _ page: DocumentPage, options: PicturePageOptions, in context: ConversionContext
  ) throws(ConversionError) -> PDFObject {
    throw ConversionError(.noRoute, "soon")
  }
}
