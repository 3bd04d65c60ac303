/// Why a run replaces results of an earlier one.
enum ReplacementReason: String, CaseIterable {
  case options = "other options"
  case input = "changed inputs"
  /// The earlier run was killed before all outputs of a file had their names, or one of them is missing.
  case unfinished = "unfinished"
  /// A journal of an older version does not say which.
  case unknown = "other options or changed inputs"
}
