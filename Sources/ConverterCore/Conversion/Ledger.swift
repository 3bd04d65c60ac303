/// One thing that a conversion kept, changed, dropped or added.
public struct LedgerEntry: Sendable, Hashable {
  public enum Action: String, Sendable, CaseIterable {
    case kept, changed, dropped, added
  }

  /// What it is about, as a stable word: `icc`, `exif`, `gainmap`, `alpha`.
  public let what: String
  public let action: Action
  /// The reason, for people; absent where nothing needs saying.
  public let why: String?

  public init(_ what: String, _ action: Action, why: String? = nil) {
    self.what = what
    self.action = action
    self.why = why
  }
}
