import ConverterCore
import PagedDocumentModel
import PictureModel
import Scanning

/// Does the same to the pictures that become pages of a document; an open book becomes two pages, and pages without ink
/// are left out.
struct ScanPagesTransform: Transform {
  let name = "scan pages"
  let descriptors = ScanSettings.descriptors
  let ledgerWords = ScanTransform().ledgerWords

  /// How much of the whole work it is.
  private static let share = 0.1

  func apply(
    to model: PagedDocument, for capabilities: PagedDocument.Capabilities,
    options: ConversionOptions, in context: ConversionContext
  ) throws(ConversionError) -> PagedDocument {
    let settings = try ScanSettings(options)
    guard settings.isOn else {
      settings.noteUnused(options, in: context)
      return model
    }
    var document = PagedDocument(pages: [], sources: [])
    // The sources that take the place of each.
    var places: [[Int]] = []
    var scans = ScanNotes(settings)
    for (index, source) in model.sources.enumerated() {
      // To find pages is little beside what reading and coding them takes.
      context.beginPortion(at: Self.share * Double(index) / Double(model.sources.count))
      let made = try scanned(source, isOne: model.sources.count == 1, &scans, in: context)
      places.append(made.filter { !$0.isBlank }.map { document.sources.count + $0.position })
      document.sources += made.map(\.source)
    }
    document.pages = model.pages.flatMap { page in
      places[page.source].map { place in
        var page = page
        page.source = place
        return page
      }
    }
    if scans.count == 0 {
      for option in ScanSettings.descriptors where options.settings[option.key] != nil {
        context.noteUnused(option, why: "pages of a document stay as they are")
      }
    } else if document.pages.isEmpty, !model.pages.isEmpty {
      throw ScanNotes.allBlank(scans.blanks)
    }
    scans.finish(in: context)
    return document
  }

  private typealias Made = (source: DocumentSource, position: Int, isBlank: Bool)

  private func scanned(
    _ source: DocumentSource, isOne: Bool, _ scans: inout ScanNotes, in context: ConversionContext
  ) throws(ConversionError) -> [Made] {
    guard case .picture(let picture) = source.content, picture.facts.scan == nil else {
      if case .picture = source.content { scans.count += 1 }
      return [(source, 0, false)]
    }
    let scanner = try scans.settings.scanner(for: picture.facts)
    let result = try scanner.pages(of: picture, in: context)
    scans.note(result, named: isOne ? nil : source.title, in: context)
    return result.pages.enumerated().map { position, page in
      var made = source
      made.content = .picture(
        page.picture(
          of: picture, named: isOne ? "the page" : source.title ?? "the page", in: context))
      made.isContinuation = source.isContinuation || position > 0
      return (made, position, page.isBlank == true)
    }
  }
}
