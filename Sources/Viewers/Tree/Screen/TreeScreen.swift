internal import ConverterCore
import TreeModel

/// A tree that has the terminal to itself: it scrolls, folds, is searched, and shows the path of the cursor.
///
/// The text stays in its file. What is on the screen is read again whenever it is drawn.
final class TreeScreen {
  /// A move of the cursor that waits until the index has come far enough.
  enum PendingMove {
    case lastLine, nextSibling
  }

  let screen: any Screen
  let text: UnfoldedText
  let usesColour: Bool
  /// The first line on the screen, and the one that keys are about; both are visible.
  var top: TreePlace
  var cursor: TreePlace
  /// What the last key came to.
  var message: String?
  var pendingMove: PendingMove?
  var panel: TextPanel?
  var prompt: (line: InputLine, isForward: Bool)?
  var search: TextSearch?
  var isSearchForward = true
  /// What was typed while something went on.
  var typedAhead: [ScreenEvent] = []
  var isOver = false

  private init(_ text: UnfoldedText, on screen: any Screen, usesColour: Bool) {
    self.text = text
    self.screen = screen
    self.usesColour = usesColour
    top = text.first.place
    cursor = text.first.place
  }

  /// Shows a text until the user leaves it.
  static func show(
    _ file: InputFile, isSequence: Bool, on screen: any Screen, usesColour: Bool, limits: Limits
  ) throws(ConversionError) {
    let deepest = UnfoldedText.deepest(within: limits)
    let index = TextIndex()
    let text = try UnfoldedText(file, isSequence: isSequence, deepest: deepest, index: index)
    let thread = WorkerThread {
      index.build(file, isSequence: isSequence, deepest: deepest)
    }
    if thread == nil { index.build(file, isSequence: isSequence, deepest: deepest) }
    defer {
      index.cancel()
      thread?.join()
    }
    try TreeScreen(text, on: screen, usesColour: usesColour).run()
  }

  /// Lines for the tree; the one below them is for words about it.
  var rows: Int { max(1, screen.size.rows - 1) }

  private func run() throws(ConversionError) {
    while !isOver {
      let progress = text.index.progress
      if let failure = progress.failure { throw failure }
      try fulfilWish()
      try draw(status: nil)
      if typedAhead.isEmpty {
        // While the index grows there is something new to show.
        try handle(try screen.nextEvent(timeout: progress.isFinished ? nil : 100))
      } else {
        try handle(typedAhead.removeFirst())
      }
    }
  }

  private func handle(_ event: ScreenEvent) throws(ConversionError) {
    switch event {
    case .end: isOver = true
    case .tick: break
    case .resize:
      try fillScreen()
      try keepCursorInSight()
    default:
      message = nil
      if prompt != nil {
        try handleInPrompt(event)
      } else if panel != nil {
        if case .closed? = panel?.handle(event) { panel = nil }
      } else {
        pendingMove = nil
        try handleKey(event)
      }
    }
  }

  private func handleKey(_ event: ScreenEvent) throws(ConversionError) {
    switch event {
    case .character(let scalar): try handle(scalar)
    case .key(let key): try handle(key)
    default: break
    }
  }

  private func handle(_ key: ScreenEvent.Key) throws(ConversionError) {
    switch key {
    case .up, .control("p"): try moveUp(1)
    case .down, .control("n"): try moveDown(1)
    case .pageUp, .control("b"): try scrollUp(rows)
    case .pageDown, .control("f"): try scrollDown(rows)
    case .control("u"): try scrollUp(max(1, rows / 2))
    case .control("d"): try scrollDown(max(1, rows / 2))
    case .home: try go(to: text.first.place)
    case .end: pendingMove = .lastLine
    case .left: try fold()
    case .right: try unfold()
    case .enter: try toggle(orShow: true)
    case .farDown: pendingMove = .nextSibling
    case .farUp: try goToPreviousSibling()
    case .farLeft, .backspace: try goToParent()
    case .control("c"): isOver = true
    case .escape: search = nil
    default: break
    }
  }

  private func handle(_ scalar: Unicode.Scalar) throws(ConversionError) {
    switch scalar {
    case "q", "Q": isOver = true
    case "j": try moveDown(1)
    case "k": try moveUp(1)
    case "b": try scrollUp(rows)
    case "f": try scrollDown(rows)
    case "g": try go(to: text.first.place)
    case "G": pendingMove = .lastLine
    case "h": try fold()
    case "l": try unfold()
    case " ": try toggle(orShow: false)
    case "0"..."9": try fold(from: Int(scalar.value) - 0x30)
    case "e": try openEverythingHere()
    case "E": try fold(from: .max)
    case "J": pendingMove = .nextSibling
    case "K": try goToPreviousSibling()
    case "H", "u": try goToParent()
    case "/": prompt = (InputLine(prompt: "/", earlier: earlierSearches), true)
    case "?": panel = Self.help
    case "\\": prompt = (InputLine(prompt: "\\", earlier: earlierSearches), false)
    case "n": try searchAgain(isForward: isSearchForward)
    case "N": try searchAgain(isForward: !isSearchForward)
    case "v": try showValue()
    case "y", "c": try copyValue()
    case "p": try copyPath()
    default: message = "\(String(scalar).printable) means nothing here; ? shows what does"
    }
  }

  var earlierSearches: [String] { search.map { [$0.word] } ?? [] }
}
