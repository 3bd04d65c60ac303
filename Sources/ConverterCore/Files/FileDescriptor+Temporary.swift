import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FileDescriptor {
  /// A file without a name in `$TMPDIR` (`/tmp`), gone when it is closed.
  static func unnamedTemporary() throws(ConversionError) -> FileDescriptor {
    let folder = getenv("TMPDIR").map { FilePath(platformString: $0) } ?? "/tmp"
    var template = Array(folder.appending("fairy-XXXXXX").string.utf8CString)
    let raw = mkstemp(&template)
    guard raw >= 0 else {
      throw ConversionError(
        .readFailed,
        "no temporary file could be made in \(folder): \(Errno(rawValue: errno)); TMPDIR names another folder"
      )
    }
    unlink(template)
    _ = fcntl(raw, F_SETFD, FD_CLOEXEC)
    return FileDescriptor(rawValue: raw)
  }

  /// Copies all that `source` has left and returns how many bytes that were.
  func append(everythingFrom source: FileDescriptor) throws -> Int {
    var total = 0
    try withUnsafeTemporaryAllocation(byteCount: 1 << 18, alignment: 64) { buffer in
      while case let count = try source.read(into: buffer), count > 0 {
        try writeAll(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
        total += count
      }
    }
    return total
  }
}
