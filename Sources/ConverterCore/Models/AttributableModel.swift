/// A model whose content is read late and may come from several inputs, to which errors are attributed.
public protocol AttributableModel<Itself>: Model {
  /// The conforming type.
  associatedtype Itself: Model = Self

  /// The same model, which records which of several inputs it comes from, so that a later error is attributed to that
  /// input (``ConversionContext/reading(input:mayLackLibrary:_:)``).
  ///
  /// - Parameter number: from 0.
  func coming(fromInput number: Int) -> Itself
}

extension Model {
  /// The same model, which records which of several inputs it comes from, where it can.
  func attributed(toInput number: Int) -> Self {
    (self as? any AttributableModel<Self>)?.coming(fromInput: number) ?? self
  }
}
