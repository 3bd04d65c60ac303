import SystemPackage

/// What is in the way of an output, checked before any work is done.
///
/// The answer may be out of date when the output is committed; the commit itself decides again.
enum Conflict {
  case none
  /// Something is there and the policy is to skip.
  case exists(FilePath)
  /// The output is the input, and the policy is to overwrite.
  case replacesInput

  /// - Throws: `outputExists` when something is there and the policy is to fail.
  static func check(
    _ destination: OutputFile.Destination, policy: OutputFile.ConflictPolicy, input: InputFile
  ) throws(ConversionError) -> Conflict {
    guard case .file(let path) = destination, let existing = FileIdentity(path: path) else {
      return .none
    }
    switch policy {
    case .rename: return .none
    case .skip: return .exists(path)
    case .overwrite: return existing == input.identity ? .replacesInput : .none
    case .fail:
      guard existing == input.identity else { throw .exists(path) }
      throw ConversionError(
        .outputExists,
        "would be replaced by its own result; name another output with -o, "
          + "or say --on-conflict overwrite", file: path)
    }
  }
}
