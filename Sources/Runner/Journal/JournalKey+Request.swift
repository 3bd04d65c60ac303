public import ConverterCore
import SystemPackage

extension JournalKey {
  /// The key of a request as it is asked for, whatever folder the words of it are relative to.
  ///
  /// Limits and the conflict policy are left out: they decide whether there is a result, not on its
  /// bytes. A run that is started again with more memory, or with `skip`, does nothing anew.
  ///
  /// `nil` for standard input and output, which no later run can look at.
  ///
  /// - Parameters:
  ///   - version: of fairy.
  ///   - byteCount: of the input.
  ///   - modified: when the input was last written, in nanoseconds since 1970.
  public init?(_ request: Request, version: String, byteCount: Int, modified: Int) {
    guard case .file(let input) = request.input, case .file(let output) = request.output else {
      return nil
    }
    var result = request.anywhere
    result.limits = .standard
    result.conflict = .fail
    self.init(
      version: version, input: input, output: output, byteCount: byteCount, modified: modified,
      request: Array(result.json.description.utf8))
  }

  /// The key that a failure is noted by, which no result has: under other limits the file may pass.
  func ofFailure(within limits: Limits) -> JournalKey {
    let words = Limits.Name.allCases.map { Array("\($0.rawValue)=\(limits[$0])".utf8) }
    return JournalKey(high: high, low: low ^ Self.digest(words))
  }
}
