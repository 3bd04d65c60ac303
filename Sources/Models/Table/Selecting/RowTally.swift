internal import Synchronization

/// How many rows a selection has gone over, for what is said below them.
package final class RowTally: Sendable {
  private let passed = Atomic<Int>(0)
  private let isOver = Atomic<Bool>(false)
  private let isLimited = Atomic<Bool>(false)

  /// Rows of the file that were looked at.
  package var read: Int { passed.load(ordering: .relaxed) }

  /// Whether these were all rows of the file.
  package var hasReadAll: Bool { isOver.load(ordering: .relaxed) }

  /// Whether there were more rows than the limit lets through.
  package var isCut: Bool { isLimited.load(ordering: .relaxed) }

  package init() {}

  func add(_ rows: Int) { passed.add(rows, ordering: .relaxed) }
  func end() { isOver.store(true, ordering: .relaxed) }
  func cut() { isLimited.store(true, ordering: .relaxed) }
}
