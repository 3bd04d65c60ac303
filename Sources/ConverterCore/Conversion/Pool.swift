import Synchronization

/// Things that are handed from thread to thread: whoever takes one out is the only one that has it.
package final class Pool<Thing>: Sendable {
  /// Unchecked, but its maker and its taker are checked: a thing is sent here when it is put in, so that nobody else has
  /// it; nothing is done with it while it lies here; and it is sent on to the one thread that takes it off the list.
  private struct Owned: @unchecked Sendable {
    let thing: Thing
  }

  private let things = Mutex<[Owned]>([])
  private let most: Int

  /// - Parameter most: how many are kept; beyond that, those go that have lain there the longest.
  package init(atMost most: Int = .max) { self.most = most }

  package func put(_ thing: sending Thing) {
    let owned = Owned(thing: thing)
    let dropped = things.withLock { things in
      things.append(owned)
      return things.count > most ? things.removeFirst() : nil
    }
    withExtendedLifetime(dropped) {}
  }

  /// The thing that was put in last; `nil` where there is none.
  package func take() -> sending Thing? {
    guard let owned = things.withLock({ $0.popLast() }) else { return nil }
    return owned.thing
  }

  /// The same of those that a condition is true of.
  package func take(where isWanted: (Thing) -> Bool) -> sending Thing? {
    let owned = things.withLock { things -> Owned? in
      guard let index = things.lastIndex(where: { isWanted($0.thing) }) else { return nil }
      return things.remove(at: index)
    }
    return owned?.thing
  }

  /// Lends a thing to `body`, which keeps nothing of it: one that a condition is true of, or else a new one.
  package func lend<Result>(
    where isWanted: (Thing) -> Bool = { _ in true },
    orMake make: () throws(ConversionError) -> sending Thing,
    _ body: (Thing) throws(ConversionError) -> Result
  ) throws(ConversionError) -> Result {
    // It was sent here, from the pool or by `make`. Until `body` has ended, this thread alone has it; then it is put back,
    // and `body` has kept nothing of it.
    nonisolated(unsafe) let thing =
      if let known = take(where: isWanted) { known } else { try make() }
    defer { unsafe put(thing) }
    return try unsafe body(thing)
  }

  package func removeAll() {
    let dropped = things.withLock { things in
      defer { things = [] }
      return things
    }
    withExtendedLifetime(dropped) {}
  }
}
