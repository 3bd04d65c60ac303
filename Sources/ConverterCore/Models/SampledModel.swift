/// A model for which a quality can be found by trying it on a sample.
public protocol SampledModel<Itself>: Model {
  /// The conforming type.
  associatedtype Itself: Model = Self

  /// The same model with its content in memory, for a writer that is tried several times.
  func held(in context: ConversionContext) throws(ConversionError) -> Itself

  /// A small model that stands for the whole: a quality has the same effect on both.
  func sample(in context: ConversionContext) throws(ConversionError) -> Itself

  /// How alike it and a file that was made of it are: 1 where they cannot be told apart. `nil` where that cannot be
  /// measured.
  func likeness(
    of file: [UInt8], as type: ContentType.ID, in context: ConversionContext
  ) throws(ConversionError) -> Double?
}

extension Model {
  /// The same model with its content in memory, where it can be held there.
  func heldIfPossible(in context: ConversionContext) throws(ConversionError) -> Self {
    guard let sampled = self as? any SampledModel<Self> else { return self }
    return try sampled.held(in: context)
  }
}
