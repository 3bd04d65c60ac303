import ConverterCore

/// Passes results on as they come, or in the order of the inputs.
struct Results<Observer: RunObserver> {
  let observer: Observer
  private let isOrdered: Bool
  private var next = 0
  private var held: [Int: (job: Job, outcome: Outcome)] = [:]

  /// How many results may wait for an earlier one before no further file is begun.
  private static var mostHeld: Int { 1024 }

  init(observer: Observer, isOrdered: Bool) {
    self.observer = observer
    self.isOrdered = isOrdered
  }

  var isFull: Bool { held.count >= Self.mostHeld }

  mutating func add(_ index: Int, _ job: Job, _ outcome: Outcome) {
    guard isOrdered else { return observer.finished(index, job, outcome) }
    held[index] = (job, outcome)
    while let (job, outcome) = held.removeValue(forKey: next) {
      observer.finished(next, job, outcome)
      next += 1
    }
  }

  /// Passes on what is held, gaps or not.
  mutating func flush() {
    for (index, result) in held.sorted(by: { $0.key < $1.key }) {
      observer.finished(index, result.job, result.outcome)
    }
    held = [:]
  }
}
