package import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FileDescriptor {
  /// A file without a name in `$TMPDIR` (`/tmp`), gone when it is closed.
  package static func unnamedTemporary() throws(ConversionError) -> FileDescriptor {
    let folder = getenv("TMPDIR").map { FilePath(platformString: $0) } ?? "/tmp"
    var template = folder.appending("fairy-XXXXXX").withPlatformString { start in
      Array(UnsafeBufferPointer(start: start, count: strlen(start) + 1))
    }
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
  func append(
    everythingFrom source: FileDescriptor, within limits: Limits
  ) throws(ConversionError) -> Int {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { buffer.deallocate() }
    var total = 0
    while true {
      let count: Int
      do {
        count = try source.read(into: buffer)
      } catch {
        throw ConversionError(
          .readFailed, "standard input could not be read: \(error)", cause: error)
      }
      guard count > 0 else { return total }
      total += count
      try limits.check(.input, total, for: "standard input")
      do {
        try writeAll(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
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
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
    defer { buffer.deallocate() }
    do {
      var offset: Int64 = 0
      while true {
        let count = try read(fromAbsoluteOffset: offset, into: buffer)
        guard count > 0 else { return }
        try FileDescriptor.standardOutput.writeAll(buffer[..<count])
        offset += Int64(count)
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
