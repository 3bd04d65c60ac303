/// A line of a ``Screen`` in the making: it is never wider than the screen, whatever is added.
package struct ScreenLine {
  package enum Alignment: Sendable {
    case left, right
  }

  package let width: Int
  /// The column that comes next, from 0.
  package private(set) var column = 0
  private let usesColour: Bool
  private var bytes: [UInt8] = []
  private var ink: Ink = []

  package init(width: Int, usesColour: Bool) {
    self.width = max(0, width)
    self.usesColour = usesColour
  }

  package var room: Int { width - column }

  /// Adds text, as much as there is room for.
  ///
  /// - Parameter marks: parts of the text, as indices into it, that are shown as found.
  package mutating func add(
    _ text: ArraySlice<UInt8>, _ ink: Ink = [], marks: [Range<Int>] = []
  ) {
    add(text, upTo: room, ink, marks: marks)
  }

  package mutating func add(_ text: String, _ ink: Ink = []) {
    add(ArraySlice(text.utf8), ink)
  }

  /// Adds text in exactly `columns` columns; what is too long ends in `…`.
  package mutating func add(
    _ text: ArraySlice<UInt8>, in columns: Int, _ alignment: Alignment = .left, _ ink: Ink = [],
    marks: [Range<Int>] = []
  ) {
    let columns = min(columns, room)
    guard columns > 0 else { return }
    let end = column + columns
    let needed = VisibleText.columns(of: text, upTo: columns)
    if needed > columns {
      add(text, upTo: columns - 1, ink, marks: marks)
      set(ink.contains(.reversed) ? ink : ink.union(.faint))
      put("…", columns: 1)
    } else {
      if alignment == .right { pad(to: end - needed, ink) }
      add(text, upTo: columns, ink, marks: marks)
    }
    pad(to: end, ink)
  }

  package mutating func add(
    _ text: String, in columns: Int, _ alignment: Alignment = .left, _ ink: Ink = []
  ) {
    add(ArraySlice(text.utf8), in: columns, alignment, ink)
  }

  /// Adds spaces up to a column.
  package mutating func pad(to column: Int, _ ink: Ink = []) {
    let count = min(column, width) - self.column
    guard count > 0 else { return }
    set(ink)
    put(String(repeating: " ", count: count), columns: count)
  }

  /// The bytes of the line, for ``Screen/draw(_:)``.
  package consuming func finished() -> [UInt8] {
    set([])
    return bytes
  }

  private mutating func add(
    _ text: ArraySlice<UInt8>, upTo room: Int, _ ink: Ink, marks: [Range<Int>]
  ) {
    var room = min(room, self.room)
    var marks = marks[...]
    for piece in VisibleText(text) {
      guard piece.columns <= room else { break }
      // A mark without its letter would stand on what is before this text.
      guard piece.columns > 0 || piece.source.lowerBound > text.startIndex else { continue }
      while let mark = marks.first, mark.upperBound <= piece.source.lowerBound {
        marks.removeFirst()
      }
      var own = ink
      if let mark = marks.first, mark.contains(piece.source.lowerBound) {
        own.formUnion(.found)
      } else if piece.substitute != nil, !ink.contains(.reversed) {
        own.formUnion([.faint, .cyan])
      }
      set(own)
      if let substitute = piece.substitute {
        put(substitute, columns: piece.columns)
      } else {
        bytes += text[piece.source]
        column += piece.columns
      }
      room -= piece.columns
    }
  }

  private mutating func set(_ ink: Ink) {
    guard ink != self.ink else { return }
    bytes += ink.sequence(colour: usesColour).utf8
    self.ink = ink
  }

  private mutating func put(_ text: String, columns: Int) {
    bytes += text.utf8
    column += columns
  }
}

extension ScreenLine {
  /// A line in one ink with words at both ends; where there is no room for both, the right end stays whole.
  package static func bar(
    _ left: String, _ right: String, _ ink: Ink, width: Int, usesColour: Bool
  ) -> [UInt8] {
    var line = ScreenLine(width: width, usesColour: usesColour)
    let needed = right.isEmpty ? 0 : VisibleText.columns(of: ArraySlice(right.utf8)) + 1
    let room = width - needed
    if room < 8 {
      line.add(right.isEmpty ? left : right, in: width, .left, ink)
    } else {
      line.add(left, in: room, .left, ink)
      line.add(" ", ink)
      line.add(right, ink)
    }
    line.pad(to: width, ink)
    return line.finished()
  }
}
