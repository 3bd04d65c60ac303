import ConverterCore
import PagedDocumentModel
import PictureModel

/// Does the same to the pictures that become pages of a document.
struct ScanPagesTransform: Transform {
  let name = "scan pages"
  let descriptors = ScanSettings.descriptors
  let ledgerWords = ScanTransform().ledgerWords

  func apply(
    to model: PagedDocument, for capabilities: PagedDocument.Capabilities,
    options: ConversionOptions, in context: ConversionContext
  ) throws(ConversionError) -> PagedDocument {
    let settings = try ScanSettings(options)
    guard settings.isOn else {
      settings.noteUnused(options, in: context)
      return model
    }
    var document = model
    var hasPicture = false
    for (index, source) in model.sources.enumerated() {
      guard case .picture(let picture) = source.content else { continue }
      hasPicture = true
      let name = model.sources.count > 1 ? source.title : nil
      let page = try ScanTransform().scanned(picture, named: name, by: settings, in: context)
      document.sources[index].content = .picture(page)
    }
    if !hasPicture {
      context.noteUnused(ScanSettings.scan, why: "pages of a document stay as they are")
    }
    return document
  }
}
