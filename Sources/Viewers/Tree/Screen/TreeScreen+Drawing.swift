internal import ConverterCore
import TreeModel

extension TreeScreen {
  /// - Parameter status: words in place of the path.
  func draw(status: String?) throws(ConversionError) {
    let width = screen.size.columns
    // What it says of the index is not newer than what the lines show.
    let last = try statusLine(status, width: width)
    var lines = try treeLines(width: width)
    lines.append(last)
    if var panel {
      panel.draw(over: &lines, width: width, usesColour: usesColour)
      self.panel = panel
    }
    try screen.draw(lines)
  }

  private func treeLines(width: Int) throws(ConversionError) -> [[UInt8]] {
    let style = TreeLine(
      text: text, width: width, usesColour: usesColour,
      // Deep lines begin in the left half, however deep they are.
      offset: max(0, 2 * cursor.depth - width / 2 + 4), search: search)
    var lines: [[UInt8]] = []
    var walker = text.walker(at: top)
    while lines.count < rows, walker.place.kind != .end {
      lines.append(
        try style.composed(walker, isCurrent: walker.place.offset == cursor.offset))
      if walker.place.kind == .damage { break }
      guard case .moved = try text.advance(&walker) else {
        if lines.count < rows { lines.append(waitingLine(width: width)) }
        break
      }
    }
    while lines.count < rows { lines.append([]) }
    return lines
  }

  private func waitingLine(width: Int) -> [UInt8] {
    var line = ScreenLine(width: width, usesColour: usesColour)
    line.add("… still being read: \(percent(text.index.progress.reached))", .faint)
    return line.finished()
  }

  private func statusLine(_ status: String?, width: Int) throws(ConversionError) -> [UInt8] {
    if let prompt {
      return prompt.line.line(
        width: width, usesColour: usesColour, hint: "Enter searches, Esc does not")
    }
    let progress = text.index.progress
    let reading = progress.isFinished ? "" : "reading \(percent(progress.reached))  "
    let isAtEnd = progress.isFinished ? try text.isLast(cursor) : false
    let right = "\(reading)\(percent(isAtEnd ? text.window.end : cursor.offset))  ? help"
    let room = max(8, width - TextWidth.columns(of: right) - 2)
    let path = try pathText(room)
    return ScreenLine.bar(
      status ?? message ?? wishText ?? path, right, .bold, width: width, usesColour: usesColour)
  }

  private var wishText: String? {
    switch pendingMove {
    case nil: nil
    case .lastLine: "going to the end; any key stays here"
    case .nextSibling: "going to the next one; any key stays here"
    }
  }

  /// The path of the cursor; where it is too long its end, which differs from line to line.
  private func pathText(_ room: Int) throws(ConversionError) -> String {
    let path = try text.path(of: cursor, last: 64, longest: 256).text
    let value = text.first.isSequence ? "value \(valueNumber)  " : ""
    let words = value + String(decoding: path, as: UTF8.self).printable
    var scalars = Array(words.unicodeScalars)
    guard TextWidth.columns(of: words) > room else { return words }
    var columns = 1
    var start = scalars.count
    while start > 0, columns + TextWidth.columns(of: scalars[start - 1]) <= room {
      start -= 1
      columns += TextWidth.columns(of: scalars[start])
    }
    scalars.removeFirst(start)
    var view = String.UnicodeScalarView("…".unicodeScalars)
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Which value of a sequence the cursor is in, from 1.
  private var valueNumber: Int { (cursor.stack.first?.index ?? cursor.index) + 1 }

  func percent(_ offset: Int) -> String {
    "\(text.window.end == 0 ? 100 : Int(Double(offset) * 100 / Double(text.window.end)))%"
  }
}
