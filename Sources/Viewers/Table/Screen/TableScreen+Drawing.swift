import ConverterCore
import TableModel

extension TableScreen {
  /// Rows of the table on the screen: all but the header and the last line, where there is room for those.
  var bodyHeight: Int { max(1, screen.size.rows - (hasHeader ? 1 : 0) - (hasStatus ? 1 : 0)) }
  private var hasHeader: Bool { screen.size.rows >= 3 }
  private var hasStatus: Bool { screen.size.rows >= 2 }

  /// Columns of the terminal for the cells: all but the numbers of the rows.
  var room: Int { max(1, screen.size.columns - gutter) }

  /// A number and what divides it from the cells; nothing on the smallest screens.
  private var gutter: Int { screen.size.columns < 20 ? 0 : numberWidth + 3 }

  func draw() throws(ConversionError) {
    let width = screen.size.columns
    let rows = prepare()
    var lines: [[UInt8]] = []
    if hasHeader { lines.append(headerLine(width)) }
    for offset in 0..<bodyHeight {
      lines.append(offset < rows.count ? line(of: rows[offset], at: top + offset, width) : [])
    }
    if rows.isEmpty { lines[hasHeader ? 1 : 0] = emptyLine(width) }
    if hasStatus { lines.append(statusLine(width)) }
    switch mode {
    case .browsing:
      if !hasStatus, let note {
        lines[0] = ScreenLine.bar(note, "", .reversed, width: width, usesColour: usesColour)
      }
    case .writing(let line, let purpose):
      lines[lines.count - 1] = line.line(
        width: width, usesColour: usesColour, hint: Self.hint(purpose))
      if let note, lines.count > 1 {
        lines[lines.count - 2] = ScreenLine.bar(
          " " + note.printable, "", .reversed, width: width, usesColour: usesColour)
      }
    case .reading(let panel, let subject):
      var panel = updated(panel, subject)
      panel.draw(over: &lines, width: width, usesColour: usesColour)
      mode = .reading(panel, subject)
    }
    try screen.draw(lines)
  }

  private static func hint(_ purpose: Purpose) -> String {
    switch purpose {
    case .search: "Enter searches, Esc leaves"
    case .filter, .furtherFilter: "name=value  !=  =~  !~  <  <=  >  >="
    case .row: "a number, $ for the last"
    }
  }

  /// Scrolls to the cursor and reads what is to be shown.
  ///
  /// - Returns: the places of the rows on the screen.
  private func prepare() -> [Int] {
    let count = view.count
    row = max(0, min(row, count - 1))
    top = max(0, min(top, row))
    if row >= top + bodyHeight { top = row - bodyHeight + 1 }
    let rows = view.rows(from: top, count: min(bodyHeight, max(0, count - top)))
    // Widths that are known as yet suggest where the columns are whose cells are wanted.
    layout.show(column, in: room)
    cache.load(rows, layout.window(in: room))
    let shown = rows.compactMap { cache[$0] }
    layout.fit(shown)
    column = max(0, min(column, layout.count - 1))
    let status = index.status
    let estimate =
      status.isComplete || status.fraction <= 0
      ? status.rowCount
      : Int(min(1e12, Double(status.rowCount) / status.fraction))
    let largest = max(shown.map(\.number).max() ?? 0, estimate)
    numberWidth = max(numberWidth, String(largest).count)
    layout.show(column, in: room)
    return rows
  }

  // MARK: Lines

  private func headerLine(_ width: Int) -> [UInt8] {
    let ink: Ink = [.bold, .underlined]
    var line = ScreenLine(width: width, usesColour: usesColour)
    let slots = layout.slots(in: room)
    for slot in slots {
      divide(&line, before: slot, ink)
      line.pad(to: gutter + slot.start, ink)
      let name = slot.column < table.columns.count ? table.columns[slot.column].name : []
      line.add(
        name[...], in: slot.width, layout.isNumeric(slot.column) ? .right : .left,
        slot.column == column ? [.bold, .reversed] : ink)
      if let sorting = view.sorting, sorting.column == slot.column {
        line.add(sorting.isDescending ? "▼" : "▲", ink)
      }
    }
    let hidden = layout.count - 1 - (slots.last?.column ?? 0)
    line.pad(to: hidden > 0 ? width - 1 : width, ink)
    if hidden > 0, line.room > 0 { line.add("›", ink) }
    return line.finished()
  }

  private func line(of place: Int, at position: Int, _ width: Int) -> [UInt8] {
    var line = ScreenLine(width: width, usesColour: usesColour)
    let isCurrent = position == row
    guard let shown = cache[place] else {
      line.add("~", .faint)
      return line.finished()
    }
    if gutter > 0 {
      line.add(String(shown.number), in: numberWidth, .right, isCurrent ? .reversed : .faint)
    }
    for slot in layout.slots(in: room) {
      divide(&line, before: slot, [])
      line.pad(to: gutter + slot.start)
      add(slot, of: shown, isCurrent: isCurrent, to: &line)
    }
    return line.finished()
  }

  /// The line between what is frozen and what scrolls.
  private func divide(_ line: inout ScreenLine, before slot: ScreenColumns.Slot, _ ink: Ink) {
    let isFirstScrolled =
      slot.column == max(layout.frozen, layout.first) || (slot.column == 0 && layout.frozen == 0)
    guard gutter > 0, isFirstScrolled else { return }
    line.pad(to: gutter + slot.start - 2, ink)
    let isScrolled = layout.first > layout.frozen
    line.add(isScrolled ? "‹" : "│", ink.union(.faint))
    line.pad(to: gutter + slot.start, ink)
  }

  private func add(
    _ slot: ScreenColumns.Slot, of row: ShownRow, isCurrent: Bool, to line: inout ScreenLine
  ) {
    var ink: Ink = isCurrent ? .bold : []
    if isCurrent, slot.column == column { ink = .reversed }
    guard let cell = row[slot.column] else { return line.add("", in: slot.width, .left, ink) }
    let text = cell.text
    if cell.kind.isNothing {
      return line.add(
        "∅", in: slot.width, layout.isNumeric(slot.column) ? .right : .left, ink.union(.faint))
    }
    line.add(
      text, in: slot.width, layout.isNumeric(slot.column) ? .right : .left, ink,
      marks: search?.search.matches(in: text) ?? [])
  }

  private func emptyLine(_ width: Int) -> [UInt8] {
    var line = ScreenLine(width: width, usesColour: usesColour)
    line.pad(to: gutter)
    if view.isComplete {
      line.add(view.filter == nil ? "(no rows)" : "(no row meets the conditions)", .faint)
    } else {
      line.add("…", .faint)
    }
    return line.finished()
  }

  private func statusLine(_ width: Int) -> [UInt8] {
    ScreenLine.bar(
      " " + statusText, placeText + " ", .reversed, width: width, usesColour: usesColour)
  }

  /// What the user should hear now, else what the table is.
  private var statusText: String {
    if let note { return note.printable }
    switch pending {
    case .lastRow: return "going to the last row…  Esc stops"
    case .row(let number): return "going to row \(Amount.text(number))…  Esc stops"
    case .match, .wrappedMatch:
      let fraction = search?.work.progress.fraction ?? 0
      return "searching for \(search?.search.word.printable ?? "")… \(percent(fraction))  Esc stops"
    case nil: break
    }
    if let sorting = sortingUnderWay {
      return "sorting by \(name(of: sorting.column))… \(percent(sorting.work.progress.fraction))"
        + "  Esc stops"
    }
    if let failure = cache.failure ?? index.status.failure ?? view.filter?.work.progress.failure {
      return failure.message.printable
    }
    return ([title.printable] + choices + findings).joined(separator: " · ")
  }

  /// What the user chose to see.
  private var choices: [String] {
    var words: [String] = []
    if let filter = view.filter {
      words.append(filter.conditions.joined(separator: " and ").printable)
    }
    if let sorting = view.sorting {
      words.append("by \(name(of: sorting.column)) \(sorting.isDescending ? "▼" : "▲")")
    }
    if let search, search.work.progress.isOver {
      words.append("\"\(search.search.word.printable)\" in \(Amount.text(search.count)) rows")
    }
    return words
  }

  private var findings: [String] {
    view.filter == nil && view.sorting == nil && search == nil
      ? tableWords + table.findings.map { $0.text.printable } : []
  }

  /// Which table of its file this is, and which there are beside it.
  private var tableWords: [String] {
    var words: [String] = []
    if let name = table.title, !name.isEmpty, name != title {
      words.append("table \(TextWidth.shortened(name.printable, to: 40))")
    }
    if !table.siblings.isEmpty {
      words.append("also \(TextWidth.shortened(table.siblingNames, to: 60)) (--table)")
    }
    return words
  }

  /// How many rows there are, behind what is said of the cursor. Where rows were left out before, their
  /// numbers are none of these.
  private func rowsText(_ words: String, _ status: TableIndex.Status) -> String {
    if status.isComplete, status.rowCount == 0 { return "no rows" }
    let count = Amount.text(status.rowCount)
    guard leavesRowsOut, view.filter == nil else { return "\(words) of \(count)" }
    return (words.isEmpty ? "" : words + " · ") + count + (status.rowCount == 1 ? " row" : " rows")
  }

  /// Where the cursor is, of how much.
  private var placeText: String {
    let status = index.status
    var words = ""
    if let place = view.row(at: row), let shown = cache[place] {
      words += "row \(Amount.text(shown.number))"
    }
    if view.filter != nil {
      words += "\(words.isEmpty ? "" : " · ")\(Amount.text(view.count))"
      if let work = view.filter?.work, !work.progress.isOver {
        words += "… \(percent(work.progress.fraction))"
      }
    }
    words = rowsText(words, status)
    if !status.isComplete { words += "… \(percent(status.fraction))" }
    if status.isCut { words += " (no memory for more)" }
    if layout.count > 0 {
      let name = TextWidth.shortened(name(of: column), to: 24)
      words += " · \(name) \(column + 1)/\(layout.count)"
    }
    return words
  }
}
