internal import ConverterCore

/// Looks for a word in keys and values, folded away or not.
struct TreeHunt {
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
    filter = RawFilter(search)
  }

  typealias GoOn = (Int) throws(ConversionError) -> Bool

  /// - Parameter goOn: told how far it has come, every now and then; `false` stops.
  func next(after place: TreePlace, goOn: GoOn) throws(ConversionError) -> Outcome {
    var walker = text.walker(at: place)
    try walker.advance()
    var pause = Pause(clock)
    switch try first(from: &walker, upTo: .max, &pause, goOn) {
    case .match(let place): return .found(place, isAround: false)
    case .stopped: return .stopped
    case .none: break
    }
    walker = text.first
    switch try first(from: &walker, upTo: place.offset + 1, &pause, goOn) {
    case .match(let place): return .found(place, isAround: true)
    case .stopped: return .stopped
    case .none: return .nothing
    }
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
      case .match(let place): return .found(place, isAround: isAround)
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
    case match(TreePlace)
    case none, stopped
  }

  private func first(
    from walker: inout TextWalker, upTo limit: Int, _ pause: inout Pause, _ goOn: GoOn
  ) throws(ConversionError) -> Find {
    // Up to where the text must be looked at token by token.
    var careful = 0
    while !walker.isOver, walker.place.offset < limit {
      if let filter, walker.place.offset >= careful {
        guard let next = text.index.place(after: walker.place.offset) else {
          careful = walker.place.offset + 1 << 16
          continue
        }
        if try filter.mayContain(text.window.file, walker.place.offset..<next.offset) {
          careful = next.offset
        } else {
          walker = text.walker(at: next)
          if pause.isDue(after: 64), try !goOn(next.offset) { return .stopped }
          continue
        }
      }
      if try isMatch(walker) { return .match(walker.place) }
      try walker.advance()
      if pause.isDue(after: 1), try !goOn(walker.place.offset) { return .stopped }
    }
    return .none
  }

  private func last(
    from walker: inout TextWalker, upTo limit: Int, _ pause: inout Pause, _ goOn: GoOn
  ) throws(ConversionError) -> Find {
    var find = Find.none
    let part = walker.place.offset..<min(max(limit, walker.place.offset), text.window.end)
    if let filter, try !filter.mayContain(text.window.file, part) {
      return pause.isDue(after: 64) ? try goOn(part.lowerBound) ? .none : .stopped : .none
    }
    while !walker.isOver, walker.place.offset < limit {
      if try isMatch(walker) { find = .match(walker.place) }
      try walker.advance()
      if pause.isDue(after: 1), try !goOn(walker.place.offset) { return .stopped }
    }
    return find
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
        return word.withUnsafeBytes { search.firstMatch(in: $0) } != nil
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
    let part = try text.window.bytes(from: start)
    guard part.count >= count else {
      return try text.window.copy(from: start, count: count).withUnsafeBytes { isMatch(in: $0) }
    }
    return isMatch(in: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(part)[..<count]))
  }

  private func isMatch(in form: UnsafeRawBufferPointer) -> Bool {
    guard TreeText.hasEscapes(form) else { return search.firstMatch(in: form) != nil }
    return UnfoldedText.meaning(of: form).withUnsafeBytes { search.firstMatch(in: $0) } != nil
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
