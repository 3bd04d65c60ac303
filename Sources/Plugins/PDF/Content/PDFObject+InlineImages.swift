import ConverterCore
import PDFObjects

extension PDFObject {
  /// Makes the large inline images of a page, or of a form with resources of its own, image XObjects.
  ///
  /// Its resources become its own for that: who shared them keeps what was.
  ///
  /// - Parameter byteCount: the most data that stay in the content.
  /// - Returns: how many.
  /// - Throws: `damagedInput` where qpdf cannot read on.
  func externalizeInlineImages(
    above byteCount: Int = InlineImage.worthExternalizing, in context: ConversionContext
  ) throws(ConversionError) -> Int {
    let resources = isStream ? self["/Resources"] : inherited("/Resources")
    if isStream, !resources.isDictionary { return 0 }
    guard
      let content = isStream ? try content(in: context) : try pageContent(in: context)
    else { return 0 }
    let objects = resources["/XObject"]
    let result = InlineImage.externalizingInlineImages(
      in: content, above: byteCount, besides: Set(objects.keys),
      colourSpaces: Set(resources["/ColorSpace"].keys))
    guard let (content, images) = result else { return 0 }
    let (ownResources, ownObjects) = (resources.copyOfEntries, objects.copyOfEntries)
    for image in images {
      ownObjects[image.name] = try image.stream(in: file, resources: resources)
    }
    ownResources["/XObject"] = ownObjects
    self["/Resources"] = ownResources
    let stream = try isStream ? self : file.stream()
    stream.replaceData(content, filter: file.null, parameters: file.null)
    if !isStream { self["/Contents"] = stream }
    return images.count
  }

  /// A dictionary with the same values.
  private var copyOfEntries: PDFObject {
    let copy = file.dictionary()
    for key in keys { copy[key] = self[key] }
    return copy
  }
}
