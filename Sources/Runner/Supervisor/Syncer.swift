import ConverterCore
import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Brings finished outputs to the disk on threads of its own, while workers go on with other files, and takes digests of
/// them where a journal is to have these; what is left of a stream is waited for in the same way.
///
/// A disk takes half a millisecond for that, or ten, and takes several files at a time as fast as one.
final class Syncer: Sendable {
  /// Can be read when something is done.
  let descriptor: FileDescriptor
  private let doneEnd: FileDescriptor
  /// A byte for each output that waits; its end is the end of the threads.
  private let orders: (take: FileDescriptor, give: FileDescriptor)
  private let state = Mutex(State())

  private struct State {
    var waiting: [(index: Int, work: @Sendable () -> Finding)] = []
    var done: [(index: Int, finding: Finding)] = []
    var threads = 0
  }

  /// What came of one piece of work.
  struct Finding {
    var error: Errno?
    /// Of the content of an output.
    var digest: (file: FileDescriptor, text: String)?
  }

  private static let mostThreads = 8
  private let takesDigests: Bool

  init(takesDigests: Bool) throws(ConversionError) {
    self.takesDigests = takesDigests
    do {
      (descriptor, doneEnd) = try FileDescriptor.pipe()
      let (take, give) = try FileDescriptor.pipe()
      orders = (take, give)
    } catch {
      throw ConversionError(.internalError, "no pipe could be made: \(error)", cause: error)
    }
    for end in [descriptor, doneEnd, orders.take, orders.give] {
      _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
    }
    _ = fcntl(descriptor.rawValue, F_SETFL, O_NONBLOCK)
  }

  deinit {
    for end in [descriptor, doneEnd, orders.take] { try? end.close() }
  }

  /// Ends the threads; called once, after the last ``add(_:_:)``.
  func close() { try? orders.give.close() }

  /// Brings a file to the disk.
  ///
  /// - Parameters:
  ///   - index: given back by ``takeDone()`` when the file is on the disk.
  ///   - file: stays open until then.
  func add(_ index: Int, _ file: FileDescriptor) {
    start(index) { [takesDigests] in
      let digest = takesDigests ? ContentDigest.of(file) : nil
      let failed = fsync(file.rawValue) != 0 && ![EINVAL, EROFS].contains(errno)
      return Finding(
        error: failed ? Errno(rawValue: errno) : nil, digest: digest.map { (file, $0) })
    }
  }

  /// Waits for something else that takes its time.
  ///
  /// - Parameters:
  ///   - index: given back by ``takeDone()`` when it is done.
  ///   - work: returns what went wrong.
  func add(_ index: Int, _ work: @escaping @Sendable () -> Errno?) {
    start(index) { Finding(error: work()) }
  }

  private func start(_ index: Int, _ work: @escaping @Sendable () -> Finding) {
    let needsThread = state.withLock { state in
      state.waiting.append((index, work))
      guard state.threads < min(Self.mostThreads, state.waiting.count) else { return false }
      state.threads += 1
      return true
    }
    if needsThread, WorkerThread(running: { [self] in run() }) == nil {
      state.withLock { $0.threads -= 1 }
      // Without a thread of its own it takes this one.
      return run(once: true)
    }
    _ = try? orders.give.writeAll([0])
  }

  /// What has come to the disk since, or why not.
  func takeDone() -> [(index: Int, finding: Finding)] {
    _ = try? descriptor.bytes(atMost: 256)
    return state.withLock { state in
      defer { state.done = [] }
      return state.done
    }
  }

  private func run(once: Bool = false) {
    repeat {
      if !once, (try? orders.take.bytes(atMost: 1))?.count != 1 { return }
      guard
        let (index, work) = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() })
      else { continue }
      let finding = work()
      state.withLock { $0.done.append((index, finding)) }
      _ = try? doneEnd.writeAll([0])
    } while !once
  }
}
