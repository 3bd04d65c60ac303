/// When a transform does its work: those of a route are in the order of their stages, and within a stage in that of
/// their registration.
public enum TransformStage: Int, Sendable, Comparable, CaseIterable {
  /// Finds what the rest of the work is about, such as the page in a photo.
  case search
  /// Takes the parts of the model that are wanted: rows and columns, one picture of several.
  case content
  /// Cuts, turns and scales.
  case geometry
  /// Changes what colours mean.
  case colour
  /// Brings what is left in line with what the target holds: transparency, depth, metadata.
  case finish

  public static func < (left: TransformStage, right: TransformStage) -> Bool {
    left.rawValue < right.rawValue
  }
}
