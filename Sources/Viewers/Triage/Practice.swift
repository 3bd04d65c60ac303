/// What somebody tries who sees photos on a screen for the first time: four lines, each ticked off when it was done.
struct Practice {
  enum Step: CaseIterable {
    case decide, text, undo, queue

    fileprivate var words: String {
      switch self {
      case .decide: "← to be deleted, → kept"
      case .text: "↑ or ↓ kept, and its words noted"
      case .undo: "U takes back, as often as you like"
      case .queue: "Q shows what is to go. Esc skips this"
      }
    }
  }

  private var done: Set<Step> = []

  var isOver: Bool { done.count == Step.allCases.count }

  mutating func note(_ step: Step) { done.insert(step) }

  /// A line for each step, and whether it was done.
  var lines: [(text: String, isDone: Bool)] {
    Step.allCases.map { step in
      let isDone = done.contains(step)
      return ("\(isDone ? "✓" : "○") \(step.words)", isDone)
    }
  }
}
