import ConverterCore
import FairyLibrary
import SystemPackage

/// What the web process asks about the photos of a served folder, and the answers.
///
/// ```
/// {"id":1,"broker":"triage","ask":"photos","folder":"Photos","filter":"unseen","after":"Photos/a.jpg","count":20}
/// {"id":2,"broker":"triage","ask":"decide","folder":"Photos","request":"3f…:7",
///  "decisions":[{"verdict":"delete","photos":[{"path":"Photos/b.jpg","key":"…"}]}]}
/// {"id":3,"broker":"triage","ask":"undo","folder":"Photos","request":"3f…:8"}
/// ```
///
/// and `progress`, `groups`, `queue`, `commit`, `restore`, `startOver`, `places` and `texts`. Photos are named below served folders; a
/// `key` is what was shown of a file, so that nobody decides on another than was seen. It belongs to one thread.
final class TriageAnswers {
  private let folders: ServedFolders
  let triage: Triage
  let survey: PhotoSurvey
  private let texts: PhotoTexts
  var lists: [FilePath: PhotoList] = [:]

  private enum Question: String, CaseIterable {
    case photos, progress, groups, decide, undo, startOver, queue, commit, restore, places, texts
  }

  init(
    _ library: DocumentLibrary, _ folders: ServedFolders, _ survey: PhotoSurvey, _ texts: PhotoTexts
  ) throws(ConversionError) {
    triage = try Triage(library)
    (self.folders, self.survey, self.texts) = (folders, survey, texts)
  }

  func answer(_ line: JSONValue) throws(ConversionError) -> JSONValue {
    let question: Question = try (line["ask"] ?? .null).choice(of: "ask")
    try triage.refresh()
    switch question {
    case .places: return try names(line)
    case .texts: return textProgress
    case .photos: return try photos(line, try place(line))
    case .progress: return progress(try place(line))
    case .groups: return try groups(line, try place(line))
    case .decide: return try decide(line, try place(line))
    case .undo: return try undo(line, try place(line))
    case .startOver: return try startOver(try place(line))
    case .queue: return queue(try place(line))
    case .commit: return try commit(line, try place(line))
    case .restore: return try restore(line, try place(line))
    }
  }

  /// The folder that a question is about.
  private func place(_ line: JSONValue) throws(ConversionError) -> TriagePlace {
    guard let name = FilePath(line, "folder") else {
      throw ConversionError(.usage, "a question about photos needs a \"folder\"")
    }
    return try TriagePlace(name, in: folders)
  }

  /// The photos of a folder; an old list is made anew, unless it is only needed to find a photo that was shown.
  func list(_ place: TriagePlace, mayBeOld: Bool = false) -> PhotoList {
    if let known = lists[place.path], mayBeOld || !known.isOld { return known }
    if lists.count >= 8 { lists = [:] }
    let list = PhotoList(of: place.path)
    lists[place.path] = list
    return list
  }

  /// How far somebody is with a folder, and what a commit would free.
  func progress(_ place: TriagePlace) -> JSONValue {
    let list = list(place, mayBeOld: true)
    let progress = triage.progress(of: list.photos)
    let queue = triage.queue(in: [place.path])
    return .object(
      Verdict.allCases.map { .init($0.rawValue, .integer(progress.counts[$0] ?? 0)) } + [
        .init("total", .integer(progress.total)), .init("decided", .integer(progress.decided)),
        .init("queued", .integer(queue.count)),
        .init("bytes", .integer(triage.freedByteCount(of: queue))),
        .init("writable", .bool(place.served.isWritable)),
      ])
  }

  // MARK: Deciding

  private func decide(
    _ line: JSONValue, _ place: TriagePlace
  ) throws(ConversionError) -> JSONValue {
    var decisions: [(verdict: Verdict?, photos: [Photo])] = []
    for decision in try (line["decisions"] ?? .null).all(of: "decisions") {
      let word = try (decision["verdict"] ?? .null).text(of: "verdict")
      let verdict = Verdict(rawValue: word)
      guard verdict != nil || word == "none" else {
        throw ConversionError(.usage, "a verdict is keep, delete, text or none")
      }
      let named = try (decision["photos"] ?? .null).all(of: "photos")
      var photos: [Photo] = []
      for one in named { photos.append(try photo(one, place)) }
      decisions.append((verdict, photos))
    }
    let isDone = try triage.decide(decisions, request: line["request"]?.text)
    if isDone {
      for (verdict, photos) in decisions where verdict == .text { texts.read(photos) }
    }
    return .object([.init("done", .bool(isDone)), .init("progress", progress(place))])
  }

  /// A photo that the web process names, as it is now.
  ///
  /// - Throws: `inputNotFound` for what is no photo of the folder; `changedMeanwhile` where it is another than was shown.
  private func photo(
    _ named: JSONValue, _ place: TriagePlace
  ) throws(ConversionError) -> Photo {
    guard let name = FilePath(named, "path"), let path = place.path(of: name) else {
      throw ConversionError(
        .inputNotFound, "is no photo of this folder", file: FilePath(named, "path"))
    }
    var list = list(place, mayBeOld: true)
    if list.places[path] == nil { list = self.list(place) }
    guard let index = list.places[path] else {
      throw ConversionError(.inputNotFound, "is no photo of this folder", file: name)
    }
    let photo: Photo
    do throws(ConversionError) {
      photo = try list.photos[index].now()
    } catch {
      throw error.about(name)
    }
    if let key = named["key"]?.text, key != photo.main.key {
      throw ConversionError(
        .changedMeanwhile, "has changed since it was shown: look at it again", file: name)
    }
    return photo
  }

  private func startOver(_ place: TriagePlace) throws(ConversionError) -> JSONValue {
    let count = try triage.startOver(in: [place.path])
    return .object([.init("count", .integer(count)), .init("progress", progress(place))])
  }

  private func undo(_ line: JSONValue, _ place: TriagePlace) throws(ConversionError) -> JSONValue {
    let steps = try triage.undo(1, in: [place.path], request: line["request"]?.text)
    let known = list(place, mayBeOld: true).places
    let files = steps.flatMap(\.self).filter { known[$0] != nil }.compactMap(place.name(of:))
    return .object([
      .init("undone", .integer(steps.count)),
      .init("photos", .array(files.map { .object($0.members("path")) })),
      .init("progress", progress(place)),
    ])
  }

  // MARK: Notes

  private func names(_ line: JSONValue) throws(ConversionError) -> JSONValue {
    let paths = try (line["photos"] ?? .null).all(of: "photos")
    return .array(
      paths.map { path in
        let name = FilePath(path, "path").flatMap { path in
          folders.named.lazy.compactMap { $0.name(of: path) }.first
        }
        return name.map { .object($0.members("path")) } ?? .null
      })
  }

  private var textProgress: JSONValue {
    let progress = texts.progress
    let failed = progress.failed.compactMap { path, message -> JSONValue? in
      let name = folders.named.lazy.compactMap { $0.name(of: path) }.first
      return name.map { .object($0.members("path") + [.init("message", .string(message))]) }
    }
    return .object([
      .init("waiting", .integer(progress.waiting)), .init("failed", .array(failed)),
    ])
  }
}

extension JSONValue {
  /// The elements of an array.
  ///
  /// - Throws: `usage` for anything else.
  func all(of key: String) throws(ConversionError) -> [JSONValue] {
    guard let elements else { throw ConversionError(.usage, "\"\(key)\" is a list") }
    return elements
  }
}

extension FilePath {
  /// The path in a member; `nil` where there is none.
  init?(_ value: JSONValue, _ key: String) {
    if let digits = value["\(key)Hex"]?.text {
      self.init(hexadecimal: digits)
    } else {
      guard let text = value[key]?.text, !text.isEmpty else { return nil }
      self.init(bytes: Array(text.utf8))
    }
  }
}
