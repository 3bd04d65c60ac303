import ConverterCore
import PagedDocumentModel
import PictureModel

/// A picture becomes a page, as large as the picture; one of several pages becomes as many.
struct PictureToPages: Bridge {
  /// ``PicturePagesTransform`` goes by them; the pictures of a document stay as they are.
  let takes: Set<ConversionOptions.Name> = [.resize, .profile, .metadata]

  func cross(_ model: Picture, in context: ConversionContext) throws(ConversionError)
    -> PagedDocument
  {
    try cross(model, named: nil, in: context)
  }

  func cross(
    _ model: Picture, named name: String?, in context: ConversionContext
  ) throws(ConversionError) -> PagedDocument {
    var pictures: [Picture] = []
    for part in model.parts { pictures.append(try part.open()) }
    if pictures.isEmpty { pictures = [model] }
    return PagedDocument(
      pages: pictures.enumerated().map { source, picture in
        DocumentPage(
          source: source, index: 0, size: PictureLayout.naturalSize(of: picture.facts))
      },
      sources: pictures.enumerated().map { index, picture in
        var source = DocumentSource(fileNamed: name, content: .picture(picture))
        source.isContinuation = index > 0
        return source
      })
  }
}
