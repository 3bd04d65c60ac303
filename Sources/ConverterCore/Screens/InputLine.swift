/// A line that the user writes on a ``Screen``: a word to search for, a condition, a number.
package struct InputLine {
  package enum Outcome: Equatable {
    /// It is still being written.
    case editing
    case done(String)
    case cancelled
    /// The event means nothing here: a resize, a tick.
    case ignored
  }

  /// What stands before it: `/`.
  package let prompt: String
  private var scalars: [Unicode.Scalar]
  private var cursor: Int
  /// What was entered before, and last the one that is being written.
  private var lines: [String]
  private var shown: Int

  /// - Parameter earlier: what was entered before, the newest last.
  package init(prompt: String, text: String = "", earlier: [String] = []) {
    self.prompt = prompt
    scalars = Array(text.unicodeScalars)
    cursor = scalars.count
    lines = earlier + [text]
    shown = earlier.count
  }

  package var text: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  package mutating func handle(_ event: ScreenEvent) -> Outcome {
    switch event {
    case .character(let scalar): insert([scalar])
    // A line takes no line breaks: nothing that was pasted is carried out.
    case .paste(let text): insert(text.unicodeScalars.filter { $0 >= " " && $0 != "\u{7F}" })
    case .key(let key): return handle(key)
    case .resize, .tick, .end: return .ignored
    }
    return .editing
  }

  private mutating func handle(_ key: ScreenEvent.Key) -> Outcome {
    switch key {
    case .enter: return .done(text)
    case .escape, .control("g"): return .cancelled
    case .backspace, .control("h"):
      if scalars.isEmpty { return .cancelled }
      if cursor > 0 { scalars.remove(at: cursor - 1) }
      cursor = max(0, cursor - 1)
    case .delete, .control("d"): if cursor < scalars.count { scalars.remove(at: cursor) }
    case .left, .control("b"): cursor = max(0, cursor - 1)
    case .right, .control("f"): cursor = min(scalars.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = scalars.count
    case .farLeft: cursor = wordStart
    case .farRight:
      while cursor < scalars.count, scalars[cursor] == " " { cursor += 1 }
      while cursor < scalars.count, scalars[cursor] != " " { cursor += 1 }
    case .control("u"): remove(0..<cursor)
    case .control("k"): remove(cursor..<scalars.count)
    case .control("w"): remove(wordStart..<cursor)
    case .up, .control("p"): show(shown - 1)
    case .down, .control("n"): show(shown + 1)
    default: return .ignored
    }
    return .editing
  }

  private var wordStart: Int {
    var start = cursor
    while start > 0, scalars[start - 1] == " " { start -= 1 }
    while start > 0, scalars[start - 1] != " " { start -= 1 }
    return start
  }

  private mutating func insert(_ new: [Unicode.Scalar]) {
    // Nobody writes more, but much may be pasted.
    let room = max(0, 4096 - scalars.count)
    scalars.insert(contentsOf: new.prefix(room), at: cursor)
    cursor += min(room, new.count)
  }

  private mutating func remove(_ range: Range<Int>) {
    scalars.removeSubrange(range)
    cursor = range.lowerBound
  }

  private mutating func show(_ index: Int) {
    guard lines.indices.contains(index) else { return }
    lines[shown] = text
    shown = index
    scalars = Array(lines[index].unicodeScalars)
    cursor = scalars.count
  }

  /// The line, with its cursor; where it is too long its end is shown.
  ///
  /// - Parameter hint: words that step back, at the right.
  package func line(width: Int, usesColour: Bool, hint: String = "") -> [UInt8] {
    var line = ScreenLine(width: width, usesColour: usesColour)
    line.add(prompt, .bold)
    var start = 0
    var used = columns(0..<cursor)
    while used + 1 > line.room, start < cursor {
      used -= columns(start..<start + 1)
      start += 1
    }
    line.add(String(part: scalars[start..<cursor]))
    if cursor < scalars.count {
      line.add(String(scalars[cursor]), .reversed)
      line.add(String(part: scalars[(cursor + 1)...]))
    } else {
      line.add(" ", .reversed)
    }
    let needed = TextWidth.columns(of: hint)
    if !hint.isEmpty, line.room > needed + 2 {
      line.pad(to: width - needed)
      line.add(hint, .faint)
    }
    return line.finished()
  }

  private func columns(_ range: Range<Int>) -> Int {
    VisibleText.columns(of: ArraySlice(String(part: scalars[range]).utf8))
  }
}

extension String {
  fileprivate init(part: ArraySlice<Unicode.Scalar>) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: part)
    self.init(view)
  }
}
