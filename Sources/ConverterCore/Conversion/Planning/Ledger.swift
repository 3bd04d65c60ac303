/// One thing that a conversion kept, changed, dropped or added.
public struct LedgerEntry: Sendable, Hashable {
  /// What becomes of something in the input.
  public enum Action: String, Sendable, CaseIterable {
    case kept, changed, dropped, added
  }

  /// What it is about, as a stable word: `icc`, `exif`, `gainmap`, `alpha`.
  public let what: String
  /// What becomes of it.
  public let action: Action
  /// The reason, for people; absent where nothing needs saying.
  public let why: String?

  public init(_ what: String, _ action: Action, why: String? = nil) {
    self.what = what
    self.action = action
    self.why = why
  }
}

extension [LedgerEntry] {
  /// How many entries of one kind are told one by one.
  private static var mostAlike: Int { 10 }

  /// The same with one entry for all beyond the first few of a kind: three hundred files of one form have a
  /// thousand fields whose names were taken.
  var summarised: [LedgerEntry] {
    // A kind is an entry without its reason.
    var counts: [LedgerEntry: Int] = [:]
    for entry in self { counts[LedgerEntry(entry.what, entry.action), default: 0] += 1 }
    guard counts.values.contains(where: { $0 > Self.mostAlike + 1 }) else { return self }
    var told: [LedgerEntry: Int] = [:]
    return compactMap { entry in
      let kind = LedgerEntry(entry.what, entry.action)
      let (all, index) = (counts[kind, default: 0], told[kind, default: 0])
      told[kind] = index + 1
      guard all > Self.mostAlike + 1, index >= Self.mostAlike else { return entry }
      guard index == Self.mostAlike else { return nil }
      return LedgerEntry(
        entry.what, entry.action, why: "and \(all - Self.mostAlike) more like these")
    }
  }
}
