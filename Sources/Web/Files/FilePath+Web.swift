import Broker
import ConverterCore
import FairyLibrary
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FilePath {
  /// Puts a file at the path, which only this user can read; what is there is replaced in one step.
  ///
  /// - Throws: `writeFailed`.
  func replaceFile(with bytes: [UInt8]) throws(ConversionError) {
    let temporary = removingLastComponent().appending(".new-\(Secret.random(bytes: 8).hexadecimal)")
    do {
      let file = try FileDescriptor.open(
        temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
      defer { try? file.close() }
      try file.writeAll(bytes.span)
      guard let name = lastComponent else { throw Errno.invalidArgument }
      let folder = try OpenFolder(path: removingLastComponent())
      try folder.rename(
        Array(temporary.lastComponent?.string.utf8 ?? "".utf8), to: Array(name.string.utf8))
    } catch {
      temporary.removeFile()
      throw ConversionError(
        .writeFailed, "could not be written: \(error)", file: self, cause: error)
    }
  }
}

/// The time of the system.
enum Clock {
  /// In whole seconds since 1970.
  static var seconds: Int { StoredDate.now.seconds }
}
