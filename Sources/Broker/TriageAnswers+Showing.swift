import ConverterCore
import FairyLibrary
import SystemPackage

// The photos that are shown.
extension TriageAnswers {
  private static let mostShown = 200

  /// Photos that a filter shows, from a place on: behind or before a photo, at it, or at the first without a verdict.
  func photos(_ line: JSONValue, _ place: TriagePlace) throws(ConversionError) -> JSONValue {
    var filter = PhotoFilter()
    if let word = line["filter"] { filter.kind = try word.choice(of: "filter") }
    let count = min(try line["count"]?.count(of: "count") ?? 1, Self.mostShown)
    let list = list(place)
    let result = filter.needsLooks ? survey.result(of: place.path, list.pictures) : nil
    let grouped = Set(
      (result?.groups ?? []).flatMap(\.members).compactMap { result?.photos[$0].main.path })
    var shown: [JSONValue] = []
    for photo in try start(line, place, list) where shown.count < count {
      let seen = result?.seen(photo) ?? SeenPhoto(photo, nil)
      let verdict = triage.verdict(on: photo)
      let reason = filter.reason(
        seen, verdict: verdict, isGrouped: grouped.contains(photo.main.path))
      guard let reason else { continue }
      // Who comes back goes on where nothing was decided.
      if isResuming(line), shown.isEmpty, verdict != nil { continue }
      shown.append(entry(photo, place, seen.look, verdict, reason: reason))
    }
    var members: [JSONValue.Member] = [
      .init("photos", .array(shown)), .init("progress", progress(place)),
    ]
    if let result, result.groups == nil { members.append(looking(result)) }
    return .object(members)
  }

  private func isResuming(_ line: JSONValue) -> Bool {
    ["after", "before", "at"].allSatisfy { line[$0] == nil && line["\($0)Hex"] == nil }
  }

  /// Photos in the order in which they are looked through.
  private func start(
    _ line: JSONValue, _ place: TriagePlace, _ list: PhotoList
  ) throws(ConversionError) -> [Photo] {
    for (key, offset) in [("at", 0), ("after", 1), ("before", 0)] {
      guard let name = FilePath(line, key) else { continue }
      guard let index = place.path(of: name).flatMap({ list.places[$0] }) else {
        throw ConversionError(.inputNotFound, "is no photo of this folder", file: name)
      }
      if key == "before" { return list.photos[..<index].reversed() }
      return Array(list.photos[(index + offset)...])
    }
    return list.photos
  }

  private func looking(_ result: PhotoSurvey.Result) -> JSONValue.Member {
    .init(
      "looking",
      .object([
        .init("done", .integer(result.count)), .init("total", .integer(result.photos.count)),
      ]))
  }

  /// A photo as the web process is told of it.
  func entry(
    _ photo: Photo, _ place: TriagePlace, _ look: PhotoLook?, _ verdict: Verdict?,
    reason: String = ""
  ) -> JSONValue {
    var members = (place.name(of: photo.main.path) ?? "").members("path")
    members += [
      .init("key", .string(photo.main.key)), .init("bytes", .integer(photo.byteCount)),
      .init("files", .integer(photo.files.count)),
      .init("modified", .integer(photo.main.modified)),
      .init("film", .bool(photo.kind == .film)),
      .init("verdict", verdict.map { .string($0.rawValue) } ?? .null),
    ]
    if !reason.isEmpty { members.append(.init("reason", .string(reason))) }
    if let look {
      members += [.init("width", .integer(look.width)), .init("height", .integer(look.height))]
      if let taken = look.taken { members.append(.init("taken", .string(taken))) }
      if let camera = look.camera { members.append(.init("camera", .string(camera))) }
    }
    return .object(members)
  }

  // MARK: What shows the same

  /// Groups in which something is not decided on.
  func groups(_ line: JSONValue, _ place: TriagePlace) throws(ConversionError) -> JSONValue {
    let first = try line["from"]?.count(of: "from") ?? 0
    let count = min(try line["count"]?.count(of: "count") ?? 10, Self.mostShown)
    let result = survey.result(of: place.path, list(place).pictures)
    let open = (result.groups ?? []).filter { group in
      group.members.contains { triage.verdict(on: result.photos[$0]) == nil }
    }
    let shown = open.dropFirst(first).prefix(count).map { group -> JSONValue in
      let photos = group.members.map { index -> JSONValue in
        let photo = result.photos[index]
        return entry(
          photo, place, result.looks[photo.main.path], triage.verdict(on: photo),
          reason: index == group.best ? group.reason : "")
      }
      return .object([
        .init("kind", .string(group.kind.rawValue)), .init("photos", .array(photos)),
        .init("best", .integer(group.members.firstIndex(of: group.best) ?? 0)),
      ])
    }
    var members: [JSONValue.Member] = [
      .init("groups", .array(Array(shown))), .init("from", .integer(first)),
      .init("total", .integer(open.count)), .init("progress", progress(place)),
    ]
    if result.groups == nil { members.append(looking(result)) }
    return .object(members)
  }
}
