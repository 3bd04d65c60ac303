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
  public init?(_ request: Request, version: String, byteCount: Int, modified: Int) {
    guard case .file(let input) = request.input, case .file(let output) = request.output else {
      return nil
    }
    self.init(
      version: version, input: input, output: output, byteCount: byteCount, modified: modified,
      request: Array(request.anywhere.json.description.utf8))
  }
}
