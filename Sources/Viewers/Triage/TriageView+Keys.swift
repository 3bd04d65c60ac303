public import ConverterCore
import FairyLibrary

// What keys do.
extension TriageView {
  /// Does what an event asks for.
  ///
  /// - Returns: whether the screen is still wanted.
  public func handle(_ event: ScreenEvent) -> Bool {
    switch event {
    case .end: return false
    case .tick, .resize, .paste: return true
    case .key, .character: break
    }
    note = nil
    guard settle() else { return true }
    if let question {
      answer(question, event)
    } else if panel != nil {
      if case .closed? = panel?.handle(event) { panel = nil }
    } else if event.letter == "?" {
      panel = help
    } else {
      return handleInMode(event)
    }
    return true
  }

  private func handleInMode(_ event: ScreenEvent) -> Bool {
    switch mode {
    case .photos:
      if event == .key(.escape) { return leavePhotos() }
      if zoom.factor > 1 { handleZoomed(event) } else { handlePhotos(event) }
    case .queue(let queue): handle(event, queue)
    case .gathering: if event == .key(.escape) { mode = .photos }
    case .groups(let groups): handle(event, groups)
    }
    return true
  }

  /// Leaves what is on top: the zoom, the practice, the screen.
  private func leavePhotos() -> Bool {
    if zoom.factor > 1 {
      zoom = PictureZoom()
    } else if isPractising {
      practice = nil
    } else {
      return false
    }
    return true
  }

  private func practise(_ step: Practice.Step) {
    practice?.note(step)
    if practice?.isOver ?? false { practice = nil }
  }

  // MARK: Photos

  private func handlePhotos(_ event: ScreenEvent) {
    if let verdict = event.verdict {
      decide(verdict)
    } else if !handleEverywhere(event) {
      handleMoves(event)
    }
  }

  private func decide(_ verdict: Verdict) {
    round.decide(verdict)
    practise(verdict == .text ? .text : .decide)
    noteEnd()
  }

  private func handleMoves(_ event: ScreenEvent) {
    switch event {
    case .character(" "), .character("+"): enlarge(by: 1)
    case .key(.pageDown), .character("n"), .character("N"): round.move(to: round.cursor + 1)
    case .key(.pageUp), .character("p"), .character("P"): round.move(to: round.cursor - 1)
    case .key(.home): round.move(to: 0)
    case .key(.end): round.move(to: .max)
    default: break
    }
  }

  /// Keys that do the same wherever photos are decided on.
  ///
  /// - Returns: whether it was one.
  private func handleEverywhere(_ event: ScreenEvent) -> Bool {
    switch event.letter {
    case "u": undo()
    case "q":
      mode = .queue(PhotoQueue(task))
      practise(.queue)
    case "g": mode = .gathering(GroupGathering(round.photos))
    default: return false
    }
    return true
  }

  private func undo() {
    attempt { () throws(ConversionError) in
      guard let files = try round.undo() else {
        note = "there is nothing to undo"
        return
      }
      practise(.undo)
      let more = files.count > 1 ? " and \((files.count - 1).grouped) more" : ""
      note = "undone: \(files.first?.nameForPeople ?? "all")\(more)"
    }
  }

  // MARK: Zoom

  private func handleZoomed(_ event: ScreenEvent) {
    switch event {
    case .character(" "): enlarge(by: zoom.factor == PictureZoom.factors.upperBound ? -10 : 1)
    case .character("+"): enlarge(by: 1)
    case .character("-"): enlarge(by: -1)
    case .key(.left), .character("h"): pan(-1, 0)
    case .key(.right), .character("l"): pan(1, 0)
    case .key(.up), .character("k"): pan(0, -1)
    case .key(.down), .character("j"): pan(0, 1)
    default: break
    }
  }

  private func enlarge(by count: Int) {
    guard pictures.areShown else {
      note = "this terminal shows no pictures"
      return
    }
    zoom = PictureZoom(zoom.factor + count, x: zoom.x, y: zoom.y)
  }

  /// Moves by a quarter of what is seen, and never beyond the picture.
  private func pan(_ x: Double, _ y: Double) {
    let seen = shown.flatMap { $0.wish.zoom == zoom ? $0.picture : nil }
    zoom = PictureZoom(
      zoom.factor, x: moved(zoom.x, seen?.x, by: x), y: moved(zoom.y, seen?.y, by: y))
  }

  private func moved(_ middle: Double, _ seen: Range<Double>?, by steps: Double) -> Double {
    let half = 1 / Double(2 * zoom.factor)
    let part = seen ?? middle - half..<middle + half
    let share = part.upperBound - part.lowerBound
    let now = (part.lowerBound + part.upperBound) / 2
    return min(max(now + steps * share / 4, share / 2), 1 - share / 2)
  }

  // MARK: The queue

  private func handle(_ event: ScreenEvent, _ queue: PhotoQueue) {
    var queue = queue
    switch event {
    case .key(.escape), .character("q"), .character("Q"):
      mode = .photos
      return noteEnd()
    case .key(.up): queue.move(by: -1)
    case .key(.down): queue.move(by: 1)
    case .key(.pageUp): queue.move(by: -10)
    case .key(.pageDown): queue.move(by: 10)
    case .key(.home): queue.move(toEnd: false)
    case .key(.end): queue.move(toEnd: true)
    case .character("x"), .character("X"): takeOut(&queue, nil)
    case .key(.right): takeOut(&queue, .keep)
    case .character("u"), .character("U"):
      undo()
      queue.refresh(task)
    case .character("c"), .character("C"):
      if queue.photos.isEmpty { note = "the queue is empty" } else { question = .commit }
    default: break
    }
    mode = .queue(queue)
  }

  /// Takes the photo that is looked at out of the queue.
  private func takeOut(_ queue: inout PhotoQueue, _ verdict: Verdict?) {
    guard let photo = queue.photo else { return }
    attempt { () throws(ConversionError) in try round.decide([(verdict, [photo])]) }
    queue.refresh(task)
  }

  private func answer(_ question: Question, _ event: ScreenEvent) {
    self.question = nil
    guard event.letter == "y" else {
      note = "nothing was moved"
      return
    }
    switch question {
    case .commit: commit()
    }
  }

  private func commit() {
    attempt { () throws(ConversionError) in
      let report = try task.triage.commit(task.folders, to: try task.trash())
      round.leaveOut(Set(report.trashed.compactMap { $0.files.first?.file.path }))
      note = report.words
    }
    mode = .queue(PhotoQueue(task))
  }

  // MARK: Groups

  private func handle(_ event: ScreenEvent, _ groups: PhotoGroups) {
    var groups = groups
    defer { if case .groups = mode { mode = .groups(groups) } }
    if let verdict = event.verdict {
      guard let photo = groups.photo else { return }
      attempt { () throws(ConversionError) in try round.decide([(verdict, [photo])]) }
      return groups.moveMember(by: 1)
    }
    switch event {
    case .key(.escape), .character("g"), .character("G"): mode = .photos
    case .key(.tab): groups.moveMember(by: 1)
    case .key(.backTab): groups.moveMember(by: -1)
    case .key(.pageDown), .character("n"), .character("N"): groups.moveGroup(by: 1)
    case .key(.pageUp), .character("p"), .character("P"): groups.moveGroup(by: -1)
    case .character("u"), .character("U"): undo()
    case .character("q"), .character("Q"): mode = .queue(PhotoQueue(task))
    case .character("a"), .character("A"): accept(&groups)
    case .character(let digit):
      if let number = Int(String(digit)) { groups.move(toMember: number - 1) }
    default: break
    }
  }

  /// Keeps the best photo of a group and puts the others into the queue, and goes on to the next group.
  private func accept(_ groups: inout PhotoGroups) {
    guard let (best, others) = groups.proposal else { return }
    attempt { () throws(ConversionError) in
      try round.decide([(.keep, [best]), (.delete, others)])
      note = "\(best.main.path.nameForPeople) is kept, \(others.count.photos) to be deleted"
    }
    groups.moveGroup(by: 1)
  }
}

extension ScreenEvent {
  /// The letter that was typed, in lower case.
  fileprivate var letter: String? {
    guard case .character(let scalar) = self else { return nil }
    return scalar.properties.lowercaseMapping
  }

  /// What an arrow decides.
  fileprivate var verdict: Verdict? {
    switch self {
    case .key(.left): .delete
    case .key(.right): .keep
    case .key(.up), .key(.down): .text
    default: nil
    }
  }
}
