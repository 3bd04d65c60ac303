import Synchronization

/// Things that are no longer used, until there is time to free them.
final class DeferredFreeing: Sendable {
  /// `@unchecked Sendable`: nothing is ever done with the thing but to release it. Its reference is copied in by the
  /// thread that owns it and dropped by the one that calls ``giveBack()``, both under the lock of the list or after it
  /// was taken out of it; counting references is atomic. The last reference may be dropped on another thread than made
  /// it, which is why ``ConversionContext/keep(_:)`` asks for things that are no longer used.
  private struct Kept: @unchecked Sendable {
    let thing: Any
  }

  private let kept = Mutex<[Kept]>([])

  func keep(_ thing: Any) {
    let thing = Kept(thing: thing)
    kept.withLock { $0.append(thing) }
  }

  func giveBack() {
    let things = kept.withLock { things in
      defer { things = [] }
      return things
    }
    withExtendedLifetime(things) {}
  }
}
