/// A run that makes all decisions of a conversion and writes nothing.
public struct DryRun {
  /// What is reported of each file.
  public enum Kind: String, Sendable {
    /// What would become of it: `--dry-run`.
    case outcomes
    /// The route, its cost and what it loses: `fairy plan`.
    case plans
  }

  public let kind: Kind
  /// What earlier runs noted, if they did.
  public let journaling: Journaling?

  public init(_ kind: Kind, journaling: Journaling? = nil) {
    self.kind = kind
    self.journaling = journaling
  }
}
