import ArchiveModel
import ConverterCore

/// Errors about one entry, which name it.
struct EntryErrors {
  let path: EntryPath
  /// Whether a wrong password can look like damage: one in 256 passes the check of ZipCrypto.
  var mayBePassword = false

  func damaged(_ what: String) -> ConversionError {
    guard mayBePassword else { return error(.damagedInput, what) }
    return error(.wrongPassword, "the password is wrong, or the entry is damaged: \(what)")
  }

  /// More memory is needed than allowed.
  var memory: ConversionError {
    error(
      .limitExceeded,
      "needs more memory than allowed to be decoded; raise it with --limit memory=BYTES"
    ).limited(by: .init(unresolved: .memory))
  }

  func error(_ code: ConversionError.Code, _ what: String) -> ConversionError {
    ConversionError(code, "\(path.printable): \(what)")
  }

  /// The same error, with the name of the entry.
  func naming(_ error: ConversionError) -> ConversionError {
    var named = error
    named.message = "\(path.printable): \(error.message)"
    return named
  }
}
