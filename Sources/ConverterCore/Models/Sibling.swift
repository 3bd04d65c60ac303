/// A model that stands beside the main one in the same file: a depth map, a further image.
public struct Sibling<M: Model> {
  /// A word for file names: `depth`, `gainmap`, `2`.
  public let name: String
  /// Gives the model; called when it is needed.
  public let open: () throws(ConversionError) -> M

  public init(name: String, open: @escaping () throws(ConversionError) -> M) {
    self.name = name
    self.open = open
  }
}
