import ConverterCore
import Synchronization
import SystemPackage

/// The passwords that people have typed for files: one for each file, kept in memory for as long as the service runs.
///
/// They go to workers that ask for one while they read such a file.
final class KnownPasswords: Sendable {
  private let known = Mutex<[FilePath: Password]>([:])

  /// More are typed by nobody.
  private static let most = 1000
  /// In bytes; that of a PDF has 127 at most.
  private static let longest = 1024

  /// Keeps the password of a file, in place of an earlier one.
  ///
  /// - Throws: `usage` for one that is empty or too long, or where too many are known.
  func set(_ password: [UInt8], of file: FilePath) throws(ConversionError) {
    guard (1...Self.longest).contains(password.count) else {
      throw ConversionError(.usage, "a password has 1 to \(Self.longest) bytes")
    }
    let isKept = known.withLock { known in
      guard known[file] != nil || known.count < Self.most else { return false }
      known[file] = Password(password)
      return true
    }
    guard isKept else {
      throw ConversionError(
        .usage, "passwords of \(Self.most) files are known; start the service again")
    }
  }

  /// The passwords that the inputs of a request may need.
  func passwords(of request: Request) -> Passwords {
    let inputs = [request.input] + request.purpose.furtherInputs
    return known.withLock { known in
      let fitting = inputs.compactMap { $0.openedPath.flatMap { known[$0] } }
      return Passwords(fitting.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
  }
}
