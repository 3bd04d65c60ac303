/// A model with pages, of which some can be joined with others.
public protocol PagedModel<Itself>: Model {
  /// The conforming type.
  associatedtype Itself: Model = Self

  /// These of its pages alone.
  ///
  /// - Throws: `usage` for pages that are not there.
  func part(_ pages: PageRanges, in context: ConversionContext) throws(ConversionError) -> Itself
}
