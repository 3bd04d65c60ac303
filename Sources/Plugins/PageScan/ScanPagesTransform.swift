import ConverterCore
import PagedDocumentModel
import PictureModel
import Scanning
import Synchronization

/// Does the same to the pictures that become pages of a document; an open book becomes two pages, and pages without ink
/// are left out.
struct ScanPagesTransform: Transform {
  let name = "scan pages"
  let stage = TransformStage.search
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
    // Before threads are started: those that are there already keep the heap that they have.
    LargeBuffers.keep()
    var document = PagedDocument(pages: [], sources: [])
    // The sources that take the place of each.
    var places: [[Int]] = []
    var scans = ScanNotes(settings)
    let searches = try Self.searches(in: model.sources, settings, context)
    if let failure = searches.compactMap(\.failure).first,
      searches.allSatisfy({ context.isLeftOut(input: $0.source.input) })
    {
      throw failure
    }
    for search in searches {
      guard !context.isLeftOut(input: search.source.input) else {
        places.append([])
        continue
      }
      let made = made(of: search, isOne: model.sources.count == 1, &scans, in: context)
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

  /// The pages of all sources, found by all threads.
  private static func searches(
    in sources: [DocumentSource], _ settings: ScanSettings, _ context: ConversionContext
  ) throws(ConversionError) -> [PageSearch] {
    let searches = sources.map(PageSearch.init)
    let done = Atomic(0)
    // Each is touched by the thread alone that has its index, while this one waits for all.
    nonisolated(unsafe) let shared = searches
    try unsafe context.parallel(shared.count) { index throws(ConversionError) in
      try unsafe shared[index].run(settings, in: context)
      // To find pages is little beside what reading and coding them takes.
      let done = Double(done.add(1, ordering: .relaxed).newValue)
      unsafe context.beginPortion(at: share * done / Double(shared.count))
    }
    return searches
  }

  private typealias Made = (source: DocumentSource, position: Int, isBlank: Bool)

  private func made(
    of search: PageSearch, isOne: Bool, _ scans: inout ScanNotes, in context: ConversionContext
  ) -> [Made] {
    let source = search.source
    guard case .picture(let picture) = source.content else { return [(source, 0, false)] }
    guard let result = search.result else {
      scans.count += 1
      return [(source, 0, false)]
    }
    search.tellRemarks(to: context)
    scans.note(result, named: isOne ? nil : source.title, in: context)
    return result.pages.enumerated().map { position, page in
      var made = source
      made.content = .picture(
        page.picture(
          of: picture, named: isOne ? "the page" : source.title ?? "the page", at: scans.count,
          tellsRecord: scans.settings.tellsRecord, in: context))
      made.isContinuation = source.isContinuation || position > 0
      return (made, position, page.isBlank == true)
    }
  }
}

/// A source, and what is found in it.
private final class PageSearch {
  let source: DocumentSource
  /// `nil` for what is no photo of a page, or has been scanned before.
  private(set) var result: PageScanner.Result?
  /// Why its input is left out.
  private(set) var failure: ConversionError?
  /// What was said of it while it was looked for; told in the order of the sources.
  private var remarks: ConversionContext?

  init(_ source: DocumentSource) { self.source = source }

  func run(_ settings: ScanSettings, in context: ConversionContext) throws(ConversionError) {
    guard case .picture(let picture) = source.content, picture.facts.scan == nil else { return }
    if let input = source.input, let page = settings.storedPage(ofInput: input) {
      result = PageScanner.Result(stored: page)
      return
    }
    let own = context.forCompanion()
    do throws(ConversionError) {
      result = try context.reading(input: source.input) { () throws(ConversionError) in
        try settings.scanner(for: picture.facts).pages(of: picture, in: own)
      }
    } catch {
      guard context.isLeftOut(input: source.input) else { throw error }
      failure = error
    }
    remarks = own
  }

  func tellRemarks(to context: ConversionContext) {
    guard let remarks else { return }
    context.adoptWarnings(of: remarks)
    for entry in remarks.ledger { context.note(entry.what, entry.action, why: entry.why) }
  }
}
