internal import ConverterCore
import TreeModel

extension TreeScreen {
  func moveDown(_ count: Int) throws(ConversionError) {
    cursor = try line(count, after: cursor)
    try keepCursorInSight(scrolling: true)
  }

  func moveUp(_ count: Int) throws(ConversionError) {
    cursor = try text.line(count, before: cursor)
    try keepCursorInSight(scrolling: true)
  }

  func scrollDown(_ count: Int) throws(ConversionError) {
    top = try line(count, after: top)
    cursor = try line(count, after: cursor)
    try fillScreen()
    try keepCursorInSight()
  }

  func scrollUp(_ count: Int) throws(ConversionError) {
    top = try text.line(count, before: top)
    cursor = try text.line(count, before: cursor)
    try keepCursorInSight()
  }

  func go(to place: TreePlace) throws(ConversionError) {
    cursor = place
    try keepCursorInSight()
  }

  func goToParent() throws(ConversionError) {
    let place = subject
    guard !place.stack.isEmpty else {
      message = "this is the outermost value"
      return
    }
    try go(to: place.opening(of: place.stack.count - 1))
  }

  func goToPreviousSibling() throws(ConversionError) {
    guard let place = try text.sibling(before: subject) else {
      message = "this is the first one"
      return
    }
    try go(to: place)
  }

  /// Does what the index has come far enough for.
  func fulfilWish() throws(ConversionError) {
    switch pendingMove {
    case nil: return
    case .lastLine:
      guard let last = try text.lastLine() else { return }
      try go(to: last)
    case .nextSibling:
      var walker = text.walker(at: subject)
      if let container = try text.container(at: walker) {
        switch try text.extent(of: container, at: walker) {
        case .unknown: return
        case .end(let end, _): try walker.leap(to: end)
        case .damaged(let damaged): walker = damaged
        }
      } else {
        try walker.advance()
      }
      if walker.place.kind == .value || walker.place.kind == .damage {
        try go(to: walker.place)
      } else {
        message = "this is the last one"
      }
    }
    pendingMove = nil
  }

  /// The value that keys are about: of a closing bracket, its container.
  var subject: TreePlace {
    cursor.kind == .close ? cursor.opening(of: cursor.stack.count - 1) : cursor
  }

  /// The visible line `count` lines behind `place`, or the last that can be told.
  func line(_ count: Int, after place: TreePlace) throws(ConversionError) -> TreePlace {
    var walker = text.walker(at: place)
    for _ in 0..<count {
      let mark = walker.place.mark
      guard case .moved = try text.advance(&walker) else {
        message = "what follows is still being read"
        break
      }
      if walker.place.kind == .end {
        walker.goBack(to: mark)
        break
      }
    }
    return walker.place
  }

  /// Moves the screen to where the cursor is.
  ///
  /// - Parameter scrolling: by as little as is needed; otherwise the cursor comes into the middle.
  func keepCursorInSight(scrolling: Bool = false) throws(ConversionError) {
    let rows = rows
    if cursor.offset >= top.offset {
      var walker = text.walker(at: top)
      for _ in 0..<rows where !walker.isOver {
        if walker.place.offset == cursor.offset { return }
        guard case .moved = try text.advance(&walker) else { break }
      }
      if walker.place.offset == cursor.offset, walker.place.kind == .damage { return }
    }
    let isBelow = cursor.offset > top.offset
    let above = scrolling ? (isBelow ? rows - 1 : 0) : rows / 2
    top = try text.line(above, before: cursor)
    try fillScreen()
  }

  /// Leaves no room below the last line as long as there are lines above.
  func fillScreen() throws(ConversionError) {
    var walker = text.walker(at: top)
    var count = 0
    while count < rows, walker.place.kind != .end {
      count += 1
      if walker.place.kind == .damage { break }
      guard case .moved = try text.advance(&walker) else { return }
    }
    if count < rows { top = try text.line(rows - count, before: top) }
  }
}

extension UnfoldedText {
  /// The member before, in the same container; `nil` for the first.
  func sibling(before place: TreePlace) throws(ConversionError) -> TreePlace? {
    let level = place.stack.count
    var walker: TextWalker
    if let near = index.place(before: place.offset), near.stack.count >= level,
      level == 0 || near.stack[level - 1].start == place.stack[level - 1].start
    {
      walker = self.walker(at: near.stack.count > level ? near.opening(of: level) : near)
    } else if level > 0 {
      walker = self.walker(at: place.opening(of: level - 1))
      try walker.advance()
    } else {
      walker = first
    }
    var previous: TreePlace?
    while walker.place.offset < place.offset, !walker.isOver {
      previous = walker.place
      if let container = try container(at: walker) {
        guard case .end(let end, _) = try extent(of: container, at: walker) else { break }
        try walker.leap(to: end)
      } else {
        try walker.advance()
      }
    }
    return previous
  }
}
