public import ConverterCore

extension PagedDocument: PagedModel, AttributableModel, JoinableModel {
  public static let pluralToJoin: String? = "documents and pictures"

  public func part(
    _ ranges: PageRanges, in context: ConversionContext
  ) throws(ConversionError) -> PagedDocument {
    let chosen = try positions(of: ranges).map { pages[$0] }
    var part = PagedDocument(pages: [], sources: [])
    // Sources without a page would be worked on all the same.
    let used = Set(chosen.map(\.source))
    var places: [Int: Int] = [:]
    for source in sources.indices where used.contains(source) {
      places[source] = part.sources.count
      part.sources.append(sources[source])
    }
    part.pages = chosen.map { page in
      var page = page
      page.source = places[page.source] ?? page.source
      return page
    }
    // What it goes on from may be left out.
    if !part.sources.isEmpty { part.sources[0].isContinuation = false }
    return part
  }

  public func coming(fromInput number: Int) -> PagedDocument {
    var document = self
    for index in document.sources.indices { document.sources[index].input = number }
    return document
  }

  public func joined(
    with others: [PagedDocument], in context: ConversionContext
  ) throws(ConversionError) -> PagedDocument {
    var joined = PagedDocument(pages: [], sources: [])
    for model in [self] + others {
      let offset = joined.sources.count
      joined.sources += model.sources
      joined.pages += model.pages.map { page in
        var page = page
        page.source += offset
        return page
      }
    }
    return joined
  }
}
