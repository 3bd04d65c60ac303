public import ConverterCore
import FairyLibrary

// What is shown.
extension TriageView {
  /// What a screen of a size shows now, and the pictures that it wants.
  public func frame(_ size: ScreenSize) -> TriageFrame {
    let width = size.columns
    rows = size.rows
    var frame = TriageFrame()
    let room = max(0, size.rows - 1 - endLines(of: size).count)
    // What is known of a photo comes with its picture.
    let parts = parts(columns: width, rows: room, &frame)
    frame.lines =
      [titleLine(width)] + BodyPart.lines(parts, rows: room) + endLines(of: size)
    if panel != nil {
      panel?.draw(over: &frame.lines, width: width, usesColour: usesColour)
    } else {
      frame.pictures = parts.compactMap { $0.placed(below: 1) }
    }
    return frame
  }

  private func line(_ width: Int) -> ScreenLine {
    ScreenLine(width: width, usesColour: usesColour)
  }

  // MARK: The first line

  private func titleLine(_ width: Int) -> [UInt8] {
    let (left, right, ink) = title
    return ScreenLine.bar(" " + left, right + " ", ink, width: width, usesColour: usesColour)
  }

  private var title: (left: String, right: String, ink: Ink) {
    switch mode {
    case .photos: return photoTitle
    case .queue(let queue):
      return (
        "queue: \(queue.photos.count.photos) to be deleted",
        queue.photos.isEmpty ? "" : "\(queue.cursor + 1)/\(queue.photos.count)", [.reversed, .red]
      )
    case .gathering: return ("groups", "", .reversed)
    case .groups(let groups):
      let kind = groups.group.map { ": \($0.kind.words)" } ?? ""
      return (
        "group \(groups.place + 1) of \(groups.groups.count)\(kind)", groups.photos.count.photos,
        .reversed
      )
    }
  }

  private var photoTitle: (left: String, right: String, ink: Ink) {
    guard let photo = round.photo else { return ("no photos", "", .reversed) }
    let verdict = round.verdict(on: photo)
    let closer = zoom.factor > 1 ? "\(zoom.factor)× · " : ""
    let decided = verdict.map { "\($0.words) · " } ?? ""
    return (
      photo.main.path.nameForPeople, "\(closer)\(decided)\(round.cursor + 1)/\(round.photos.count)",
      verdict.map { $0.ink.union(.reversed) } ?? .reversed
    )
  }

  // MARK: The last lines

  /// What is practised, what is known of the photo, how far somebody is, and the keys; less where there are few rows.
  private func endLines(of size: ScreenSize) -> [[UInt8]] {
    let width = size.columns
    var lines = practiceLines(width)
    lines.append(factsLine(width))
    if size.rows >= 8 { lines.append(progressLine(width)) }
    return lines + [keys.line(width: width, usesColour: usesColour)]
  }

  private func practiceLines(_ width: Int) -> [[UInt8]] {
    guard isPractising, case .photos = mode else { return [] }
    return (practice?.lines ?? []).map { text, isDone in
      var line = line(width)
      line.add(" " + text, isDone ? [.green, .faint] : .yellow)
      return line.finished()
    }
  }

  private var keys: KeyLine {
    switch mode {
    case .photos: zoom.factor > 1 ? .zoomed : .photos
    case .queue: .queue
    case .gathering: KeyLine([.init(key: "Esc", word: "back", short: "back")])
    case .groups: .groups
    }
  }

  private func factsLine(_ width: Int) -> [UInt8] {
    var line = line(width)
    if question != nil, case .queue(let queue) = mode {
      line.add(" Move \(queue.photos.count.photos) to the trash? ", [.bold, .red])
      line.add("Y/N", [.bold, .reversed])
    } else if let note {
      line.add(" \(note)", in: width, .left, .yellow)
    } else if let photo = currentPhoto {
      line.add(" " + words(of: photo).joined(separator: " · "), in: width, .left)
    }
    return line.finished()
  }

  /// The photo that keys are for.
  private var currentPhoto: Photo? {
    switch mode {
    case .photos, .gathering: round.photo
    case .queue(let queue): queue.photo
    case .groups(let groups): groups.photo
    }
  }

  /// What is known of a photo: its size, when, where and with what it was taken.
  private func words(of photo: Photo) -> [String] {
    let known = facts[photo.main]
    var refusal: String?
    if case .queue = mode { refusal = task.triage.refusal(of: photo)?.message }
    return [
      refusal, task.reasons[photo.main.path], Amounts.bytes(photo.byteCount),
      known?.taken ?? photo.fileDate, known?.place, known?.size, known?.camera, photo.companions,
    ].compactMap { $0 }.filter { !$0.isEmpty }
  }

  /// How far somebody is; of the queue the button that commits it.
  private func progressLine(_ width: Int) -> [UInt8] {
    switch mode {
    case .queue(let queue): return buttonLine(queue, width)
    case .gathering(let gathering):
      var line = line(width)
      line.add(" looked at \(gathering.done.grouped) of \(gathering.total.grouped) ")
      addBar(&line, gathering.done, of: gathering.total)
      return line.finished()
    case .photos, .groups: return counterLine(width)
    }
  }

  private func counterLine(_ width: Int) -> [UInt8] {
    var line = line(width)
    line.add(" \(round.decided.grouped)/\(round.photos.count.grouped)", .bold)
    let words: [(Verdict, String)] = [(.keep, "kept"), (.delete, "deleted"), (.text, "text")]
    for (verdict, word) in words {
      line.add(width < 60 ? " " : " · ", .faint)
      line.add("\((round.counts[verdict] ?? 0).grouped) \(word)", verdict.ink)
    }
    line.add(" ")
    addBar(&line, round.decided, of: round.photos.count)
    return line.finished()
  }

  private func addBar(_ line: inout ScreenLine, _ count: Int, of total: Int) {
    let room = min(40, line.room - 1)
    guard room >= 4, total > 0 else { return }
    let full = room * count / total
    line.add(String(repeating: "█", count: full), .green)
    line.add(String(repeating: "░", count: room - full), .faint)
  }

  private func buttonLine(_ queue: PhotoQueue, _ width: Int) -> [UInt8] {
    var line = line(width)
    guard !queue.photos.isEmpty else {
      line.add(" nothing is to be deleted", .faint)
      return line.finished()
    }
    let freed = Amounts.bytes(queue.freedByteCount)
    let words = [
      " C: move \(queue.photos.count.photos) to the trash, which frees \(freed) ",
      " C: to the trash, frees \(freed) ",
    ]
    line.add(" ")
    line.add(words.first { TextWidth.columns(of: $0) < width } ?? words[1], [.reversed, .red])
    return line.finished()
  }

  // MARK: Help

  var help: TextPanel {
    let keys: [(String, String)] = [
      ("←", "to be deleted: the photo goes into the queue, and nothing is deleted before a commit"),
      ("→", "kept"), ("↑ ↓", "kept, and its words become a note"),
      ("Space", "closer, up to 5 times; arrows move what is seen, Esc shows the whole photo"),
      ("N P", "the next photo, the one before, without a decision; Home, End"),
      ("U", "takes back the last step, and those before it, also of earlier sessions"),
      ("Q", "the queue: what is to be deleted; X takes one out, → keeps it, C commits"),
      ("G", "photos that show the same, side by side; Tab chooses one, A keeps the best"),
      ("Esc", "back, and in the end out; all that was decided is kept"),
    ]
    let width = keys.map { TextWidth.columns(of: $0.0) }.max() ?? 0
    let paragraphs = keys.map { key, words in
      let gap = String(repeating: " ", count: width - TextWidth.columns(of: key) + 2)
      return TextPanel.Paragraph(key + gap, words)
    }
    return TextPanel(title: "keys", paragraphs)
  }
}
