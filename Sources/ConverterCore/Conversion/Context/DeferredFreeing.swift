/// Things that are no longer used, until there is time to free them.
final class DeferredFreeing: Sendable {
  private let kept = Pool<Any>()

  func keep(_ thing: Any) {
    // Nothing is ever done with the thing but to release it, and counting references is atomic. The last reference may
    // be dropped on another thread than made it, which is why `ConversionContext.keep` asks for things that are no
    // longer used.
    nonisolated(unsafe) let thing = thing
    unsafe kept.put(thing)
  }

  func giveBack() { kept.removeAll() }
}
