/// A model that can be taken apart (`fairy split`).
public protocol DivisibleModel<Itself>: Model {
  /// The conforming type.
  associatedtype Itself: Model = Self

  /// The parts that it is to be taken apart into, with words for the names of their files.
  ///
  /// - Parameter byteCount: how large a file of the target a model becomes; it costs as much as to write it.
  /// - Returns: `nil` where it is of one piece.
  func divided(
    _ division: Request.Division, in context: ConversionContext,
    byteCount: (Itself) throws(ConversionError) -> Int
  ) throws(ConversionError) -> [Sibling<Itself>]?
}
