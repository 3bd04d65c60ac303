import ConverterCore
import TableModel

extension TableScreen {
  /// A key while the table itself is looked at.
  ///
  /// - Returns: whether the viewer stays.
  func browse(_ event: ScreenEvent) throws(ConversionError) -> Bool {
    switch event {
    case .character("q"), .character("Q"): return false
    case .key(let key): move(key)
    case .character(let character):
      if !move(character) { try command(character) }
    default: break
    }
    return true
  }

  private func move(_ key: ScreenEvent.Key) {
    let page = max(1, bodyHeight - 1)
    switch key {
    case .up, .control("p"): moveRow(to: row - 1)
    case .down, .control("n"): moveRow(to: row + 1)
    case .left: moveColumn(to: column - 1)
    case .right: moveColumn(to: column + 1)
    case .pageUp, .control("b"): turnPage(by: -page)
    case .pageDown, .control("f"): turnPage(by: page)
    case .control("u"): turnPage(by: -max(1, page / 2))
    case .control("d"): turnPage(by: max(1, page / 2))
    case .home, .control("a"): moveColumn(to: 0)
    case .end, .control("e"): moveColumn(to: layout.count - 1)
    case .farUp: moveRow(to: 0)
    case .farDown: wait(for: .lastRow)
    case .farLeft, .backTab:
      moveColumn(to: layout.columnPage(from: column, forward: false, in: room))
    case .farRight, .tab:
      moveColumn(to: layout.columnPage(from: column, forward: true, in: room))
    case .enter: openRow()
    case .escape: cancel()
    default: break
    }
  }

  private func move(_ character: Unicode.Scalar) -> Bool {
    switch character {
    case "j": moveRow(to: row + 1)
    case "k": moveRow(to: row - 1)
    case "h": moveColumn(to: column - 1)
    case "l": moveColumn(to: column + 1)
    case "0", "^": moveColumn(to: 0)
    case "$": moveColumn(to: layout.count - 1)
    case " ": turnPage(by: max(1, bodyHeight - 1))
    case "b": turnPage(by: -max(1, bodyHeight - 1))
    case "g": moveRow(to: 0)
    case "G": wait(for: .lastRow)
    default: return false
    }
    return true
  }

  private func command(_ character: Unicode.Scalar) throws(ConversionError) {
    switch character {
    case "/": write("/", for: .search)
    case "n": wait(for: .match(forward: true))
    case "N": wait(for: .match(forward: false))
    case "f": write("filter: ", for: .filter, view.filter?.conditions.last ?? columnWord)
    case "&": write("and filter: ", for: .furtherFilter, columnWord)
    case "s": sort()
    case ":": write("row: ", for: .row)
    case "v": openCell()
    case "y", "c": try copyCell()
    case "d", "i": openColumn()
    case "t": mode = .reading(TextPanel(title: title, tableParagraphs), .table)
    case "?": mode = .reading(TextPanel(title: "Keys", Self.help), .help)
    case "z": freeze()
    case "w": layout.toggleWidth(column, in: room)
    case "+", "=": layout.widen(column, by: 4, in: room)
    case "-": layout.widen(column, by: -4, in: room)
    default: note = "? shows the keys"
    }
  }

  func moveRow(to position: Int) {
    pending = nil
    row = max(0, min(position, view.count - 1))
  }

  func moveColumn(to number: Int) {
    column = max(0, min(number, layout.count - 1))
  }

  private func turnPage(by rows: Int) {
    pending = nil
    let last = max(0, view.count - 1)
    top = max(0, min(top + rows, last - bodyHeight + 1))
    row = max(0, min(row + rows, last))
  }

  private func freeze() {
    layout.frozen = layout.frozen == column + 1 ? 0 : column + 1
    note =
      layout.frozen == 0
      ? "no column is frozen" : "frozen up to \(name(of: column)); z again lets go"
  }

  /// Stops what goes on, or forgets what was found.
  private func cancel() {
    if pending != nil {
      pending = nil
      note = "stopped"
    } else if let work = sortingUnderWay?.work {
      work.cancel()
      sortingUnderWay = nil
      note = "not sorted"
    } else if search != nil {
      search?.work.cancel()
      search = nil
    }
  }

  private static let help: [TextPanel.Paragraph] = [
    ("arrows, h j k l", "move the cursor"),
    ("PgUp PgDn, b Space", "a page up or down; Ctrl-U and Ctrl-D half of one"),
    ("g G, Ctrl-Home Ctrl-End", "first and last row"),
    ("Home End, 0 $", "first and last column; Tab and Shift-Tab a screen of columns"),
    (":", "jump to a row by its number"),
    ("/ n N", "search for text, next match, the one before; Esc stops it"),
    (
      "f",
      "filter: city=Berlin  city=~^Ber  price>=100; the name alone, or nothing, shows all again"
    ),
    ("&", "filter further"),
    ("s", "sort by the column: upwards, downwards, as in the file"),
    ("Enter", "the whole cell, with its line breaks; of mail the message, ← → the next"),
    ("d", "what is known of the column"),
    ("t", "what is known of the table"),
    ("y, c", "copy the cell"),
    ("z", "freeze the columns up to the cursor"),
    ("w + -", "column as wide as its values, wider, narrower"),
    ("q", "quit"),
  ].map { keys, words in
    TextPanel.Paragraph(keys.padded(to: 25), words)
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }
}
