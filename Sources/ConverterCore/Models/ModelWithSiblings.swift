/// A model whose file may hold further models of the same kind beside it.
public protocol ModelWithSiblings<Itself>: Model {
  /// The conforming type.
  associatedtype Itself: Model = Self

  /// Decides what becomes of ``siblings``; its value `all` makes them files of their own.
  static var siblingOption: OptionDescriptor { get }

  /// Whether a file can hold ``siblings``, too, so that none needs a file of its own.
  func holdsSiblings(_ capabilities: Itself.Capabilities) -> Bool

  /// Further models of the same kind that the file holds beside this one.
  var siblings: [Sibling<Itself>] { get }
}

extension Model {
  /// Decides what becomes of siblings, where files of the kind may hold any.
  static var knownSiblingOption: OptionDescriptor? {
    (Self.self as? any ModelWithSiblings.Type)?.siblingOption
  }
}
