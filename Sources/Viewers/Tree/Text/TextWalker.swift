internal import ConverterCore
import TreeModel

/// Goes over JSON from one line, as it would be printed prettily, to the next.
///
/// It begins wherever a ``TreePlace`` is known, and checks the grammar on its way. Where the text breaks the
/// rules it stays at a line that says so.
struct TextWalker {
  let window: TextWindow
  let isSequence: Bool
  /// The most containers within each other.
  private(set) var deepest: Int
  private(set) var place: TreePlace
  /// What is wrong at a place of damage.
  private(set) var damage: ConversionError?

  /// Begins at the first value.
  init(_ window: TextWindow, isSequence: Bool, deepest: Int) throws(ConversionError) {
    self.window = window
    self.isSequence = isSequence
    self.deepest = deepest
    place = TreePlace(offset: 0)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let hasMark = try window.copy(from: 0, count: 3) == mark
    try keepingDamage { walker throws(ConversionError) in
      walker.place.offset = try window.skipBlanks(from: hasMark ? 3 : 0)
      if walker.place.offset >= window.end, isSequence {
        walker.place.kind = .end
      } else {
        try walker.expectMember()
      }
    }
  }

  /// Begins at a place that another walker was at.
  init(_ walker: TextWalker, at place: TreePlace) {
    (window, isSequence, deepest) = (walker.window, walker.isSequence, walker.deepest)
    self.place = place
    damage = place.kind == .damage ? walker.damage : nil
  }

  /// Goes over the container that opens at a place as if there was nothing around it but what says whether its
  /// line has a key: however deep it is, little is copied.
  init(_ walker: TextWalker, outermostAt place: TreePlace) {
    (window, isSequence) = (walker.window, walker.isSequence)
    let around = place.stack.last
    deepest = max(0, walker.deepest - place.stack.count + (around == nil ? 0 : 1))
    self.place = TreePlace(
      offset: place.offset, kind: place.kind, index: place.index, stack: around.map { [$0] } ?? [])
  }

  /// Takes the last move back.
  mutating func goBack(to mark: TreePlace.Mark) {
    place.goBack(to: mark)
    damage = nil
  }

  /// What stands within the container that `place` opens is at its place in the whole text again.
  mutating func restore(within place: TreePlace, deepest: Int) {
    self.place.stack.replaceSubrange(..<min(1, place.stack.count), with: place.stack)
    self.deepest = deepest
  }

  var isOver: Bool { place.kind == .end || place.kind == .damage }

  /// Goes to the next line, which is the first member of a container that opens here.
  mutating func advance() throws(ConversionError) {
    try keepingDamage { walker throws(ConversionError) in try walker.step() }
  }

  /// Goes to the line behind a container that opens here.
  ///
  /// - Parameter end: the offset behind its closing bracket.
  mutating func leap(to end: Int) throws(ConversionError) {
    try keepingDamage { walker throws(ConversionError) in try walker.finishValue(at: end) }
  }

  /// Where the value of the line begins: behind the key, if it has one.
  func valueStart() throws(ConversionError) -> Int {
    guard place.isInObject else { return place.offset }
    let colon = try window.skipBlanks(from: try window.skipString(from: place.offset))
    guard try window.byte(at: colon) == UInt8(ascii: ":") else {
      throw .damaged("expected a colon behind the key", at: colon)
    }
    let start = try window.skipBlanks(from: colon + 1)
    try expectValue(at: start)
    return start
  }

  private mutating func keepingDamage(
    _ body: (inout TextWalker) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    guard !isOver else { return }
    do throws(ConversionError) {
      try body(&self)
    } catch {
      guard error.code == .damagedInput, let cause = error.cause as? TextDamage else { throw error }
      place.kind = .damage
      place.offset = cause.offset
      damage = error
    }
  }

  private mutating func step() throws(ConversionError) {
    if place.kind == .close {
      place.index = place.stack.removeLast().index
      return try finishValue(at: place.offset + 1)
    }
    let start = try valueStart()
    switch try window.byte(at: start) {
    case UInt8(ascii: "{"): try open(at: start, isObject: true)
    case UInt8(ascii: "["): try open(at: start, isObject: false)
    case UInt8(ascii: "\""): try finishValue(at: try window.skipString(from: start))
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      try finishValue(at: try window.skipWord(from: start))
    default: try finishValue(at: try window.skipNumber(from: start))
    }
  }

  private mutating func open(at start: Int, isObject: Bool) throws(ConversionError) {
    let inside = try window.skipBlanks(from: start + 1)
    if try window.byte(at: inside) == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      return try finishValue(at: inside + 1)
    }
    guard place.stack.count < deepest else {
      throw .damaged("there are more than \(deepest) containers within each other", at: start)
    }
    place.stack.append(
      TreePlace.Frame(start: start, line: place.offset, index: place.index, isObject: isObject))
    place.index = 0
    place.offset = inside
    try expectMember()
  }

  /// Goes on behind a value.
  private mutating func finishValue(at end: Int) throws(ConversionError) {
    let next = try window.skipBlanks(from: end)
    guard let around = place.stack.last else { return try finishRoot(at: next) }
    switch try window.byte(at: next) {
    case UInt8(ascii: ","):
      place.offset = try window.skipBlanks(from: next + 1)
      place.index += 1
      place.kind = .value
      try expectMember()
    case around.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"):
      place.offset = next
      place.kind = .close
    default:
      let bracket = around.isObject ? "}" : "]"
      throw .damaged(
        next < window.end
          ? "expected a comma or \(bracket)" : "the text ends before \(bracket)", at: next)
    }
  }

  private mutating func finishRoot(at next: Int) throws(ConversionError) {
    place.offset = next
    guard next < window.end else {
      place.kind = .end
      return
    }
    guard isSequence else {
      throw .damaged("there is more behind the value, and a JSON document is one value", at: next)
    }
    place.kind = .value
    place.index += 1
    try expectMember()
  }

  private func expectMember() throws(ConversionError) {
    guard place.isInObject else { return try expectValue(at: place.offset) }
    guard try window.byte(at: place.offset) == UInt8(ascii: "\"") else {
      throw .damaged("expected a key in quotes", at: place.offset)
    }
  }

  private func expectValue(at offset: Int) throws(ConversionError) {
    switch try window.byte(at: offset) {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"),
      0x30...0x39, UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      return
    default:
      throw .damaged(
        offset < window.end ? "expected a value" : "expected a value, and the text ends",
        at: offset)
    }
  }
}
