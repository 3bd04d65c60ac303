import TreeModel

/// Which containers are folded to a line.
///
/// The newest order about a container counts: about itself, about one around it, or about all of a depth.
struct Folds {
  private var newest = 0
  /// Containers this deep and deeper are folded.
  private var depth = Int.max
  private var single: [Int: (isFolded: Bool, age: Int)] = [:]
  /// Those of them that are to be folded.
  private var folded: Set<Int> = []
  private var opened: [Int: Int] = [:]

  /// Folds or unfolds the container that opens at `start`.
  mutating func set(_ start: Int, isFolded: Bool) {
    newest += 1
    single[start] = (isFolded, newest)
    if isFolded { folded.insert(start) } else { folded.remove(start) }
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
  func isFolded(_ start: Int, within stack: ArraySlice<TreePlace.Frame>) -> Bool {
    let order = single[start]
    let age = order?.age ?? 0
    // Few are opened, by a key each; those around may be a million.
    for (container, since) in opened where since > age {
      if container == start || Self.level(of: container, in: stack) != nil { return false }
    }
    return order?.isFolded ?? (stack.count >= depth)
  }

  /// The level in `stack` of the outermost container that is folded.
  func outermostFolded(in stack: [TreePlace.Frame]) -> Int? {
    if depth == .max, folded.isEmpty { return nil }
    func isFolded(_ level: Int) -> Bool {
      self.isFolded(stack[level].start, within: stack[..<level])
    }
    var outermost: Int?
    for start in folded {
      guard let level = Self.level(of: start, in: stack[...]), level < outermost ?? .max,
        isFolded(level)
      else { continue }
      outermost = level
    }
    // Whatever is opened is not folded for its depth, nor is what it holds.
    let opening = opened.keys.lazy.compactMap { Self.level(of: $0, in: stack[...]) }.min()
    let end = min(outermost ?? .max, opening ?? .max, stack.count)
    guard depth < end else { return outermost }
    return (depth..<end).first(where: isFolded) ?? outermost
  }

  /// Unfolds all containers of `stack`.
  mutating func reveal(_ stack: [TreePlace.Frame]) {
    var rest = 1024
    while let level = outermostFolded(in: stack) {
      rest -= 1
      // Thousands are not unfolded one by one, nor remembered.
      guard rest > 0 else { return open(everythingIn: stack[level].start) }
      set(stack[level].start, isFolded: false)
    }
  }

  /// The level of the container that opens at `start`; those further in open further on.
  private static func level(of start: Int, in stack: ArraySlice<TreePlace.Frame>) -> Int? {
    var (low, high) = (stack.startIndex, stack.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if stack[middle].start < start { low = middle + 1 } else { high = middle }
    }
    return low < stack.endIndex && stack[low].start == start ? low : nil
  }
}
