import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension ConversionContext {
  /// Gives a sign of life each second while a library is at work that is silent for long and surely comes to an end,
  /// such as one that codes a large picture.
  public func givingSignsOfLife<Result: ~Copyable>(
    _ body: () throws(ConversionError) -> Result
  ) throws(ConversionError) -> Result {
    let work = SilentWork()
    // Where there is no other thread, a long silence is taken for what it seems to be.
    WorkerThread(stack: 256 << 10) {
      while work.ifUnderWay({ self.giveSignOfLife() }) { sleep(1) }
    }?.detach()
    defer { work.end() }
    return try body()
  }
}

private final class SilentWork: Sendable {
  private let isOver = Mutex(false)

  /// Nothing is said any more once ``end()`` has returned.
  func ifUnderWay(_ body: () -> Void) -> Bool {
    isOver.withLock { isOver in
      if !isOver { body() }
      return !isOver
    }
  }

  func end() { isOver.withLock { $0 = true } }
}
