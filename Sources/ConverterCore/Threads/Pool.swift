import Synchronization

/// Items that threads take out and put back. An item has one owner at a time: the pool, or the thread that took it.
package final class Pool<Item>: Sendable {
  /// Unchecked, but putting in and taking out are checked: an item is sent to the pool, so that nobody else has it;
  /// nothing is done with it while it is here; and it is sent on to the one thread that takes it off the list.
  private struct Owned: @unchecked Sendable {
    let item: Item
  }

  private let items = Mutex<[Owned]>([])
  private let most: Int

  /// - Parameter most: how many are kept; beyond that, the oldest are dropped.
  package init(atMost most: Int = .max) { self.most = most }

  package func put(_ item: sending Item) {
    let owned = Owned(item: item)
    let dropped = items.withLock { items in
      items.append(owned)
      return items.count > most ? items.removeFirst() : nil
    }
    withExtendedLifetime(dropped) {}
  }

  /// The item that was put in last; `nil` where there is none.
  package func take() -> sending Item? {
    guard let owned = items.withLock({ $0.popLast() }) else { return nil }
    return owned.item
  }

  /// The last one that satisfies a condition; `nil` where none does.
  package func take(where isWanted: (Item) -> Bool) -> sending Item? {
    let owned = items.withLock { items -> Owned? in
      guard let index = items.lastIndex(where: { isWanted($0.item) }) else { return nil }
      return items.remove(at: index)
    }
    return owned?.item
  }

  /// Takes an item that satisfies a condition, or makes one, and puts it back after `body`, which must not keep it.
  package func withItem<Result>(
    where isWanted: (Item) -> Bool = { _ in true },
    orMake make: () throws(ConversionError) -> sending Item,
    _ body: (Item) throws(ConversionError) -> Result
  ) throws(ConversionError) -> Result {
    // It was sent here, from the pool or by `make`. Until `body` has ended, this thread alone has it; then it is put back,
    // and `body` has not kept it.
    nonisolated(unsafe) let item =
      if let known = take(where: isWanted) { known } else { try make() }
    defer { unsafe put(item) }
    return try unsafe body(item)
  }

  package func removeAll() {
    let dropped = items.withLock { items in
      defer { items = [] }
      return items
    }
    withExtendedLifetime(dropped) {}
  }
}
