public import ConverterCore
public import SystemPackage

/// Decides on photos: which are kept, which go, and of which the words are wanted.
///
/// All of it stands in the journal of the library, so that it outlives the program and can be undone step by step. Nothing
/// is deleted by a decision: photos to be deleted wait in a queue until ``commit(_:to:refusing:while:)``. A verdict holds for the photo
/// and not for the way in which it was shown: for as long as its files are unchanged, and also where they were renamed.
///
/// It belongs to one thread at a time; other programs may decide at the same time.
public final class Triage {
  private let journal: LibraryJournal
  private var place = LibraryJournal.Place.start
  private var state = TriageState()

  /// Reads what was decided so far.
  ///
  /// - Throws: `readFailed`.
  public init(_ library: DocumentLibrary) throws(ConversionError) {
    journal = LibraryJournal(of: library)
    try refresh()
  }

  /// Reads what others have decided in the meantime.
  public func refresh() throws(ConversionError) {
    var (known, start) = (state, place)
    // Whatever was read so far is read again where this fails.
    (state, place) = (TriageState(), .start)
    start = try journal.read(
      from: start, kinds: TriageState.kinds, restart: { known = TriageState() },
      { known.apply($0) })
    (state, place) = (known, start)
  }

  /// Adds to the journal, and takes over what was added.
  private func write<Result>(
    _ body: (JournalWriter) throws(ConversionError) -> Result
  ) throws(ConversionError) -> Result {
    do throws(ConversionError) {
      let result = try journal.write { (writer) throws(ConversionError) in
        try refresh()
        return try body(writer)
      }
      try refresh()
      return result
    } catch {
      // What was taken back of the journal may have been read.
      (place, state) = (.start, TriageState())
      try? refresh()
      throw error
    }
  }

  // MARK: Verdicts

  /// The verdict on a photo as it is now; `nil` where there is none.
  public func verdict(on photo: Photo) -> Verdict? { state.decided(on: photo.main)?.verdict }

  /// Decides on photos: one step, which can be undone.
  ///
  /// - Parameters:
  ///   - verdict: `nil` to take back what was decided, as for one that is taken out of the queue.
  ///   - photos: those that it is for.
  public func decide(_ verdict: Verdict?, on photos: [Photo]) throws(ConversionError) {
    try decide([(verdict, photos)])
  }

  /// Decides on photos in different ways: one step all the same.
  ///
  /// - Parameters:
  ///   - decisions: what is decided on which photos.
  ///   - request: what whoever asks calls it; what has been done for a request is not done again for it.
  /// - Returns: whether anything was done.
  @discardableResult
  public func decide(
    _ decisions: [(verdict: Verdict?, photos: [Photo])], request: String? = nil
  ) throws(ConversionError) -> Bool {
    let decisions = decisions.filter { !$0.photos.isEmpty }
    guard !decisions.isEmpty else { return false }
    return try write { (writer) throws(ConversionError) in
      if let request, state.requests.contains(request) { return false }
      let step = state.next
      for (verdict, photos) in decisions {
        try writer.append(
          PhotosDecided(step: step, verdict: verdict, photos: photos, request: request))
      }
      return true
    }
  }

  /// Takes back the last steps, however long ago they were made.
  ///
  /// - Parameters:
  ///   - count: how many.
  ///   - folders: only steps on photos in these; none for all.
  ///   - request: what whoever asks calls it; what has been done for a request is not done again for it.
  /// - Returns: the files of each step that was taken back, the last step first; fewer than `count` where there are no more.
  @discardableResult
  public func undo(
    _ count: Int = 1, in folders: [FilePath] = [], request: String? = nil
  ) throws(ConversionError) -> [[FilePath]] {
    try write { (writer) throws(ConversionError) in
      if let request, state.requests.contains(request) { return [] }
      let steps = state.lastSteps(count, in: folders)
      guard !steps.isEmpty else { return [] }
      try writer.append(StepsUndone(steps: steps.map(\.number), request: request))
      return steps.map(\.files)
    }
  }

  /// Takes back all verdicts on photos in folders: one step, which can be undone. What is in the trash stays there.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func startOver(in folders: [FilePath]) throws(ConversionError) -> Int {
    try write { (writer) throws(ConversionError) in
      let count = state.decided(in: folders).count
      if count > 0 { try writer.append(StartedOver(step: state.next, folders: folders)) }
      return count
    }
  }

  // MARK: Sessions

  /// Where somebody was who looked through these folders.
  public func session(of folders: [FilePath]) -> TriageSession {
    let new = TriageSession(folders: folders)
    return state.sessions[new.folders] ?? new
  }

  /// Remembers where somebody is.
  public func keep(_ session: TriageSession) throws(ConversionError) {
    try write { (writer) throws(ConversionError) in try writer.append(session) }
  }

  /// Whether nobody has decided on a photo or looked through a folder yet.
  public var isNew: Bool {
    state.steps.isEmpty && state.sessions.isEmpty && state.commits.isEmpty
  }

  /// How far somebody is with photos.
  public func progress(of photos: [Photo]) -> TriageProgress {
    var progress = TriageProgress(total: photos.count)
    for photo in photos {
      guard let verdict = verdict(on: photo) else { continue }
      progress.counts[verdict, default: 0] += 1
    }
    return progress
  }

  // MARK: The queue

  /// The photos that go with the next commit, those that were decided on first at the beginning.
  ///
  /// - Parameter folders: those that they are in; none for all.
  public func queue(in folders: [FilePath] = []) -> [Photo] {
    photos(with: .delete, in: folders)
  }

  /// The photos that have a verdict, those that were decided on first at the beginning.
  ///
  /// - Parameters:
  ///   - verdict: the last one on them.
  ///   - folders: those that they are in; none for all.
  public func photos(with verdict: Verdict, in folders: [FilePath] = []) -> [Photo] {
    state.decided(in: folders).filter { $0.verdict == verdict }.map(\.photo)
  }

  /// The bytes that would be free once photos were deleted: a file that has another name frees nothing.
  public func freedByteCount(of photos: [Photo]) -> Int {
    var freed = FreedBytes()
    for photo in photos {
      for file in photo.files { freed.add(file, of: file.nameCount) }
    }
    return freed.count
  }

  /// Why a photo of the queue would not be moved to the trash; `nil` where it would.
  public func refusal(of photo: Photo) -> ConversionError? {
    for file in photo.files {
      guard let now = file.now else {
        return ConversionError(.inputNotFound, "is not there any more", file: file.path)
      }
      guard now.isSame(as: file) else {
        return ConversionError.changedSinceDecision.about(file.path)
      }
    }
    return nil
  }

  /// Moves the photos of the queue to the trash of the desktop, each with all of its files or not at all.
  ///
  /// The journal has the photos before the first is moved, so that nothing is lost where the program is stopped: what is in
  /// the trash then is known by the next commit.
  ///
  /// - Parameters:
  ///   - folders: those that they are in; none for all.
  ///   - trash: where they go.
  ///   - refusal: why a photo is not to be moved; `nil` where it is.
  ///   - goesOn: called after each photo; `false` ends the commit there.
  /// - Returns: what was moved, and what was not and why; both empty for an empty queue.
  public func commit(
    _ folders: [FilePath] = [], to trash: DesktopTrash,
    refusing refusal: (Photo) -> ConversionError? = { _ in nil },
    while goesOn: (CommitReport) -> Bool = { _ in true }
  ) throws(ConversionError) -> CommitReport {
    try write { (writer) throws(ConversionError) in
      try settle(trash, writer)
      var report = CommitReport(number: state.next)
      let photos = queue(in: folders).filter { photo in
        guard let reason = refusal(photo) else { return true }
        report.refused.append(reason)
        return false
      }
      guard !photos.isEmpty else { return report }
      try writer.append(CommitBegun(commit: report.number, photos: photos))
      try writer.sync()
      for photo in photos {
        try trash.move(photo, &report, writer)
        if !goesOn(report) { break }
      }
      trash.sync()
      try writer.append(CommitEnded(commit: report.number))
      return report
    }
  }

  /// Finishes commits that were stopped: what is in the trash as a whole counts, all else is brought back.
  private func settle(_ trash: DesktopTrash, _ writer: JournalWriter) throws(ConversionError) {
    for commit in state.commits where !commit.isEnded {
      let known = Set(commit.trashed.compactMap { $0.files.first?.file.path })
      for photo in commit.photos where !known.contains(photo.main.path) {
        guard let found = trash.settle(photo) else { continue }
        try writer.append(PhotoTrashed(commit: commit.number, photo: found))
      }
      try writer.append(CommitEnded(commit: commit.number))
    }
    try writer.sync()
    try refresh()
  }

  // MARK: The trash

  /// What can be brought back, the last commit first.
  public var commits: [TrashedCommit] {
    state.commits.reversed().filter { !$0.trashed.isEmpty }.map {
      TrashedCommit(number: $0.number, time: $0.time, photos: $0.trashed)
    }
  }

  /// Brings photos of a commit back from the trash, each with all of its files or not at all, and never over something.
  ///
  /// - Parameters:
  ///   - number: which commit; `nil` for the last.
  ///   - trash: where they are.
  ///   - refusal: why a photo is not to be brought back; `nil` where it is.
  /// - Throws: `inputNotFound` where there is no such commit, or nothing of it is left.
  public func restore(
    commit number: Int? = nil, from trash: DesktopTrash,
    refusing refusal: (TrashedPhoto) -> ConversionError? = { _ in nil }
  ) throws(ConversionError) -> RestoreReport {
    try write { (writer) throws(ConversionError) in
      try settle(trash, writer)
      guard let commit = commits.first(where: { number == nil || $0.number == number }) else {
        throw ConversionError(
          .inputNotFound,
          number.map { "nothing of commit \($0) can be brought back" }
            ?? "nothing can be brought back: no photo was moved to the trash")
      }
      var report = RestoreReport(number: commit.number)
      for photo in commit.photos {
        if let reason = refusal(photo) {
          report.refused.append(reason)
          continue
        }
        do throws(ConversionError) {
          try trash.moveBack(photo)
        } catch {
          report.refused.append(error)
          continue
        }
        report.restored.append(photo)
        let path = photo.files.first?.file.path ?? ""
        try writer.append(PhotoRestored(commit: commit.number, path: path))
      }
      return report
    }
  }
}
