import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ConversionContext {
  /// Sends a heartbeat each second while a library is at work that reports nothing for long and surely comes to an end,
  /// such as one that codes a large picture.
  public func sendingHeartbeats<Result: ~Copyable>(
    _ body: () throws(ConversionError) -> Result
  ) throws(ConversionError) -> Result {
    let work = LibraryCall()
    // Where no other thread can be started, a long silence counts as a stall.
    WorkerThread(stack: 256 << 10) {
      while work.ifUnderWay({ self.sendHeartbeat() }) { sleep(1) }
    }?.detach()
    defer { work.end() }
    return try body()
  }
}

private final class LibraryCall: Sendable {
  private let isOver = Mutex(false)

  /// Nothing is sent any more once ``end()`` has returned.
  func ifUnderWay(_ body: () -> Void) -> Bool {
    isOver.withLock { isOver in
      if !isOver { body() }
      return !isOver
    }
  }

  func end() { isOver.withLock { $0 = true } }
}
