package import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FileDescriptor {
  private static var pieceSize: Int { 1 << 18 }

  /// A file without a name in `$TMPDIR` (`/tmp`), gone when it is closed.
  package static func unnamedTemporary() throws(ConversionError) -> FileDescriptor {
    let folder = Environment.path("TMPDIR") ?? "/tmp"
    guard let (file, name) = folder.makeTemporaryFile("fairy-XXXXXX") else {
      throw ConversionError(
        .readFailed,
        "no temporary file could be made in \(folder): \(Errno(rawValue: errno)); TMPDIR names another folder"
      )
    }
    name.removeFile()
    _ = fcntl(file.rawValue, F_SETFD, FD_CLOEXEC)
    return file
  }

  /// Copies all that `source` has left and returns how many bytes that were.
  func append(
    everythingFrom source: FileDescriptor, within limits: Limits
  ) throws(ConversionError) -> Int {
    let buffer = ByteBuffer(capacity: Self.pieceSize)
    var total = 0
    while true {
      let count: Int
      do {
        buffer.removeAll()
        count = try buffer.append(Self.pieceSize, from: source)
      } catch {
        throw ConversionError(
          .readFailed, "standard input could not be read: \(error)", cause: error)
      }
      guard count > 0 else { return total }
      total += count
      try limits.check(.input, total, for: "standard input")
      do {
        try writeAll(buffer.span)
      } catch {
        throw ConversionError(
          .writeFailed,
          "standard input could not be kept in the temporary folder: \(error); "
            + "TMPDIR names another folder", cause: error)
      }
    }
  }

  /// Writes the file, from its beginning, to standard output; less of it where its reader goes away (`| head`).
  func copyToStandardOutput() throws(ConversionError) {
    let buffer = ByteBuffer(capacity: Self.pieceSize)
    do {
      var offset = 0
      while true {
        buffer.removeAll()
        let count = try buffer.append(Self.pieceSize, from: self, at: offset)
        guard count > 0 else { return }
        try FileDescriptor.standardOutput.writeAll(buffer.span)
        offset += count
      }
    } catch Errno.brokenPipe {
      return
    } catch {
      throw .writingStandardOutput(error)
    }
  }

  /// Standard output under a number of its own, to be closed without closing that.
  static func duplicateOfStandardOutput() throws(ConversionError) -> FileDescriptor {
    do {
      return try FileDescriptor.standardOutput.duplicate()
    } catch {
      throw .writingStandardOutput(error)
    }
  }
}
