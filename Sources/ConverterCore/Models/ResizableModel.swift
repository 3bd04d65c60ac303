/// A model with a size, which `--resize` changes.
public protocol ResizableModel: Model {
  /// What `--resize` would have to ask for so that it becomes smaller by a factor.
  ///
  /// - Parameter asked: what was asked for already.
  /// - Returns: `nil` where nothing would be left of it.
  func geometry(smallerBy factor: Double, than asked: ResizeGeometry?) -> ResizeGeometry?
}
