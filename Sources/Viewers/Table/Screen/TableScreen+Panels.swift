import ConverterCore
import TableModel

/// What is shown over the table, and what is copied.
extension TableScreen {
  /// Bytes of a cell that are shown; more takes long to wrap, and nobody reads it here.
  private static let mostShown = 1 << 20
  /// Bytes of a cell that are worth an attempt to copy them.
  private static let mostCopied = 1 << 24

  /// Shows what the row stands for, or the whole cell where that is no more than its cells.
  func openRow() {
    guard let place = view.row(at: row) else { return }
    cache.load([place], layout.window(in: room))
    guard let number = cache[place]?.number else { return openCell() }
    do throws(ConversionError) {
      guard
        let opened = try table.content.opened(
          row: number, from: index.mark(of: place), in: index.context)
      else { return openCell() }
      mode = .reading(
        TextPanel(
          title: opened.title,
          opened.lines.map { TextPanel.Paragraph($0.label, $0.text) }), .row)
    } catch {
      note = error.message
    }
  }

  /// Shows the whole cell.
  func openCell() {
    guard let place = view.row(at: row) else { return }
    do throws(ConversionError) {
      let cell = try cache.text(row: place, column: column, atMost: Self.mostShown)
      var paragraphs: [TextPanel.Paragraph]
      switch cell {
      case nil: paragraphs = [.init("", "(the row has no such cell)", .faint)]
      case let cell? where cell.kind.isNothing: paragraphs = [.init("", "(null)", .faint)]
      case let cell? where cell.text.isEmpty: paragraphs = [.init("", "(empty)", .faint)]
      case let cell?: paragraphs = [.init(text: cell.text)]
      }
      if cell?.isWhole == false {
        paragraphs.append(.init("", "(only the first MiB is shown)", .faint))
      }
      let number = cache[place].map { Amount.text($0.number) } ?? "?"
      let size = cell.map { ", \(Amount.text($0.count)) bytes" } ?? ""
      mode = .reading(
        TextPanel(title: "\(name(of: column)), row \(number)\(size)", paragraphs), .cell)
    } catch {
      note = error.message
    }
  }

  func copyCell() throws(ConversionError) {
    guard let place = view.row(at: row) else { return }
    do throws(ConversionError) {
      guard let cell = try cache.text(row: place, column: column, atMost: Self.mostCopied) else {
        note = "there is no cell to copy"
        return
      }
      guard cell.isWhole else {
        note = "the cell has \(Amount.text(cell.count)) bytes, which is too much to copy"
        return
      }
      try screen.copy(cell.text)
      note = "copied \(Amount.text(cell.text.count)) bytes to the clipboard of the terminal"
    } catch {
      if error.code == .writeFailed { throw error }
      note = error.message
    }
  }

  /// Goes over the column of the cursor, and shows what is known of it meanwhile.
  func openColumn() {
    let work = ColumnSummary.start(of: column, view)
    mode = .reading(TextPanel(title: name(of: column), []), .column(work, name: name(of: column)))
  }

  /// The panel, brought up to date.
  func updated(_ panel: TextPanel, _ subject: Subject) -> TextPanel {
    guard case .column(let work, let name) = subject else { return panel }
    var panel = panel
    let progress = work.progress
    panel.title = name + (progress.isOver ? "" : " – \(percent(progress.fraction)) looked at")
    panel.paragraphs = work.with { $0.paragraphs() }
    if let failure = progress.failure {
      panel.paragraphs.append(.init("", failure.message, .yellow))
    }
    return panel
  }

  /// What was found out about the file, how sure that is, and what overrules it.
  var tableParagraphs: [TextPanel.Paragraph] {
    let status = index.status
    var lines: [TextPanel.Paragraph] = []
    if let name = table.title, !name.isEmpty {
      lines.append(.init(label("Table"), name.printable))
    }
    if !table.siblings.isEmpty {
      lines.append(.init(label("Others"), "\(table.siblingNames)  --table NAME"))
    }
    lines += [
      .init(
        label("Rows"),
        Amount.text(status.rowCount) + (status.isComplete ? "" : " so far")
          + (status.isCut ? ", and more than there is memory for" : "")),
      .init(label("Columns"), Amount.text(table.columns.count)),
    ]
    for finding in table.findings {
      let sureness = finding.isGuess ? "  (\(finding.percentText) sure)" : ""
      let flag = finding.flag.map { "  \($0)" } ?? ""
      lines.append(.init(label(finding.label), finding.text + sureness + flag))
    }
    for warning in index.context.warnings {
      lines.append(.init(label("Warning"), warning, .yellow))
    }
    if let failure = status.failure {
      lines.append(.init(label("Error"), failure.message, .yellow))
    }
    return lines
  }

  private func label(_ text: String) -> String {
    text + String(repeating: " ", count: max(1, 12 - text.count))
  }

  func percent(_ fraction: Double) -> String {
    "\(Int((max(0, min(1, fraction)) * 100).rounded(.down))) %"
  }
}
