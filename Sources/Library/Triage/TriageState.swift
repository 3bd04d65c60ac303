import ConverterCore
import SystemPackage

/// What the journal says of photos, line by line.
struct TriageState {
  /// A verdict, and the file that it is on.
  struct Decided {
    /// The step that made it, or the commit that ended it.
    let step: Int
    let verdict: Verdict?
    /// The file as it was then, and the photo that it belongs to.
    let file: PhotoFile
    let photo: Photo
  }

  /// A commit, as far as it got.
  struct Commit {
    let number: Int
    let time: StoredDate
    /// What was to be moved.
    let photos: [Photo]
    var trashed: [TrashedPhoto] = []
    var isEnded = false
  }

  static let kinds: Set<String> = [
    PhotosDecided.kind, StepsUndone.kind, StartedOver.kind, TriageSession.kind, CommitBegun.kind,
    PhotoTrashed.kind, CommitEnded.kind, PhotoRestored.kind,
  ]

  /// What was decided on each file, the last at the end.
  private var history: [FilePath: [Decided]] = [:]
  /// Where files were that are looked for under another name.
  private var places: [Node: FilePath] = [:]
  /// The files of each step that counts, in the order of the steps.
  private(set) var steps: [(number: Int, files: [FilePath])] = []
  private(set) var commits: [Commit] = []
  private(set) var sessions: [[FilePath]: TriageSession] = [:]
  /// The requests that were done.
  private(set) var requests: Set<String> = []
  /// The number of the next step or commit.
  private(set) var next = 1

  private struct Node: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  mutating func apply(_ line: JournalLine) {
    if let decision = line.record(PhotosDecided.self) {
      decide(decision.step, decision.verdict, decision.photos)
      if let request = decision.request { requests.insert(request) }
    } else if let undone = line.record(StepsUndone.self) {
      undo(Set(undone.steps))
      if let request = undone.request { requests.insert(request) }
    } else if let start = line.record(StartedOver.self) {
      decide(start.step, nil, decided(in: start.folders).map(\.photo))
    } else if let session = line.record(TriageSession.self) {
      sessions[session.folders] = session
    } else {
      applyCommit(line)
    }
  }

  private mutating func applyCommit(_ line: JournalLine) {
    if let begun = line.record(CommitBegun.self) {
      next = max(next, begun.commit + 1)
      commits.append(
        Commit(number: begun.commit, time: line.time ?? .now, photos: begun.photos))
    } else if let moved = line.record(PhotoTrashed.self) {
      change(moved.commit) { $0.trashed.append(moved.photo) }
      // Undoing the step that put it into the queue does not bring it back.
      let photo = Photo(moved.photo.files.map(\.file))
      if let photo { note(moved.commit, nil, photo) }
    } else if let ended = line.record(CommitEnded.self) {
      change(ended.commit) { $0.isEnded = true }
    } else if let restored = line.record(PhotoRestored.self) {
      change(restored.commit) { commit in
        commit.trashed.removeAll { $0.files.first?.file.path == restored.path }
      }
    }
  }

  private mutating func change(_ commit: Int, _ body: (inout Commit) -> Void) {
    guard let index = commits.lastIndex(where: { $0.number == commit }) else { return }
    body(&commits[index])
  }

  private mutating func decide(_ step: Int, _ verdict: Verdict?, _ photos: [Photo]) {
    next = max(next, step + 1)
    let files = photos.flatMap { $0.files.map(\.path) }
    if let last = steps.last, last.number == step {
      steps[steps.count - 1].files += files
    } else {
      steps.append((step, files))
    }
    for photo in photos { note(step, verdict, photo) }
  }

  private mutating func note(_ step: Int, _ verdict: Verdict?, _ photo: Photo) {
    for file in photo.files {
      history[file.path, default: []].append(
        Decided(step: step, verdict: verdict, file: file, photo: photo))
      places[Node(device: file.device, inode: file.inode)] = file.path
    }
  }

  private mutating func undo(_ numbers: Set<Int>) {
    for step in steps where numbers.contains(step.number) {
      for path in step.files { history[path]?.removeAll { numbers.contains($0.step) } }
    }
    steps.removeAll { numbers.contains($0.number) }
  }
}

extension TriageState {
  /// What was decided on a file, wherever it was then; `nil` where nothing counts, or it has changed since.
  func decided(on file: PhotoFile) -> Decided? {
    if let known = history[file.path]?.last, known.file.isUnchanged(from: file) { return known }
    guard let old = places[Node(device: file.device, inode: file.inode)], old != file.path,
      let known = history[old]?.last, known.file.isUnchanged(from: file),
      // Another name of the file is a photo of its own.
      old.status(followsLinks: false) == nil
    else { return nil }
    return known
  }

  /// All photos on which a verdict counts, each once, those that were decided on first at the beginning.
  ///
  /// - Parameter folders: those that they are in; none for all.
  func decided(in folders: [FilePath]) -> [Decided] {
    var all: [Decided] = []
    for (path, entries) in history {
      guard let last = entries.last, last.verdict != nil, last.photo.main.path == path,
        folders.isEmpty || folders.contains(where: { $0.contains(path) })
      else { continue }
      all.append(last)
    }
    return all.sorted { one, other in
      one.step == other.step
        ? one.file.path.bytes.lexicographicallyPrecedes(other.file.path.bytes)
        : one.step < other.step
    }
  }

  /// The last steps that have to do with folders, the last first.
  func lastSteps(_ count: Int, in folders: [FilePath]) -> [(number: Int, files: [FilePath])] {
    var found: [(number: Int, files: [FilePath])] = []
    for step in steps.reversed() where found.count < count {
      let isMeant =
        folders.isEmpty
        || step.files.contains { file in folders.contains { $0.contains(file) } }
      if isMeant { found.append(step) }
    }
    return found
  }
}
