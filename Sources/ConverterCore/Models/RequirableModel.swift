/// A model of which more can be required (`--require`) than that a single word of the ledger is kept.
public protocol RequirableModel: Model {
  /// Words that `--require` takes of every file of the kind, each with what breaks it beside an entry under the word
  /// itself; entries without a reason.
  static var requirements: [String: [LedgerEntry]] { get }
}

extension Model {
  /// The requirements that its kind has; none for most.
  static var knownRequirements: [String: [LedgerEntry]] {
    (Self.self as? any RequirableModel.Type)?.requirements ?? [:]
  }
}
