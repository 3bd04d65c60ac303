import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that one process at a time adds whole lines to.
///
/// Each goes out by one call of `write`, so that a process killed at any moment leaves whole lines and
/// at most one torn at the end. They reach the disk once a second: what a power cut takes are the
/// lines of that second.
final class AppendedFile {
  let descriptor: FileDescriptor
  private var byteCount = 0
  /// What ended all writing.
  private var failure: ConversionError?
  private var lastSync = ContinuousClock.now
  private var isSynced = true

  /// Opens or creates the file and takes the lock on it, which goes with the process.
  ///
  /// - Throws: `cannotCreateOutput`; `usage` when another process has the file, or it is no regular one.
  init(_ path: FilePath) throws(ConversionError) {
    do {
      descriptor = try FileDescriptor.open(
        path, .readWrite, options: [.create, .append, .closeOnExec, .nonBlocking],
        permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
    } catch {
      throw ConversionError(
        .cannotCreateOutput,
        "the journal cannot be opened: \(error); --journal names another place", cause: error)
    }
    do throws(ConversionError) {
      guard let status = descriptor.status, status.st_mode & S_IFMT == S_IFREG else {
        throw ConversionError(.usage, "is not a regular file; --journal names another")
      }
      // File systems without locks exist; a journal is of use there, too.
      guard flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
        throw ConversionError(
          .usage,
          "is the journal of a run that is going on: wait for its end, or name another with --journal"
        )
      }
      byteCount = Int(status.st_size)
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  deinit {
    // A process that is just being started still has a copy of the descriptor, and the lock with it.
    _ = flock(descriptor.rawValue, LOCK_UN)
    try? descriptor.close()
  }

  /// Removes what stands behind the first `count` bytes.
  func cut(to count: Int) throws(ConversionError) {
    guard count < byteCount else { return }
    guard ftruncate(descriptor.rawValue, off_t(count)) == 0 else {
      throw .unwritten(Errno(rawValue: errno))
    }
    byteCount = count
  }

  /// - Throws: `writeFailed`, and from then on always.
  func append(_ line: [UInt8]) throws(ConversionError) {
    if let failure { throw failure }
    var written = 0
    while written < line.count {
      do {
        written += try descriptor.write(line.span[written...])
      } catch {
        throw fail(error as? Errno ?? .ioError)
      }
    }
    byteCount += line.count
    isSynced = false
    if .now - lastSync >= .seconds(1) { try sync() }
  }

  func sync() throws(ConversionError) {
    if let failure { throw failure }
    guard !isSynced else { return }
    #if canImport(Glibc)
      let status = fdatasync(descriptor.rawValue)
    #else
      let status = fsync(descriptor.rawValue)
    #endif
    guard status == 0 || errno == EINVAL || errno == EROFS else {
      throw fail(Errno(rawValue: errno))
    }
    isSynced = true
    lastSync = .now
  }

  /// Takes a torn line back and ends all writing.
  private func fail(_ error: Errno) -> ConversionError {
    _ = ftruncate(descriptor.rawValue, off_t(byteCount))
    let failure = ConversionError.unwritten(error)
    self.failure = failure
    return failure
  }
}

extension ConversionError {
  fileprivate static func unwritten(_ error: Errno) -> ConversionError {
    let reason =
      switch error {
      case .noSpace, Errno(rawValue: EDQUOT): "the disk is full"
      case .fileTooLarge: "it would be larger than the system allows"
      default: "\(error)"
      }
    return ConversionError(
      .writeFailed,
      "the journal cannot be written: \(reason); the run ended, and goes on from here when it is "
        + "started again", cause: error)
  }
}
