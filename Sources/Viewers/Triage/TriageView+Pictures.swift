import ConverterCore
import FairyLibrary

// The room between the first line and the last ones: pictures, and what stands beside them.
extension TriageView {
  /// How many photos are decoded before somebody comes to them.
  private static let aheadCount = 3
  /// The columns that a picture of a group has at least, and how many are side by side at most.
  private static let leastOfGroup = 24
  private static let mostOfGroup = 4
  /// The columns from which on the queue stands beside its preview.
  private static let leastOfPair = 60

  /// What is shown there, from left to right, and which pictures are wanted for it.
  func parts(columns: Int, rows: Int, _ frame: inout TriageFrame) -> [BodyPart] {
    guard rows > 0, columns > 0 else { return [] }
    let room = Room(row: 0, column: 0, columns: columns, rows: rows)
    switch mode {
    case .photos, .gathering: return photoParts(room, &frame)
    case .queue(let queue): return queueParts(queue, room, &frame)
    case .groups(let groups): return groupParts(groups, room, &frame)
    }
  }

  private struct Room {
    var row: Int
    var column: Int
    var columns: Int
    var rows: Int

    func wish(_ photo: Photo, _ zoom: PictureZoom = PictureZoom()) -> PictureWish {
      PictureWish(photo.main, columns: columns, rows: rows, zoom: zoom)
    }
  }

  private func photoParts(_ room: Room, _ frame: inout TriageFrame) -> [BodyPart] {
    guard let photo = round.photo else { return [] }
    let parts = [part(photo, room, &frame, zoom)]
    frame.wishes += round.ahead(Self.aheadCount).map { room.wish($0) }
    return parts
  }

  /// A picture in its room, or why there is none.
  private func part(
    _ photo: Photo, _ room: Room, _ frame: inout TriageFrame, _ zoom: PictureZoom = PictureZoom()
  ) -> BodyPart {
    let wish = room.wish(photo, zoom)
    frame.wishes.append(wish)
    let found = pictures.picture(wish)
    if let found {
      facts[photo.main] = found.facts
      shown = (wish, found)
    } else {
      frame.isWaiting = true
    }
    let content = content(of: found ?? substitute(for: wish), photo, room.columns)
    return BodyPart(row: room.row, column: room.column, columns: room.columns, content: content)
  }

  /// What was shown last, where it is the same photo looked at in another way.
  private func substitute(for wish: PictureWish) -> PhotoPicture? {
    guard let shown, shown.wish.file == wish.file, shown.picture.columns <= wish.columns,
      shown.picture.rows <= wish.rows
    else { return nil }
    return shown.picture
  }

  private func content(
    of picture: PhotoPicture?, _ photo: Photo, _ columns: Int
  ) -> BodyPart.Content {
    guard let picture else { return .lines(lines(["…"], columns, .faint)) }
    if let failure = picture.failure {
      return .lines(lines(["cannot be shown: \(failure)"], columns, .red))
    }
    guard case .nothing = picture.content else { return .picture(picture) }
    return .lines(lines(words(of: photo, picture.facts), columns, []))
  }

  /// What is known of a photo, for terminals that show no pictures.
  private func words(of photo: Photo, _ facts: PhotoFacts) -> [String] {
    let known = [
      photo.main.path.nameForPeople, facts.size, Amounts.bytes(photo.byteCount),
      facts.taken ?? photo.fileDate, facts.camera, facts.place, photo.companions,
    ]
    return known.compactMap { $0 }
      + (pictures.areShown ? [] : ["", "This terminal shows no pictures."])
  }

  /// Words, broken to lines that are all so wide.
  private func lines(_ words: [String], _ columns: Int, _ ink: Ink) -> [[UInt8]] {
    words.flatMap { TextWidth.wrapped($0, to: max(1, columns - 2)) }.map { text in
      self.line(" " + text, columns, ink)
    }
  }

  private func line(_ text: String, _ columns: Int, _ ink: Ink) -> [UInt8] {
    var line = ScreenLine(width: columns, usesColour: usesColour)
    line.add(text, in: columns, .left, ink)
    return line.finished()
  }

  // MARK: The queue

  private func queueParts(
    _ queue: PhotoQueue, _ room: Room, _ frame: inout TriageFrame
  ) -> [BodyPart] {
    guard let photo = queue.photo else { return [] }
    let isWide = room.columns >= Self.leastOfPair
    var (list, preview) = (room, room)
    if isWide {
      list.columns = min(40, room.columns / 2)
      (preview.column, preview.columns) = (list.columns, room.columns - list.columns)
    } else {
      preview.rows = room.rows / 2
      (list.row, list.rows) = (preview.rows, room.rows - preview.rows)
    }
    let picture = part(photo, preview, &frame)
    frame.wishes += queue.ahead.map { preview.wish($0) }
    let names = BodyPart(
      row: list.row, column: 0, columns: list.columns,
      content: .lines(listLines(queue, list.columns, list.rows)))
    return [names, picture]
  }

  private func listLines(_ queue: PhotoQueue, _ columns: Int, _ rows: Int) -> [[UInt8]] {
    let top = max(0, min(queue.cursor - rows / 2, queue.photos.count - rows))
    return queue.photos.indices[top...].prefix(rows).map { index in
      let photo = queue.photos[index]
      return ScreenLine.bar(
        " " + photo.main.path.nameForPeople, Amounts.bytes(photo.byteCount) + " ",
        index == queue.cursor ? .reversed : [], width: columns, usesColour: usesColour)
    }
  }

  // MARK: Groups

  private func groupParts(
    _ groups: PhotoGroups, _ room: Room, _ frame: inout TriageFrame
  ) -> [BodyPart] {
    let photos = groups.photos
    guard !photos.isEmpty else { return [] }
    let most = max(1, min(Self.mostOfGroup, room.columns / Self.leastOfGroup))
    let count = min(most, photos.count)
    let first = groups.member / count * count
    var slot = room
    (slot.columns, slot.rows) = (room.columns / count, max(1, room.rows - 3))
    var parts: [BodyPart] = []
    for index in first..<min(first + count, photos.count) {
      slot.column = (index - first) * slot.columns
      parts.append(part(photos[index], slot, &frame))
      parts.append(label(groups, index, slot))
    }
    frame.wishes += groups.ahead.prefix(most).map { slot.wish($0) }
    return parts
  }

  /// The name of a photo of a group, its size, and whether it is the one that is proposed.
  private func label(_ groups: PhotoGroups, _ index: Int, _ room: Room) -> BodyPart {
    let photo = groups.photos[index]
    let verdict = round.verdict(on: photo)
    var ink = verdict?.ink ?? []
    if index == groups.member { ink.formUnion([.reversed, .bold]) }
    let size = groups.look(index).map { "\($0.width)×\($0.height), " } ?? ""
    let best = groups.isBest(index) ? "★ best: \(groups.group?.reason ?? "")" : ""
    let lines = [
      line(" \(verdict?.mark ?? "")\(photo.main.path.nameForPeople)", room.columns, ink),
      line(" \(size)\(Amounts.bytes(photo.byteCount))", room.columns, []),
      line(" \(best)", room.columns, .green),
    ]
    return BodyPart(
      row: room.rows, column: room.column, columns: room.columns, content: .lines(lines))
  }
}
