import ConverterCore
import Deflate
import PDFObjects

/// Large pictures within content streams, which become objects, so that they can be recoded as these are.
enum InlineImages {
  /// - Parameter spared: pages whose content stays as it is.
  /// - Returns: how many were taken out.
  static func takeOut(
    of file: PDFFile, sparing spared: Set<Int> = [], in context: ConversionContext
  ) throws(ConversionError) -> Int {
    var count = 0
    for index in 0..<(try file.pageCount) where !spared.contains(index) {
      try context.checkpoint()
      let page = try file.page(index)
      count += try takeOut(ofPage: page, in: context)
    }
    // Which pages draw a form is not known here.
    guard spared.isEmpty else { return count }
    for id in try ReachableObjects.find(in: file, in: context).streams {
      try context.checkpoint()
      let stream = file.object(id)
      if stream["/Subtype"].name == "/Form", stream["/Resources"].isDictionary {
        count += try takeOut(ofForm: stream, in: context)
      }
    }
    return count
  }

  private static func takeOut(
    ofPage page: PDFObject, in context: ConversionContext
  ) throws(ConversionError) -> Int {
    let file = page.file
    var resources = page.inherited("/Resources")
    guard let content = try page.pageContent(in: context),
      let (content, images) = taken(from: content, resources)
    else { return 0 }
    if !resources.isDictionary {
      resources = file.dictionary()
      page["/Resources"] = resources
    }
    try add(images, to: resources, isDeflated: page.hasDeflatedContent)
    let stream = try file.stream()
    stream.replaceData(content, filter: file.null, parameters: file.null)
    page["/Contents"] = stream
    return images.count
  }

  private static func takeOut(
    ofForm form: PDFObject, in context: ConversionContext
  ) throws(ConversionError) -> Int {
    guard let data = try form.content(in: context),
      let (content, images) = taken(from: data, form["/Resources"])
    else { return 0 }
    try add(images, to: form["/Resources"], isDeflated: form.has("/Filter"))
    form.replaceData(content, filter: form.file.null, parameters: form.file.null)
    return images.count
  }

  private static func taken(
    from content: [UInt8], _ resources: PDFObject
  ) -> (content: [UInt8], images: [ExternalizedImage])? {
    InlineImage.externalizingInlineImages(
      in: content, besides: Set(resources["/XObject"].keys),
      colourSpaces: Set(resources["/ColorSpace"].keys))
  }

  /// - Parameter isDeflated: whether the content was coded, and with it the pictures.
  private static func add(
    _ images: [ExternalizedImage], to resources: PDFObject, isDeflated: Bool
  ) throws(ConversionError) {
    let file = resources.file
    if !resources["/XObject"].isDictionary { resources["/XObject"] = file.dictionary() }
    let objects = resources["/XObject"]
    for image in images {
      let stream = try image.stream(in: file, resources: resources)
      // One that stays as it is must not take more than it did.
      if isDeflated, stream["/Filter"].isNull {
        stream.replaceData(
          try DeflateHandle(level: 6).zlibStream(of: image.data), filter: file.name("/FlateDecode"),
          parameters: file.null)
      }
      objects[image.name] = stream
    }
  }
}

extension PDFObject {
  /// Whether a part of the content of a page has a filter.
  fileprivate var hasDeflatedContent: Bool {
    let content = self["/Contents"]
    return (content.isArray ? content.items : [content]).contains { $0.has("/Filter") }
  }
}
