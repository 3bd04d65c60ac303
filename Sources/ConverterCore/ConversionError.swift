public import SystemPackage

/// Why a file could not be detected, read, converted or written.
///
/// Every module throws this one type, so that a caller sees the same four things
/// wherever it went wrong: a stable ``Code`` to decide on, a sentence for people, the file it is
/// about and, where a lower layer failed first, its error.
public struct ConversionError: Error, Sendable {
  /// What went wrong, as a name that scripts may rely on (it is the `code` in `--json` output).
  public enum Code: String, Sendable, CaseIterable {
    /// The words of the request contradict each other or name an option that does not exist.
    case usage
    /// The bytes break the rules of their format, or end too early.
    case damagedInput
    /// The bytes are whole but hold something that fairy, or a library it uses, cannot decode.
    case unsupportedContent
    /// An entry of an archive is built to do harm: it leads out of the folder, overlaps another.
    case unsafeEntry
    /// The request names something to keep (`--require`) that the target cannot carry.
    case requirementNotMet
    /// There is no file at the input path.
    case inputNotFound
    /// Nothing is known about a type of this name, or the input's type was not recognised.
    case unknownType
    /// Both types are known, but no chain of plugins leads from one to the other.
    case noRoute
    /// A system library that the route needs is not installed.
    case missingLibrary
    /// The sandbox is required (`--sandbox require`), and this system lacks part of it.
    case sandboxUnavailable
    /// A mistake in fairy itself.
    case internalError
    /// A decoder crashed on the input.
    case decoderCrashed
    /// The output exists and the conflict policy is `fail`.
    case outputExists
    /// Another program changes it right now, or has changed it since it was looked at.
    case changedMeanwhile
    /// The output cannot be created where it was asked for.
    case cannotCreateOutput
    /// The system failed to read the input.
    case readFailed
    /// The system failed to write the output: a full disk, a closed pipe.
    case writeFailed
    /// A limit of ``Limits`` was reached, or one that the target format has; the message names it and the
    /// flag that raises it. Such errors are made by ``ConversionError/exceeding(_:_:file:cause:)``.
    case limitExceeded
    /// The input is encrypted and no password was given.
    case missingPassword
    /// The password given does not open the input.
    case wrongPassword
    /// The user or a signal cancelled the conversion.
    case interrupted
  }

  /// What went wrong, to decide on.
  public var code: Code
  /// One sentence or two: what happened, why, and what to do about it. It does not repeat the path.
  public var message: String
  /// The file that the error is about, as the user named it.
  public var file: FilePath?
  /// The error of a lower layer that led to this one.
  public var cause: (any Error)?
  /// What was hit, where the code is `limitExceeded`.
  public var limit: Limit?

  public init(
    _ code: Code, _ message: String, file: FilePath? = nil, cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.file = file
    self.cause = cause
  }

  /// The same error, about `path` unless it already names a file.
  public func about(_ path: FilePath?) -> ConversionError {
    var copy = self
    copy.file = file ?? path
    return copy
  }
}

extension ConversionError: CustomStringConvertible {
  public var description: String {
    file.map { "\($0): \(message)" } ?? message
  }
}
