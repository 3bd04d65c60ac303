public import ConverterCore

extension PagedDocument {
  public static func joined(
    _ models: [PagedDocument], in context: ConversionContext
  ) throws(ConversionError) -> PagedDocument? {
    var joined = PagedDocument(pages: [], sources: [])
    for model in models {
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
