internal import ConverterCore
import TreeModel

/// Looks for a word in keys and values, folded away or not.
struct TreeSearch {
  enum Outcome {
    /// - isAround: whether it was found only after going on from the other end.
    case found(TreePlace, isAround: Bool)
    case nothing
    case stopped
  }

  private let text: UnfoldedText
  private let search: TextSearch
  private let filter: RawFilter?
  private let clock = ContinuousClock()

  init(_ text: UnfoldedText, _ search: TextSearch) {
    self.text = text
    self.search = search
    filter = RawFilter(search, in: text.window.file)
  }

  typealias GoOn = (Int) throws(ConversionError) -> Bool

  /// - Parameter goOn: told how far it has come, every now and then; `false` stops.
  func next(after place: TreePlace, goOn: GoOn) throws(ConversionError) -> Outcome {
    var walker = text.walker(at: place)
    try walker.advance()
    // The line itself comes last.
    let end = walker.isOver ? text.window.end : walker.place.offset
    var pause = Pause(clock)
    for (isAround, limit) in [(false, Int.max), (true, end)] {
      if isAround { walker = text.first }
      switch try first(from: &walker, upTo: limit, &pause, goOn) {
      case .match: return .found(walker.place, isAround: isAround)
      case .stopped: return .stopped
      case .none: break
      }
    }
    return .nothing
  }

  func previous(before place: TreePlace, goOn: GoOn) throws(ConversionError) -> Outcome {
    var limit = place.offset
    var lowest = Int.min
    var isAround = false
    var pause = Pause(clock)
    while true {
      let start = text.index.place(before: limit) ?? text.first.place
      var walker = text.walker(at: start)
      switch try last(from: &walker, upTo: limit, &pause, goOn) {
      case .match: return .found(walker.place, isAround: isAround)
      case .stopped: return .stopped
      case .none: break
      }
      limit = start.offset
      if limit <= max(lowest, text.first.place.offset) {
        if isAround { return .nothing }
        isAround = true
        lowest = place.offset
        limit = .max
      }
    }
  }

  private enum Find {
    /// The walker is there.
    case match
    case none, stopped
  }

  /// The first match in lines that begin before `limit`, where a line begins or the text ends.
  private func first(
    from walker: inout TextWalker, upTo limit: Int, _ pause: inout Pause, _ goOn: GoOn
  ) throws(ConversionError) -> Find {
    let end = min(limit, text.window.end)
    // In lines that end before it there is no match.
    var candidate = Int.min
    while !walker.isOver, walker.place.offset < end {
      if let filter, candidate < walker.place.offset {
        var isStopped = false
        let found = try filter.firstCandidate(in: walker.place.offset..<end) {
          offset throws(ConversionError) in
          if pause.isDue(after: 256), try !goOn(offset) { isStopped = true }
          return !isStopped
        }
        guard let found else { return isStopped ? .stopped : .none }
        candidate = found
        // Nearer than places are from each other none is looked for: one with many containers costs something.
        if found - walker.place.offset > 1 << 16, let near = text.index.place(before: found + 1),
          near.offset > walker.place.offset
        {
          walker = text.walker(at: near)
        }
      }
      let mark = walker.place.mark
      try walker.advance()
      if walker.isOver || walker.place.offset > candidate {
        walker.goBack(to: mark)
        if try isMatch(walker) { return .match }
        try walker.advance()
      }
      if pause.isDue(after: 1), try !goOn(walker.place.offset) { return .stopped }
    }
    return .none
  }

  /// The last match in lines that begin before `limit`.
  private func last(
    from walker: inout TextWalker, upTo limit: Int, _ pause: inout Pause, _ goOn: GoOn
  ) throws(ConversionError) -> Find {
    let start = walker
    // Its offset alone: a place at each match would be a copy of all containers around.
    var match: Int?
    search: while true {
      switch try first(from: &walker, upTo: limit, &pause, goOn) {
      case .match:
        match = walker.place.offset
        try walker.advance()
      case .stopped: return .stopped
      case .none: break search
      }
    }
    guard let match else {
      return pause.isDue(after: 64) ? try goOn(limit) ? .none : .stopped : .none
    }
    walker = start
    while walker.place.offset < match { try walker.advance() }
    return .match
  }

  private func isMatch(_ walker: TextWalker) throws(ConversionError) -> Bool {
    guard walker.place.kind == .value else { return false }
    do throws(ConversionError) {
      if walker.place.isInObject, try isMatch(stringAt: walker.place.offset) { return true }
      let start = try walker.valueStart()
      switch try text.window.byte(at: start) {
      case UInt8(ascii: "{"), UInt8(ascii: "["): return false
      case UInt8(ascii: "\""): return try isMatch(stringAt: start)
      default:
        let word = try text.word(at: start, atMost: 4096)
        return search.firstMatch(in: word.span) != nil
      }
    } catch {
      guard error.code == .damagedInput else { throw error }
      return false
    }
  }

  /// Looks into a string, however long it is: piece by piece, which overlap by what a word may need.
  private func isMatch(stringAt offset: Int) throws(ConversionError) -> Bool {
    let end = try text.window.skipString(from: offset) - 1
    var start = offset + 1
    let overlap = 12 * search.word.utf8.count + 12
    while true {
      let count = min(end - start, 1 << 16 + 2 * overlap)
      if try isMatch(from: start, count: count) { return true }
      start += count
      if start >= end { return false }
      start -= overlap
    }
  }

  private func isMatch(from start: Int, count: Int) throws(ConversionError) -> Bool {
    let window = text.window
    let part = try window.bytes(from: start)
    if part.count >= count { return isMatch(in: part.extracting(..<count)) }
    let copy = try window.copy(from: start, count: count)
    return isMatch(in: copy.span)
  }

  private func isMatch(in form: Span<UInt8>) -> Bool {
    guard TreeText.hasEscapes(form) else { return search.firstMatch(in: form) != nil }
    let meaning = UnfoldedText.meaning(of: form)
    return search.firstMatch(in: meaning.span) != nil
  }

  /// Says when there is time to look what the user does.
  private struct Pause {
    private let clock: ContinuousClock
    private var next: ContinuousClock.Instant
    private var count = 0

    init(_ clock: ContinuousClock) {
      self.clock = clock
      next = clock.now + .milliseconds(100)
    }

    /// - Parameter steps: how much was done since it was asked last; the clock is looked at now and then.
    mutating func isDue(after steps: Int) -> Bool {
      count &+= steps
      guard count >= 256 else { return false }
      count = 0
      guard clock.now > next else { return false }
      next = clock.now + .milliseconds(100)
      return true
    }
  }
}
