/// Text that is shown over a viewer's content: help, a long value, what is known of a column.
///
/// It is as wide as the screen, wraps its text, and scrolls where that is long.
package struct TextPanel {
  package enum Outcome {
    case open, closed, ignored
  }

  /// A paragraph, wrapped as a whole; its line breaks are shown as such.
  package struct Paragraph {
    /// Stands before the text, which is indented by its width.
    package var label: String
    package var text: [UInt8]
    package var ink: Ink

    package init(_ label: String = "", _ text: String, _ ink: Ink = []) {
      (self.label, self.text, self.ink) = (label, Array(text.utf8), ink)
    }

    package init(_ label: String = "", text: [UInt8], _ ink: Ink = []) {
      (self.label, self.text, self.ink) = (label, text, ink)
    }
  }

  package var title: String
  package var paragraphs: [Paragraph] { didSet { wrapped = nil } }
  /// The first line shown.
  private var top = 0
  private var wrapped: (width: Int, lines: [Row])?
  private var height = 1

  private struct Row {
    var paragraph: Int
    var part: Range<Int>
    var endsWithBreak = false
  }

  package init(title: String, _ paragraphs: [Paragraph]) {
    self.title = title
    self.paragraphs = paragraphs
  }

  package mutating func handle(_ event: ScreenEvent) -> Outcome {
    switch event {
    case .character("q"), .key(.escape), .key(.enter), .character("?"): return .closed
    case .key(.up), .character("k"): top -= 1
    case .key(.down), .character("j"): top += 1
    case .key(.pageUp), .character("b"): top -= height
    case .key(.pageDown), .character(" "): top += height
    case .key(.home), .character("g"): top = 0
    case .key(.end), .character("G"): top = .max
    default: return .ignored
    }
    return .open
  }

  /// Puts the panel over the lower part of `lines`, above their last.
  package mutating func draw(over lines: inout [[UInt8]], width: Int, usesColour: Bool) {
    let rows = wrap(to: max(1, width - 2))
    let available = max(1, lines.count - 2)
    height = min(rows.count, available)
    top = max(0, min(top, rows.count - height))
    var panel: [[UInt8]] = []
    if lines.count > 2 { panel.append(rule(of: rows.count, width: width, usesColour)) }
    for row in rows[top..<top + height] {
      panel.append(line(row, width: width, usesColour))
    }
    let first = max(0, lines.count - 1 - panel.count)
    for (index, line) in panel.enumerated() where first + index < lines.count {
      lines[first + index] = line
    }
  }

  private func rule(of count: Int, width: Int, _ usesColour: Bool) -> [UInt8] {
    var line = ScreenLine(width: width, usesColour: usesColour)
    let place = count > height ? " \(top + 1)–\(top + height) of \(count) " : ""
    line.add("─", .faint)
    line.add(" \(title) ", .bold)
    let end = max(line.column, width - TextWidth.columns(of: place) - 1)
    while line.column < end { line.add("─", .faint) }
    line.add(place, .faint)
    while line.room > 0 { line.add("─", .faint) }
    return line.finished()
  }

  private func line(_ row: Row, width: Int, _ usesColour: Bool) -> [UInt8] {
    let paragraph = paragraphs[row.paragraph]
    var line = ScreenLine(width: width, usesColour: usesColour)
    line.add(" ")
    if row.part.lowerBound == 0 { line.add(paragraph.label, .faint) }
    line.pad(to: 1 + indent(paragraph, in: width - 2))
    line.add(paragraph.text[row.part], paragraph.ink)
    if row.endsWithBreak { line.add("⏎", .faint) }
    return line.finished()
  }

  /// Columns before the text: none where the label would leave too little room.
  private func indent(_ paragraph: Paragraph, in width: Int) -> Int {
    let label = TextWidth.columns(of: paragraph.label)
    return label <= max(4, width / 2) ? label : min(label, width / 2)
  }

  private mutating func wrap(to width: Int) -> [Row] {
    if let wrapped, wrapped.width == width { return wrapped.lines }
    var rows: [Row] = []
    for (index, paragraph) in paragraphs.enumerated() {
      let room = max(1, width - indent(paragraph, in: width))
      rows += Self.wrap(paragraph.text, to: room).map { part, isBroken in
        Row(paragraph: index, part: part, endsWithBreak: isBroken)
      }
    }
    wrapped = (width, rows)
    return rows
  }

  /// The lines of a text: broken at its line feeds, else behind the last space that fits.
  static func wrap(_ text: [UInt8], to width: Int) -> [(part: Range<Int>, isBroken: Bool)] {
    var lines: [(part: Range<Int>, isBroken: Bool)] = []
    var start = 0
    var used = 0
    /// Behind the last space of the line, and the columns up to there.
    var chance: (position: Int, columns: Int)?
    func end(_ part: Range<Int>, isBroken: Bool = false) {
      lines.append((part, isBroken))
    }
    for piece in VisibleText(text[...]) {
      if piece.scalar == "\n" {
        end(start..<piece.source.lowerBound, isBroken: true)
        (start, used, chance) = (piece.source.upperBound, 0, nil)
        continue
      }
      if used + piece.columns > width, piece.source.lowerBound > start {
        let cut = chance ?? (piece.source.lowerBound, used)
        end(start..<cut.position)
        (start, used, chance) = (cut.position, used - cut.columns, nil)
      }
      used += piece.columns
      if piece.scalar == " " { chance = (piece.source.upperBound, used) }
    }
    end(start..<text.count)
    return lines
  }
}
