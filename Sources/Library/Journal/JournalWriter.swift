public import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Adds lines to a journal while it has the lock.
public final class JournalWriter {
  private let file: FileDescriptor
  private let path: FilePath
  /// How long the file is, and how much of that is on the disk.
  private var byteCount = 0
  private var syncedCount = 0

  /// - Parameter file: closed with the object.
  init(_ file: FileDescriptor, _ path: FilePath, _ patience: Duration) throws(ConversionError) {
    (self.file, self.path) = (file, path)
    try lock(patience)
    guard let status = file.status, status.st_mode & S_IFMT == S_IFREG else {
      throw ConversionError(.writeFailed, "is no regular file, and was left as it is", file: path)
    }
    byteCount = Int(status.st_size)
    syncedCount = byteCount
    try endTornLine()
  }

  deinit {
    // A process that is just being started still has a copy of the descriptor, and the lock with it.
    _ = flock(file.rawValue, LOCK_UN)
    try? file.close()
  }

  private func lock(_ patience: Duration) throws(ConversionError) {
    let end = ContinuousClock.now + patience
    while flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 {
      // File systems without locks exist; a journal is of use there, too.
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      guard .now < end else {
        throw ConversionError(
          .changedMeanwhile, "is being written by another program; try again when that has ended",
          file: path)
      }
      usleep(20_000)
    }
  }

  /// Ends a line that a program did not, because it was stopped.
  private func endTornLine() throws(ConversionError) {
    guard byteCount > 0 else { return }
    do {
      let last = try file.bytes(atMost: 1, at: byteCount - 1)
      if last != [UInt8(ascii: "\n")] { try add([UInt8(ascii: "\n")]) }
    } catch {
      throw unwritten(error)
    }
  }

  /// Adds a record; it is on the disk after ``sync()``.
  ///
  /// - Parameters:
  ///   - record: what happened.
  ///   - time: when it happened.
  public func append(_ record: some JournalRecord, at time: StoredDate = .now)
    throws(ConversionError)
  {
    do { try add(record.line(at: time)) } catch { throw unwritten(error) }
  }

  /// All in one call, so that a program that is stopped leaves whole lines.
  private func add(_ bytes: [UInt8]) throws {
    try file.writeAll(bytes.span)
    byteCount += bytes.count
  }

  /// Brings what was added to the disk.
  public func sync() throws(ConversionError) {
    guard syncedCount < byteCount else { return }
    do { try file.syncData() } catch { throw unwritten(error) }
    syncedCount = byteCount
  }

  /// Takes back what is not yet certain to be on the disk.
  func takeBack() { _ = ftruncate(file.rawValue, off_t(syncedCount)) }

  private func unwritten(_ error: any Error) -> ConversionError {
    OpenFolder.unwritten(error).about(path)
  }
}
