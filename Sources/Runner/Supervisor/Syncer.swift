import ConverterCore
import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Brings finished outputs to the disk on threads of its own, while workers go on with other files; what is
/// left of a stream is waited for in the same way.
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
    var waiting: [(index: Int, work: @Sendable () -> Errno?)] = []
    var done: [(index: Int, error: Errno?)] = []
    var threads = 0
  }

  private static let mostThreads = 8

  init() throws(ConversionError) {
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
    add(index) {
      let failed = fsync(file.rawValue) != 0 && ![EINVAL, EROFS].contains(errno)
      return failed ? Errno(rawValue: errno) : nil
    }
  }

  /// Waits for something else that takes its time.
  ///
  /// - Parameters:
  ///   - index: given back by ``takeDone()`` when it is done.
  ///   - work: returns what went wrong.
  func add(_ index: Int, _ work: @escaping @Sendable () -> Errno?) {
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
  func takeDone() -> [(index: Int, error: Errno?)] {
    var bytes = [UInt8](repeating: 0, count: 256)
    _ = bytes.withUnsafeMutableBytes { try? descriptor.read(into: $0) }
    return state.withLock { state in
      defer { state.done = [] }
      return state.done
    }
  }

  private func run(once: Bool = false) {
    var byte: [UInt8] = [0]
    repeat {
      if !once {
        let count = byte.withUnsafeMutableBytes { try? orders.take.read(into: $0) }
        guard count == 1 else { return }
      }
      guard
        let (index, work) = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() })
      else { continue }
      let error = work()
      state.withLock { $0.done.append((index, error)) }
      _ = try? doneEnd.writeAll([0])
    } while !once
  }
}
