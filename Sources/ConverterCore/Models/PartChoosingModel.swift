/// A model that chooses those of its parts that are meant itself, where others have a transform for that.
public protocol PartChoosingModel<Itself>: Model {
  /// The conforming type.
  associatedtype Itself: Model = Self

  /// The options by which it chooses.
  static var choosesBy: Set<ConversionOptions.Name> { get }

  /// What the options mean of it, all where they say nothing; the ledger gets how many parts are not.
  ///
  /// - Throws: `usage` for parts that are not there.
  func choosing(
    by options: ConversionOptions, in context: ConversionContext
  ) throws(ConversionError) -> Itself
}

extension Model {
  /// The parts of it that are chosen; itself, where a transform chooses them.
  func choosingParts(
    by options: ConversionOptions, in context: ConversionContext
  ) throws(ConversionError) -> Self {
    guard let model = self as? any PartChoosingModel<Self> else { return self }
    return try model.choosing(by: options, in: context)
  }
}
