import ConverterCore
import FairyLibrary
import SystemPackage

/// Photos that somebody goes through, what was decided on them, and which of them is looked at.
struct PhotoRound {
  private let triage: Triage
  private let folders: [FilePath]
  private(set) var photos: [Photo] = []
  /// Of each photo.
  private(set) var verdicts: [Verdict?] = []
  private(set) var counts: [Verdict: Int] = [:]
  /// The photo that a file belongs to.
  private var places: [FilePath: Int] = [:]
  /// The photo that is looked at.
  private(set) var cursor = 0
  /// What was decided and is not written yet.
  private var unwritten: [(verdict: Verdict, photo: Photo)] = []

  init(_ task: TriageTask) {
    (triage, folders) = (task.triage, task.folders)
    take(task.photos)
    let known = triage.session(of: folders).cursor.flatMap { places[$0] } ?? 0
    cursor = photos.isEmpty || verdicts[known] == nil ? known : next(after: known - 1) ?? known
  }

  private mutating func take(_ photos: [Photo]) {
    self.photos = photos
    (verdicts, counts, places) = ([], [:], [:])
    verdicts.reserveCapacity(photos.count)
    for (index, photo) in photos.enumerated() {
      for file in photo.files { places[file.path] = index }
      let verdict = triage.verdict(on: photo)
      verdicts.append(verdict)
      if let verdict { counts[verdict, default: 0] += 1 }
    }
  }

  /// How many have a verdict.
  var decided: Int { counts.values.reduce(0, +) }

  /// The photo that is looked at; `nil` where there are none.
  var photo: Photo? { photos.indices.contains(cursor) ? photos[cursor] : nil }

  /// The verdict on a photo, whether it is one of these or not.
  func verdict(on photo: Photo) -> Verdict? {
    places[photo.main.path].map { verdicts[$0] } ?? triage.verdict(on: photo)
  }

  // MARK: Going through

  mutating func move(to index: Int) { cursor = max(0, min(index, photos.count - 1)) }

  /// The next photo without a verdict, from the beginning again where there is none behind.
  func next(after index: Int) -> Int? {
    let start = max(0, min(index + 1, photos.count))
    return verdicts[start...].firstIndex { $0 == nil }
      ?? verdicts[..<start].firstIndex { $0 == nil }
  }

  /// The photos that come next, as far as that can be foreseen.
  func ahead(_ count: Int) -> [Photo] {
    var (found, place) = ([Int](), cursor)
    while found.count < count, let index = next(after: place), index != cursor,
      !found.contains(index)
    {
      found.append(index)
      place = index
    }
    return found.map { photos[$0] }
  }

  // MARK: Deciding

  /// Decides on the photo that is looked at, and goes on to the next without a verdict. ``write()`` makes it last: a disk
  /// may take longer for that than the next photo takes to be shown.
  mutating func decide(_ verdict: Verdict) {
    guard let photo else { return }
    unwritten.append((verdict, photo))
    set(verdict, at: cursor)
    cursor = next(after: cursor) ?? cursor
  }

  /// Writes what was decided.
  ///
  /// - Throws: why a decision could not be written; it is taken back, with those after it, and its photo is looked at.
  mutating func write() throws(ConversionError) {
    let decisions = unwritten
    unwritten = []
    for (index, decision) in decisions.enumerated() {
      do throws(ConversionError) {
        try triage.decide(decision.verdict, on: [decision.photo])
      } catch {
        for lost in decisions[index...] { refresh(lost.photo.main.path) }
        cursor = places[decision.photo.main.path] ?? cursor
        throw error
      }
    }
  }

  /// Decides on photos: one step.
  mutating func decide(
    _ decisions: [(verdict: Verdict?, photos: [Photo])]
  ) throws(ConversionError) {
    try triage.decide(decisions)
    for photo in decisions.flatMap(\.photos) { refresh(photo.main.path) }
  }

  /// Takes back the last step, and goes to its photo.
  ///
  /// - Returns: its files; `nil` where there is nothing to undo.
  mutating func undo() throws(ConversionError) -> [FilePath]? {
    guard let files = try triage.undo(1, in: folders).first else { return nil }
    for path in files { refresh(path) }
    if let place = files.compactMap({ places[$0] }).first { cursor = place }
    return files
  }

  private mutating func refresh(_ path: FilePath) {
    guard let place = places[path] else { return }
    set(triage.verdict(on: photos[place]), at: place)
  }

  private mutating func set(_ verdict: Verdict?, at place: Int) {
    if let old = verdicts[place] { counts[old, default: 0] -= 1 }
    if let verdict { counts[verdict, default: 0] += 1 }
    verdicts[place] = verdict
  }

  /// Leaves out photos that are not there any more.
  mutating func leaveOut(_ gone: Set<FilePath>) {
    let before = photos[..<min(cursor, photos.count)].count { gone.contains($0.main.path) }
    take(photos.filter { !gone.contains($0.main.path) })
    move(to: cursor - before)
  }

  /// Remembers which photo is looked at.
  func keep(filter: String) throws(ConversionError) {
    var session = triage.session(of: folders)
    (session.cursor, session.filter) = (photo?.main.path, filter)
    try triage.keep(session)
  }
}
