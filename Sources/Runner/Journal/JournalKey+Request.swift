public import ConverterCore
import SystemPackage

extension JournalKey {
  /// The key of a request as it is asked for, whatever folder the words of it are relative to.
  ///
  /// `nil` for standard input and output, which no later run can look at.
  ///
  /// - Parameters:
  ///   - version: of fairy.
  ///   - byteCount: of the input.
  ///   - modified: when the input was last written, in nanoseconds since 1970.
  ///   - isAttempt: whether the key also depends on what can only make a conversion fail: limits, and what happens when
  ///     the output exists. With a raised limit, files that failed are tried again, and files that are done are left
  ///     alone.
  public init?(
    _ request: Request, version: String, byteCount: Int, modified: Int, isAttempt: Bool
  ) {
    guard let input = request.input.path, let output = request.output.path else { return nil }
    var deciding = request.anywhere
    // Which policy was named decides on nothing that is noted.
    deciding.unusedOptions = .note
    if !isAttempt {
      deciding.limits = .standard
      deciding.conflict = .fail
      deciding.$conflict = false
      deciding.skipsUnsuitable = false
    }
    self.init(
      version: version, input: input, output: output, byteCount: byteCount, modified: modified,
      request: Array(deciding.json.description.utf8))
  }
}
