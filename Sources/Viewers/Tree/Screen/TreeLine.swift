internal import ConverterCore
import TreeModel

/// A line of a tree as a screen shows it.
struct TreeLine {
  let text: UnfoldedText
  let width: Int
  let usesColour: Bool
  /// Columns that are out of sight at the left.
  let offset: Int
  let search: TextSearch?

  private static let keyInk: Ink = .cyan
  private static let stringInk: Ink = .green
  private static let numberInk: Ink = .yellow
  private static let wordInk: Ink = .magenta

  /// - Parameter isCurrent: whether the cursor is in it.
  func composed(_ walker: TextWalker, isCurrent: Bool) throws(ConversionError) -> [UInt8] {
    var line = Line(
      ScreenLine(width: width, usesColour: usesColour), isCurrent: isCurrent)
    line.screen.pad(to: min(max(0, 2 * walker.place.depth - offset), width / 2), line.ink([]))
    do throws(ConversionError) {
      switch walker.place.kind {
      case .value: try add(walker, to: &line)
      case .close:
        let isObject = walker.place.isInObject
        line.add(isObject ? "}" : "]", .faint)
        try addComma(behind: walker.place.offset + 1, to: &line)
      case .damage: addDamage(walker, to: &line)
      case .end: break
      }
    } catch {
      // The next line says what is wrong.
      guard error.code == .damagedInput else { throw error }
    }
    return line.finished()
  }

  private func add(_ walker: TextWalker, to line: inout Line) throws(ConversionError) {
    if walker.place.isInObject {
      let key = try text.string(at: walker.place.offset, atMost: 4 * width)
      add(key, Self.keyInk, atMost: max(8, line.screen.room * 2 / 3), reserve: 0, to: &line)
      line.add(": ", .faint)
    }
    let start = try walker.valueStart()
    let byte = try text.window.byte(at: start)
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try addContainer(walker, isObject: byte == UInt8(ascii: "{"), to: &line)
    case UInt8(ascii: "\""):
      let string = try text.string(at: start, atMost: 4 * width)
      let hasComma = try string.end.map { end throws(ConversionError) in
        try text.isFollowedByComma(end)
      }
      add(
        string, Self.stringInk, atMost: line.screen.room, reserve: hasComma == true ? 1 : 0,
        to: &line)
      if hasComma == true { line.add(",", .faint) }
    default:
      let word = try text.word(at: start, atMost: 4 * width)
      let isNumber = byte == UInt8(ascii: "-") || byte &- 0x30 < 10
      let needed = min(word.count, max(1, line.screen.room - 1))
      let ink = byte == UInt8(ascii: "n") ? Ink.faint : isNumber ? Self.numberInk : Self.wordInk
      line.screen.add(word[...], in: needed, .left, line.ink(ink), marks: marks(in: word))
      try addComma(behind: start + word.count, to: &line)
    }
  }

  private func addContainer(
    _ walker: TextWalker, isObject: Bool, to line: inout Line
  ) throws(ConversionError) {
    guard let container = try text.container(at: walker) else {
      line.add(isObject ? "{}" : "[]", .faint)
      if let range = try text.range(ofValueAt: walker) {
        try addComma(behind: range.upperBound, to: &line)
      }
      return
    }
    guard text.folds.isFolded(container.start, within: walker.place.stack[...]) else {
      line.add(isObject ? "{" : "[", .faint)
      return
    }
    line.add(isObject ? "{…}" : "[…]", .bold)
    guard case .end(let end, let members) = try text.extent(of: container, at: walker) else {
      line.add(" …", .faint)
      return
    }
    let noun = isObject ? (members == 1 ? "member" : "members") : (members == 1 ? "item" : "items")
    try addComma(behind: end, to: &line)
    line.add(" \(members) \(noun)", .faint)
  }

  /// A string in quotes; what has no room is cut.
  ///
  /// - Parameters:
  ///   - columns: the most, quotes included.
  ///   - reserve: columns of what follows.
  private func add(
    _ string: UnfoldedText.StringForm, _ ink: Ink, atMost columns: Int, reserve: Int,
    to line: inout Line
  ) {
    line.add("\"", ink)
    let room = max(1, columns - 2 - reserve)
    let needed = VisibleText.columns(of: string.form[...], upTo: room + 1)
    let isCut = !string.isWhole && needed <= room
    line.screen.add(
      string.form[...], in: min(needed, room), .left, line.ink(ink), marks: marks(in: string.form))
    if isCut { line.add("…", .faint) }
    line.add("\"", ink)
  }

  private func addComma(behind end: Int, to line: inout Line) throws(ConversionError) {
    if try text.isFollowedByComma(end) { line.add(",", .faint) }
  }

  private func addDamage(_ walker: TextWalker, to line: inout Line) {
    var place = "byte \(walker.place.offset)"
    if let damage = text.index.progress.damage { place = damage.name }
    line.add("✗ ", [.bold, .red])
    line.add("\(place): \(walker.damage?.message ?? "damaged")", .red)
  }

  private func marks(in form: [UInt8]) -> [Range<Int>] {
    guard let search else { return [] }
    guard form.contains(UInt8(ascii: "\\")) else { return search.matches(in: form[...]) }
    let meaning = UnfoldedText.meaning(of: form.span)
    return search.firstMatch(in: meaning.span) != nil ? [0..<form.count] : []
  }

  /// A line and whether the cursor is in it, which takes its colours.
  private struct Line {
    var screen: ScreenLine
    let isCurrent: Bool

    init(_ screen: ScreenLine, isCurrent: Bool) {
      self.screen = screen
      self.isCurrent = isCurrent
    }

    func ink(_ ink: Ink) -> Ink { isCurrent ? .reversed : ink }

    mutating func add(_ text: String, _ ink: Ink) {
      screen.add(text, self.ink(ink))
    }

    consuming func finished() -> [UInt8] {
      if isCurrent { screen.pad(to: screen.width, .reversed) }
      return screen.finished()
    }
  }
}
