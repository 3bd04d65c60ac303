package import SystemPackage

#if canImport(Glibc)
  package import Glibc
#else
  package import Darwin
#endif

/// Reading and writing with bytes whose number the compiler knows.
extension FileDescriptor {
  /// What the system says of the file; `nil` where it does not, for the reason in `errno`.
  package var status: stat? { systemStatus(of: self) }

  /// The next bytes, at most so many; none at the end.
  package func bytes(atMost count: Int, retryOnInterrupt: Bool = true) throws -> [UInt8] {
    try unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      filled = try unsafe read(
        into: UnsafeMutableRawBufferPointer(room), retryOnInterrupt: retryOnInterrupt)
    }
  }

  /// The bytes at an offset, at most so many; none at the end.
  package func bytes(atMost count: Int, at offset: Int) throws -> [UInt8] {
    try unsafe [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      filled = try unsafe read(
        fromAbsoluteOffset: Int64(offset), into: UnsafeMutableRawBufferPointer(room))
    }
  }

  /// Fills the beginning of `bytes` with the next ones.
  ///
  /// - Returns: how many came; 0 at the end.
  package func read(into bytes: inout MutableSpan<UInt8>) throws -> Int {
    try unsafe bytes.withUnsafeMutableBytes { try unsafe read(into: $0) }
  }

  /// Fills the beginning of `bytes` with those at an offset.
  ///
  /// - Returns: how many came; 0 at the end.
  package func read(at offset: Int, into bytes: inout MutableSpan<UInt8>) throws -> Int {
    try unsafe bytes.withUnsafeMutableBytes {
      try unsafe read(fromAbsoluteOffset: Int64(offset), into: $0)
    }
  }

  /// Writes what the file takes at once.
  ///
  /// - Returns: how many bytes of the beginning that were.
  package func write(_ bytes: Span<UInt8>) throws -> Int {
    try unsafe bytes.withUnsafeBytes { try unsafe write($0) }
  }

  package func writeAll(_ bytes: Span<UInt8>) throws {
    _ = try unsafe bytes.withUnsafeBytes { try unsafe writeAll($0) }
  }

  /// Writes at an offset, and leaves the place where the next bytes go as it is.
  package func writeAll(_ bytes: Span<UInt8>, at offset: Int) throws {
    _ = try unsafe bytes.withUnsafeBytes {
      try unsafe writeAll(toAbsoluteOffset: Int64(offset), $0)
    }
  }

  /// Gives a file or folder times; a file system that keeps none is no reason to fail.
  package func setTimes(_ times: FileTimes) {
    unsafe withUnsafeTemporaryAllocation(of: timespec.self, capacity: 2) { pair in
      unsafe pair.initializeElement(at: 0, to: times.access)
      unsafe pair.initializeElement(at: 1, to: times.modification)
      _ = unsafe futimens(rawValue, pair.baseAddress)
    }
  }
}

// Outside of the extension, where `stat` is the system's and not the descriptor's own method.
private func systemStatus(of file: FileDescriptor) -> stat? {
  var status = stat()
  return unsafe fstat(file.rawValue, &status) == 0 ? status : nil
}

/// What several files have to say.
package enum FilePoll {
  /// Waits until one of them has something to say, which is noted with it.
  ///
  /// - Parameter milliseconds: -1 for as long as it takes.
  /// - Returns: how many have; below 0 for the reason in `errno`.
  @discardableResult
  package static func wait(for files: inout [pollfd], milliseconds: Int32) -> Int32 {
    unsafe poll(&files, nfds_t(files.count), milliseconds)
  }

  /// The same of one file.
  @discardableResult
  package static func wait(for file: inout pollfd, milliseconds: Int32) -> Int32 {
    unsafe poll(&file, 1, milliseconds)
  }
}
