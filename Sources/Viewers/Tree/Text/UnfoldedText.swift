internal import ConverterCore
import TreeModel

/// The lines of a text that are not folded away, in both directions.
///
/// Nothing here takes long: what would have to read further than the index has come says so.
final class UnfoldedText {
  let window: TextWindow
  let index: TextIndex
  let first: TextWalker
  var folds = Folds()

  /// What is known of a container's end.
  enum Extent {
    /// The offset behind the closing bracket.
    case end(Int, members: Int)
    /// The index has not come there yet.
    case unknown
    /// The container does not end before the damage that the walker is at.
    case damaged(TextWalker)
  }

  enum Move {
    case moved
    /// The next line is behind a folded container whose end is not known yet.
    case waiting
  }

  /// The most containers within each other that a text may have.
  static func deepest(within limits: Limits) -> Int {
    // What 16 containers need in memory is a kilobyte.
    max(1024, limits.memory / 64)
  }

  private var extents: [Int: (end: Int, members: Int)] = [:]

  init(_ file: InputFile, isSequence: Bool, deepest: Int, index: TextIndex) throws(ConversionError)
  {
    window = TextWindow(file)
    self.index = index
    first = try TextWalker(window, isSequence: isSequence, deepest: deepest)
  }

  func walker(at place: TreePlace) -> TextWalker { TextWalker(first, at: place) }

  /// The container that opens in the line, unless it is empty.
  func container(at walker: TextWalker) throws(ConversionError) -> TreePlace.Frame? {
    guard walker.place.kind == .value else { return nil }
    do throws(ConversionError) {
      let start = try walker.valueStart()
      let bracket = try window.byte(at: start)
      let isObject = bracket == UInt8(ascii: "{")
      guard isObject || bracket == UInt8(ascii: "[") else { return nil }
      let inside = try window.byte(at: try window.skipBlanks(from: start + 1))
      guard inside != (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else { return nil }
      let place = walker.place
      return TreePlace.Frame(
        start: start, line: place.offset, index: place.index, isObject: isObject)
    } catch {
      guard error.code == .damagedInput else { throw error }
      return nil
    }
  }

  /// The container that opens in the line, if it is folded.
  func foldedContainer(at walker: TextWalker) throws(ConversionError) -> TreePlace.Frame? {
    guard let container = try container(at: walker),
      folds.isFolded(container.start, within: walker.place.stack[...])
    else { return nil }
    return container
  }

  /// Goes to the next line that is not folded away.
  func advance(_ walker: inout TextWalker) throws(ConversionError) -> Move {
    guard let container = try foldedContainer(at: walker) else {
      try walker.advance()
      return .moved
    }
    switch try extent(of: container, at: walker) {
    case .end(let end, _): try walker.leap(to: end)
    case .unknown: return .waiting
    case .damaged(let damaged): walker = damaged
    }
    return .moved
  }

  /// Where a container ends, and how many members it has.
  ///
  /// - Parameter walker: at its line.
  func extent(
    of container: TreePlace.Frame, at walker: TextWalker
  ) throws(ConversionError) -> Extent {
    if let known = extents[container.start] { return .end(known.end, members: known.members) }
    var level = min(1, walker.place.stack.count)
    var inner = TextWalker(walker, outermostAt: walker.place)
    try inner.advance()
    var extent = try finish(&inner, level, container.start, within: 1 << 17)
    if extent == nil {
      let (place, isLast) = index.lastPlace(
        inContainerAt: container.start, level: walker.place.stack.count)
      guard isLast else { return .unknown }
      // The walk above may have come further than the last noted place.
      if let place, place.offset > inner.place.offset {
        inner = self.walker(at: place)
        level = walker.place.stack.count
      }
      extent = try finish(&inner, level, container.start, within: .max)
    }
    guard case .damaged(var damaged) = extent else { return extent ?? .unknown }
    if level < walker.place.stack.count {
      damaged.restore(within: walker.place, deepest: walker.deepest)
    }
    return .damaged(damaged)
  }

  /// Walks to the end of the container at `level`.
  ///
  /// - Returns: `nil` where it is not within the next bytes.
  private func finish(
    _ walker: inout TextWalker, _ level: Int, _ start: Int, within rest: Int
  ) throws(ConversionError) -> Extent? {
    let begin = walker.place.offset
    while !walker.isOver, walker.place.kind != .close || walker.place.stack.count > level + 1 {
      guard walker.place.offset - begin < rest else { return nil }
      try walker.advance()
    }
    guard walker.place.kind == .close else { return .damaged(walker) }
    let extent = (end: walker.place.offset + 1, members: walker.place.index + 1)
    if extent.end - start > 4096 {
      if extents.count > 1 << 16 { extents.removeAll() }
      extents[start] = extent
    }
    return .end(extent.end, members: extent.members)
  }

  /// The place itself, or the line of the folded container that hides it.
  func visible(_ place: TreePlace) -> TreePlace {
    if let level = folds.outermostFolded(in: place.stack) { return place.opening(of: level) }
    return place
  }

  /// The visible line `count` lines before `place`, or the first.
  ///
  /// - Parameter place: visible itself.
  func line(_ count: Int, before place: TreePlace) throws(ConversionError) -> TreePlace {
    var (place, count) = (place, count)
    // A first member comes right behind the line that its container opens in.
    while count > 0, place.kind == .value, place.index == 0, let around = place.stack.popLast() {
      (place.offset, place.index) = (around.line, around.index)
      count -= 1
    }
    guard count > 0, place.offset > first.place.offset else { return place }
    var limit = place.offset
    while true {
      let start = index.place(before: limit).map { visible($0) } ?? first.place
      var walker = walker(at: start)
      var trail = Trail(capacity: count)
      while !walker.isOver, walker.place.offset < place.offset {
        let mark = walker.place.mark
        guard case .moved = try advance(&walker) else { break }
        trail.append(mark)
      }
      if trail.total >= count || start.offset <= first.place.offset {
        guard trail.total > 0 else { return place }
        while let mark = trail.popLast() { walker.goBack(to: mark) }
        return walker.place
      }
      // Further back, and further still the more often.
      limit = min(start.offset, place.offset - 2 * (place.offset - start.offset))
    }
  }

  /// The last visible line; `nil` where the index has not come there yet.
  func lastLine() throws(ConversionError) -> TreePlace? {
    guard index.progress.isFinished else { return nil }
    var walker = walker(at: index.place(before: .max).map { visible($0) } ?? first.place)
    while !walker.isOver {
      let mark = walker.place.mark
      guard case .moved = try advance(&walker) else { break }
      if walker.place.kind == .end { walker.goBack(to: mark); break }
    }
    return walker.place
  }

  /// Whether a line is the last one; not as long as it cannot be told.
  func isLast(_ place: TreePlace) throws(ConversionError) -> Bool {
    guard place.stack.isEmpty || place.kind == .close && place.stack.count == 1 else {
      return false
    }
    var walker = walker(at: place)
    guard case .moved = try advance(&walker) else { return false }
    return walker.place.kind == .end
  }

  /// The last moves of a walk.
  private struct Trail {
    private var marks: [TreePlace.Mark] = []
    private let capacity: Int
    /// How many there were, with those that are forgotten.
    private(set) var total = 0
    private var rest = 0

    init(capacity: Int) {
      self.capacity = capacity
    }

    mutating func append(_ mark: TreePlace.Mark) {
      if marks.count < capacity {
        marks.append(mark)
      } else {
        marks[total % capacity] = mark
      }
      total += 1
      rest = marks.count
    }

    mutating func popLast() -> TreePlace.Mark? {
      guard rest > 0 else { return nil }
      rest -= 1
      total -= 1
      return marks[total % capacity]
    }
  }
}
