/// Gives the further pictures of a file names of which no two are the same, since a picture's name
/// becomes part of the name of its file: `gainmap`, `gainmap-2`, `gainmap-3`.
public struct SiblingNames {
  private var counts: [String: Int] = [:]

  public init() {}

  /// `name`, or `name` with a number when it was given before.
  ///
  /// - Parameter name: what the picture is, without a number of its own behind a hyphen.
  public mutating func unique(_ name: String) -> String {
    let count = counts[name, default: 0] + 1
    counts[name] = count
    return count == 1 ? name : "\(name)-\(count)"
  }
}
