import ConverterCore
import PagedDocumentModel
import PictureModel

/// A picture becomes a page, as large as the picture.
struct PictureToPages: Bridge {
  func cross(_ model: Picture, in context: ConversionContext) throws(ConversionError)
    -> PagedDocument
  {
    try cross(model, named: nil, in: context)
  }

  func cross(
    _ model: Picture, named name: String?, in context: ConversionContext
  ) throws(ConversionError) -> PagedDocument {
    PagedDocument(
      pages: [DocumentPage(source: 0, index: 0, size: PictureLayout.naturalSize(of: model.facts))],
      sources: [DocumentSource(fileNamed: name, content: .picture(model))])
  }
}
