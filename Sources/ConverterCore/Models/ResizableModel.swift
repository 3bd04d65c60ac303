/// A model with a size, which an option of its own changes.
public protocol ResizableModel: Model {
  /// What would have to be asked for so that it becomes smaller by a factor.
  ///
  /// - Parameters:
  ///   - factor: what each side is multiplied by, between 0 and 1.
  ///   - asked: what was asked for already.
  /// - Returns: `nil` where nothing would be left of it.
  func size(smallerBy factor: Double, than asked: ConversionOptions) -> SmallerSize?
}

/// A size that a model can be brought to.
public struct SmallerSize: Sendable {
  /// In the words of the command line: "800x600".
  public let words: String
  /// Asks for it.
  public let ask: @Sendable (inout ConversionOptions) -> Void

  /// - Parameters:
  ///   - words: it in the words of the command line: "800x600".
  ///   - ask: asks for it.
  public init(_ words: String, ask: @escaping @Sendable (inout ConversionOptions) -> Void) {
    (self.words, self.ask) = (words, ask)
  }
}
