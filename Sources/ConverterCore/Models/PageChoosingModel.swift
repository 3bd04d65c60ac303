/// A model that chooses its pages itself (`--pages`), where others have a transform for that.
public protocol PageChoosingModel<Itself>: Model {
  /// The conforming type.
  associatedtype Itself: Model = Self

  /// The pages of it that are chosen; the ledger gets how many are not.
  ///
  /// - Throws: `usage` for pages that are not there.
  func choosing(
    _ pages: PageRanges, in context: ConversionContext
  ) throws(ConversionError) -> Itself
}

extension Model {
  /// The pages of it that are chosen; itself, where a transform chooses them.
  func choosingPages(
    _ pages: PageRanges, in context: ConversionContext
  ) throws(ConversionError) -> Self {
    guard let paged = self as? any PageChoosingModel<Self> else { return self }
    return try paged.choosing(pages, in: context)
  }
}
