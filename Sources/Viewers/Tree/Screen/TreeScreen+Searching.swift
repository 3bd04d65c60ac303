internal import ConverterCore
import TreeModel

extension TreeScreen {
  func handleInPrompt(_ event: ScreenEvent) throws(ConversionError) {
    guard let isForward = prompt?.isForward else { return }
    switch prompt?.line.handle(event) {
    case .cancelled: prompt = nil
    case .done(let word):
      prompt = nil
      guard let search = TextSearch(word) else { return }
      self.search = search
      isSearchForward = isForward
      try searchAgain(isForward: isForward)
    default: break
    }
  }

  func searchAgain(isForward: Bool) throws(ConversionError) {
    guard let search else {
      message = "nothing is searched for yet; / does"
      return
    }
    let treeSearch = TreeSearch(text, search)
    let found =
      isForward
      ? try treeSearch.next(after: cursor, goOn: goOn)
      : try treeSearch.previous(before: cursor, goOn: goOn)
    switch found {
    case .found(let place, let isAround):
      reveal(place)
      cursor = place
      try keepCursorInSight()
      if isAround {
        message = isForward ? "found again from the start" : "found again from the end"
      }
    case .nothing: message = "\"\(search.word.printable)\" is nowhere in the file"
    case .stopped: message = isOver ? nil : "the search was stopped"
    }
  }

  /// Shows how far a search has come.
  ///
  /// - Returns: whether it is to go on.
  private func goOn(_ offset: Int) throws(ConversionError) -> Bool {
    let waiting = typedAhead.isEmpty ? "" : "; what was typed waits"
    try draw(status: "searching: \(percent(offset)); Esc stops\(waiting)")
    let event = try screen.nextEvent(timeout: 0)
    switch event {
    case .key(.escape), .key(.control("c")):
      typedAhead.removeAll()
      return false
    case .end, .character("q"):
      isOver = true
      return false
    case .tick: return true
    default:
      if typedAhead.count < 256 { typedAhead.append(event) }
      return true
    }
  }
}
