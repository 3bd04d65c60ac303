/// A model that can be joined with others into one (`fairy merge`).
public protocol JoinableModel<Itself>: Model {
  /// The conforming type.
  associatedtype Itself: Model = Self

  /// One model of this and the others, in their order.
  func joined(
    with others: [Itself], in context: ConversionContext
  ) throws(ConversionError) -> Itself
}
