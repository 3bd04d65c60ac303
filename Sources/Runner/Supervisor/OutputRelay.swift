import ConverterCore
import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Passes on to standard output what a worker writes into a pipe, as it comes.
///
/// A worker never holds standard output itself. That may be a terminal, which could be read from and typed into, or
/// a file, in which what stands there already could be changed.
final class OutputRelay: Sendable {
  /// What the worker writes to.
  private let writeEnd: FileDescriptor
  private let readEnd: FileDescriptor
  /// The most that the worker may write.
  private let mostBytes: Int
  /// Closed when the worker writes no more.
  private let ending: (reader: FileDescriptor, writer: FileDescriptor)
  /// Closed when standard output takes no more.
  private let failing: (reader: FileDescriptor, writer: FileDescriptor)
  private let state = Mutex(State())

  private struct State: ~Copyable {
    var byteCount = 0
    var failure: Errno?
    var exceedsLimit = false
    /// Since when standard output takes no more bytes.
    var heldUpSince: SuspendingClock.Instant?
    /// How long standard output took no more bytes before.
    var heldUp = Duration.zero
    var lastPassedOn = SuspendingClock.now
    var thread: WorkerThread?
    var isHandedOver = false
    var isEnded = false
  }

  /// How many bytes wait between worker and standard output at most.
  private static let capacity = 1 << 20

  init(within limits: Limits) throws(ConversionError) {
    mostBytes = limits.output
    do {
      (readEnd, writeEnd) = try FileDescriptor.pipe()
      let (reader, writer) = try FileDescriptor.pipe()
      ending = (reader, writer)
      let (failureReader, failureWriter) = try FileDescriptor.pipe()
      failing = (failureReader, failureWriter)
    } catch {
      throw ConversionError(.internalError, "no pipe could be made: \(error)", cause: error)
    }
    for end in [readEnd, writeEnd, ending.reader, ending.writer, failing.reader, failing.writer] {
      _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
    }
    #if os(Linux)
      let setSize: Int32 = 1031  // F_SETPIPE_SZ, behind _GNU_SOURCE
      _ = fcntl(writeEnd.rawValue, setSize, Int32(Self.capacity))
    #endif
  }

  deinit {
    for end in [readEnd, ending.reader, failing.reader] { try? end.close() }
    state.withLock { state in
      if state.failure == nil { try? failing.writer.close() }
      if !state.isHandedOver { try? writeEnd.close() }
      if !state.isEnded { try? ending.writer.close() }
    }
  }

  /// Hands the pipe over, and begins.
  ///
  /// - Parameter grant: gives its end to the worker; it is closed here afterwards.
  /// - Throws: `internalError` if the system refuses a thread.
  func begin(_ grant: (FileDescriptor) -> Void) throws(ConversionError) {
    guard let thread = WorkerThread(running: { [self] in run() }) else {
      throw ConversionError(.internalError, "the system refuses a thread for standard output")
    }
    state.withLock {
      $0.thread = thread
      $0.isHandedOver = true
    }
    grant(writeEnd)
    try? writeEnd.close()
  }

  /// Waits until all is passed on that the worker has written; it has sent that it writes no more. Called once.
  ///
  /// - Returns: why standard output could not be written.
  func finish() -> Errno? {
    try? ending.writer.close()
    state.withLock {
      $0.isEnded = true
      return $0.thread
    }?.join()
    return state.withLock { $0.failure }
  }

  /// Can be read when standard output takes no more, though the worker may still be at work.
  var failureSignal: FileDescriptor { failing.reader }

  /// Whether standard output takes no more.
  var hasFailed: Bool { state.withLock { $0.failure != nil } }

  /// Whether the worker wrote more than it may.
  var exceedsLimit: Bool { state.withLock { $0.exceedsLimit } }

  /// Bytes that standard output has taken.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// How long standard output took no bytes, in all.
  var heldUp: Duration {
    state.withLock { state in
      state.heldUp + (state.heldUpSince.map { .now - $0 } ?? .zero)
    }
  }

  /// When standard output last took bytes, or was ready to.
  var lastActivity: SuspendingClock.Instant {
    state.withLock { $0.heldUpSince == nil ? $0.lastPassedOn : .now }
  }

  private func run() {
    let buffer = ByteBuffer(capacity: 1 << 18)
    do {
      while try waitForBytes() {
        buffer.removeAll()
        let count = try buffer.append(1 << 18, from: readEnd)
        guard count > 0 else { break }
        guard byteCount + count <= mostBytes else {
          state.withLock { $0.exceedsLimit = true }
          throw Errno.fileTooLarge
        }
        try passOn(buffer.span)
      }
    } catch {
      state.withLock { $0.failure = error as? Errno ?? .ioError }
      try? failing.writer.close()
      // The worker learns from its next write that nobody reads any more. Another pipe takes the number, so that
      // it is closed once.
      _ = dup2(ending.reader.rawValue, readEnd.rawValue)
    }
  }

  /// - Returns: whether there may be bytes; `false` when all are passed on.
  /// - Throws: `brokenPipe` when nobody reads standard output any more.
  private func waitForBytes() throws -> Bool {
    while true {
      var polled = [
        pollfd(fd: readEnd.rawValue, events: Int16(POLLIN), revents: 0),
        pollfd(fd: FileDescriptor.standardOutput.rawValue, events: 0, revents: 0),
        pollfd(fd: ending.reader.rawValue, events: Int16(POLLIN), revents: 0),
      ]
      guard FilePoll.wait(for: &polled, milliseconds: -1) >= 0 else {
        if errno == EINTR { continue }
        throw Errno(rawValue: errno)
      }
      if polled[1].revents & Int16(POLLERR) != 0 { throw Errno.brokenPipe }
      if polled[0].revents != 0 { return true }
      if polled[2].revents != 0 { return false }
    }
  }

  private func passOn(_ bytes: Span<UInt8>) throws {
    state.withLock { $0.heldUpSince = .now }
    defer {
      state.withLock { state in
        if let since = state.heldUpSince { state.heldUp += .now - since }
        state.heldUpSince = nil
        state.lastPassedOn = .now
      }
    }
    var rest = bytes
    while !rest.isEmpty {
      let count: Int
      do {
        count = try FileDescriptor.standardOutput.write(rest)
      } catch Errno.wouldBlock {
        // Another program has set the pipe not to wait.
        var polled = pollfd(
          fd: FileDescriptor.standardOutput.rawValue, events: Int16(POLLOUT), revents: 0)
        FilePoll.wait(for: &polled, milliseconds: -1)
        continue
      }
      rest = rest.dropFirst(count)
      state.withLock { $0.byteCount += count }
    }
  }
}
