import ConverterCore
import TableModel

/// What may have to wait for rows to be found.
extension TableScreen {
  func wait(for goal: Pending) {
    if case .match = goal, search == nil {
      note = "nothing was searched for yet: / does"
      return
    }
    pending = goal
  }

  /// Does what is pending, if all is there by now.
  func resolvePending() {
    switch pending {
    case nil: return
    case .lastRow:
      guard view.isComplete else { return }
      moveRow(to: view.count - 1)
    case .row(let number): resolveJump(to: number)
    case .match(let forward): resolveMatch(forward: forward, isWrapped: false)
    case .wrappedMatch(let forward): resolveMatch(forward: forward, isWrapped: true)
    }
  }

  /// Goes to the row that is written: `123`, `1,234`, `$` for the last.
  func jump(to text: String) {
    let word = text.filter { !", _'".contains($0) }
    if word == "$" {
      wait(for: .lastRow)
    } else if let number = Int(word), number > 0 {
      wait(for: .row(number: number))
    } else if !word.isEmpty {
      note = "\"\(text)\" is no number of a row"
    }
  }

  private func resolveJump(to number: Int) {
    // Asked first: rows that are found after a look at them must not count as missing.
    let isComplete = index.status.isComplete
    do throws(ConversionError) {
      if let row = try index.row(number: number), let position = view.position(of: row),
        position < view.count || view.isComplete
      {
        moveRow(to: position)
        if position >= view.count { note = "row \(Amount.text(number)) is not among those shown" }
      } else if isComplete {
        moveRow(to: view.count - 1)
        note = "there is no row \(Amount.text(number)); this is the last one"
      }
    } catch {
      pending = nil
      note = error.message
    }
  }

  // MARK: Searching

  func find(_ text: String) {
    search?.work.cancel()
    search = nil
    guard let word = TextSearch(text) else { return }
    let current = view.row(at: row) ?? 0
    search = RowSearch.start(word, in: index, from: current)
    if !moveWithinRow(from: column, forward: true) { pending = .match(forward: true) }
  }

  private func resolveMatch(forward: Bool, isWrapped: Bool) {
    guard let search else {
      pending = nil
      return
    }
    if !isWrapped, pending == .match(forward: forward),
      moveWithinRow(from: column + (forward ? 1 : -1), forward: forward)
    {
      pending = nil
      return
    }
    switch view.match(of: search, from: row, forward: forward, isWrapped: isWrapped) {
    case .unknown: return
    case .found(let position):
      moveRow(to: position)
      _ = moveWithinRow(from: forward ? 0 : layout.count - 1, forward: forward)
      note = isWrapped ? "went on from the other end" : nil
    case .nothing where !isWrapped:
      pending = .wrappedMatch(forward: forward)
      resolvePending()
    case .nothing:
      pending = nil
      note = "\"\(search.search.word.printable)\" is not found"
    }
  }

  /// Goes to a match in the row of the cursor.
  private func moveWithinRow(from start: Int, forward: Bool) -> Bool {
    guard let search, let place = view.row(at: row),
      let found = try? cache.column(
        matching: search.search, in: place, from: start, forward: forward)
    else { return false }
    layout.widen(to: found)
    moveColumn(to: found)
    return true
  }
}
