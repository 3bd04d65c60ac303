/// Which containers are folded to a line.
///
/// The newest order about a container counts: about itself, about one around it, or about all of a depth.
struct Folds {
  private var newest = 0
  /// Containers this deep and deeper are folded.
  private var depth = Int.max
  private var single: [Int: (isFolded: Bool, age: Int)] = [:]
  private var opened: [Int: Int] = [:]

  /// Folds or unfolds the container that opens at `start`.
  mutating func set(_ start: Int, isFolded: Bool) {
    newest += 1
    single[start] = (isFolded, newest)
  }

  /// Unfolds all that is in the container that opens at `start`, and itself.
  mutating func open(everythingIn start: Int) {
    newest += 1
    opened[start] = newest
  }

  /// Folds all containers that have at least `depth` around them; `.max` unfolds all.
  mutating func fold(from depth: Int) {
    self = Folds()
    self.depth = depth
  }

  /// - Parameter stack: the containers around.
  func isFolded(_ start: Int, within stack: some Collection<TreePlace.Frame>) -> Bool {
    let order = single[start]
    if !opened.isEmpty {
      let age = order?.age ?? 0
      if let since = opened[start], since > age { return false }
      for frame in stack {
        if let since = opened[frame.start], since > age { return false }
      }
    }
    return order?.isFolded ?? (stack.count >= depth)
  }

  /// The level in `stack` of the outermost container that is folded.
  func outermostFolded(in stack: [TreePlace.Frame]) -> Int? {
    if depth == .max, single.isEmpty { return nil }
    return stack.indices.first { isFolded(stack[$0].start, within: stack[..<$0]) }
  }
}
