/// A model that may consist of several of its kind, such as pages as pictures.
public protocol ModelOfParts<Itself>: Model {
  /// The conforming type.
  associatedtype Itself: Model = Self

  /// Its parts, where it consists of several; each becomes a file where ``needsParts(_:)`` says so.
  var parts: [Sibling<Itself>] { get }

  /// Whether its ``parts`` need files of their own, as no file of the target can hold them together.
  func needsParts(_ capabilities: Itself.Capabilities) -> Bool

  /// The same model with these as its parts, for a file that holds them together.
  func replacing(parts: [Sibling<Itself>]) -> Itself
}
