import ArgumentParser
import ConverterCore
import FairyLibrary
import Runner
import SystemPackage

/// Does what `fairy triage` is asked for, and tells of it.
struct TriageActions {
  let library: DocumentLibrary
  let triage: Triage
  let reader: WorkerPhotos
  private let interruption: Interruption
  private let isJSON: Bool

  init(_ work: LibraryWork) throws {
    interruption = try DocumentWork.interruption()
    isJSON = work.output.json
    library = try work.place.library()
    triage = try Triage(library)
    reader = WorkerPhotos(
      runs: WorkerRuns(sandbox: work.sandbox.policy, interruption: interruption),
      limits: work.limits.limits)
  }

  private func tell(_ members: [JSONValue.Member], _ line: @autoclosure () -> String) {
    Console.standard.print(isJSON ? JSONValue.object(members).description : line())
  }

  func note(_ text: String) {
    if !isJSON { Console.standard.note("fairy: \(text)") }
  }

  // MARK: Deciding

  func decide(_ verdict: Verdict?, on paths: [FilePath]) throws {
    var photos: [Photo] = []
    for path in paths { photos.append(try PhotoFolder.photo(at: path)) }
    let maker = NoteMaker(library: library, runs: reader.runs, limits: reader.limits)
    let notes = try verdict == .text ? maker.notes(of: photos) : []
    try triage.decide(verdict, on: photos)
    var failures: [ConversionError] = []
    for (index, photo) in photos.enumerated() {
      var members = photo.main.path.members("path") + [.init("verdict", json(verdict))]
      var words = ""
      if index < notes.count {
        switch notes[index] {
        case .success(let note):
          members.append(.init("note", .string("\(note.number)")))
          words = "  (note \(note.number), \(note.recognized.group.rawValue))"
        case .failure(let error):
          members += [.init("note", .null), .init("error", error.json)]
          failures.append(error)
        }
      }
      let name = "\(photo.main.path.display)\(others(photo))"
      tell(members, "\((verdict?.rawValue ?? "none").padded)  \(name)\(words)")
    }
    if !isJSON { for error in failures { Console.standard.report(error) } }
    try Console.standard.check()
    try end(failures)
  }

  func undo(_ count: Int, in folders: [FilePath]) throws {
    let steps = try triage.undo(count, in: folders)
    for step in steps {
      let paths = step.map { JSONValue.object($0.members("path")) }
      let more = step.count > 1 ? " and \(step.count - 1) more" : ""
      tell([.init("undone", .array(paths))], "undone: \(step.first?.display ?? "all")\(more)")
    }
    if steps.isEmpty { note("there is nothing to undo") }
    try Console.standard.check()
  }

  func startOver(in folders: [FilePath], asks: Bool) throws {
    if asks, Console.errorIsTerminal, !isJSON {
      Console.standard.noteRaw("Take back all that was decided on photos there? [y/N] ")
      guard readLine()?.lowercased().hasPrefix("y") ?? false else {
        throw ConversionError(.interrupted, "nothing was changed")
      }
    }
    let count = try triage.startOver(in: folders)
    tell(
      [.init("takenBack", .integer(count))],
      "\(count == 1 ? "1 verdict was" : "\(count.grouped) verdicts were") taken back; --undo brings them back"
    )
    try Console.standard.check()
  }

  // MARK: Showing

  func list(_ folders: [FilePath], _ filter: PhotoFilter) throws {
    let photos = PhotoFolder.photos(in: folders) { Console.standard.report($0) }
    let pictures = photos.filter { $0.kind != .film }
    if filter.kind == .videos {
      show(photos.filter { $0.kind == .film }.map { SeenPhoto($0, nil) }, [], filter)
    } else {
      let looks = try PhotoLooks(library, reader: reader)
        .looks(at: pictures, progress: progress(pictures.count))
      let seen = zip(pictures, looks).map { SeenPhoto($0, try? $1.get()) }
      show(seen, looks, filter)
    }
    noteProgress(photos)
    try Console.standard.check()
  }

  /// - Parameter looks: of each photo, why nothing was seen of it; none for films.
  private func show(
    _ seen: [SeenPhoto], _ looks: [Result<PhotoLook, ConversionError>], _ filter: PhotoFilter
  ) {
    let groups = PhotoGrouper.groups(of: seen)
    var numbers: [Int: Int] = [:]
    for (number, group) in groups.enumerated() {
      for member in group.members { numbers[member] = number }
    }
    var entries: [TriageEntry] = []
    for (index, photo) in seen.enumerated() {
      let (verdict, number) = (triage.verdict(on: photo.photo), numbers[index])
      guard let reason = filter.reason(photo, verdict: verdict, isGrouped: number != nil) else {
        continue
      }
      var entry = TriageEntry(seen: photo, verdict: verdict, reason: reason)
      if let number {
        (entry.number, entry.group) = (number + 1, groups[number])
        entry.isBest = groups[number].best == index
      }
      if index < looks.count, case .failure(let error) = looks[index] { entry.failure = error }
      entries.append(entry)
    }
    if filter.kind == .duplicates { entries.sort(by: TriageEntry.isGroupedBefore) }
    for entry in entries { tell(entry.members, entry.line) }
  }

  func progress(_ total: Int) -> (Int) -> Void {
    guard Console.errorIsTerminal, !isJSON else { return { _ in } }
    return { count in
      Console.standard.note("fairy: looked at \(count.grouped) of \(total.grouped) photos")
    }
  }

  func noteProgress(_ photos: [Photo]) {
    let progress = triage.progress(of: photos)
    let counts = Verdict.allCases.map { "\((progress.counts[$0] ?? 0).grouped) \($0.rawValue)" }
    note(
      "decided on \(progress.decided.grouped) of \(progress.total.grouped): \(counts.joined(separator: ", "))"
    )
  }

  /// When photos were taken, of those that say so.
  private func datesTaken(_ photos: [Photo]) throws -> [FilePath: String] {
    let pictures = photos.filter { $0.kind != .film && triage.refusal(of: $0) == nil }
    let looks = try PhotoLooks(library, reader: reader)
      .looks(at: pictures, progress: progress(pictures.count))
    let dates = zip(pictures, looks).compactMap { photo, look in
      (try? look.get())?.taken.map { (photo.main.path, $0) }
    }
    return Dictionary(dates) { first, _ in first }
  }

  func showQueue(in folders: [FilePath]) throws {
    let queue = triage.queue(in: folders)
    let taken = try datesTaken(queue)
    for photo in queue {
      let refusal = triage.refusal(of: photo)
      let modified = StoredDate(seconds: photo.main.modified / 1_000_000_000)?.description ?? ""
      let taken = taken[photo.main.path]
      let date = taken.map { "taken \($0.prefix(10))" } ?? "changed \(modified.prefix(10))"
      tell(
        photo.main.path.members("path") + [
          .init("files", .integer(photo.files.count)), .init("bytes", .integer(photo.byteCount)),
          .init("modified", .string(modified)),
          .init("taken", taken.map { .string($0) } ?? .null),
          .init("refused", refusal.map { .string($0.message) } ?? .null),
        ],
        "\(photo.main.path.display)  \(Amounts.bytes(photo.byteCount)), \(date)\(others(photo))"
          + (refusal.map { ": \($0.message)" } ?? ""))
    }
    let bytes = queue.reduce(0) { $0 + $1.byteCount }
    note(
      queue.isEmpty
        ? "the queue is empty"
        : "\(photos(queue.count)), \(Amounts.bytes(bytes)); --commit moves them to the trash")
    try Console.standard.check()
  }

  // MARK: The trash

  func trash() throws(ConversionError) -> DesktopTrash {
    guard let home = DesktopTrash.standardHome else {
      throw ConversionError(
        .usage, "nothing says where the trash is: neither XDG_DATA_HOME nor HOME is set")
    }
    return DesktopTrash(home: home)
  }

  func commit(_ folders: [FilePath]) throws {
    let report = try triage.commit(folders, to: try trash(), while: { _ in !interruption.isRaised })
    for photo in report.trashed { tell(of: photo, "trashed") }
    for error in report.refused { tell(error) }
    tellEnd(of: report)
    try Console.standard.check()
    if interruption.isRaised { throw ConversionError.Code.interrupted.exit }
    try end(report.refused)
  }

  private func tellEnd(of report: CommitReport) {
    if isJSON {
      let end: [JSONValue.Member] = [
        .init("commit", .integer(report.number)), .init("trashed", .integer(report.trashed.count)),
        .init("refused", .integer(report.refused.count)),
        .init("bytes", .integer(report.byteCount)),
        .init("freed", .integer(report.freedByteCount)),
      ]
      return Console.standard.print(JSONValue.object(end).description)
    }
    guard !report.trashed.isEmpty else {
      return note(report.refused.isEmpty ? "the queue is empty" : "no photo was moved")
    }
    let kept = report.byteCount - report.freedByteCount
    let links = kept > 0 ? ", not \(Amounts.bytes(report.byteCount)): the rest has other names" : ""
    note(
      "commit \(report.number) moved \(photos(report.trashed.count)) to the trash; emptying it frees "
        + "\(Amounts.bytes(report.freedByteCount))\(links). --restore brings them back")
  }

  func restore(_ number: Int?) throws {
    let report = try triage.restore(commit: number, from: try trash())
    for photo in report.restored { tell(of: photo, "restored") }
    for error in report.refused { tell(error) }
    note("\(photos(report.restored.count)) of commit \(report.number) came back")
    try Console.standard.check()
    try end(report.refused)
  }

  private func tell(of photo: TrashedPhoto, _ status: String) {
    guard let first = photo.files.first else { return }
    let more = photo.files.count > 1 ? " and \(photo.files.count - 1) beside it" : ""
    tell(
      first.file.path.members("path") + [.init("status", .string(status))]
        + first.path.members("trash"),
      "\(status)  \(first.file.path.display)\(more)")
  }

  private func tell(_ error: ConversionError) {
    guard isJSON else { return Console.standard.report(error) }
    let path = error.file?.members("path") ?? []
    tell(path + [.init("status", .string("failed")), .init("error", error.json)], "")
  }

  private func end(_ errors: [ConversionError]) throws {
    let code = ExitCode(failures: errors.map(\.code))
    if code != .success { throw code }
  }

  // MARK: Words

  private func json(_ verdict: Verdict?) -> JSONValue {
    verdict.map { .string($0.rawValue) } ?? .null
  }

  private func photos(_ count: Int) -> String { count == 1 ? "1 photo" : "\(count.grouped) photos" }

  private func others(_ photo: Photo) -> String {
    let names = photo.files.dropFirst().map { $0.path.lastComponent?.string.printable ?? "" }
    return names.isEmpty ? "" : " with " + names.joined(separator: ", ")
  }
}

extension ConversionError.Code {
  fileprivate var exit: ExitCode { ExitCode(status) }
}

extension String {
  /// So long that the words of verdicts stand below each other.
  var padded: String { self + String(repeating: " ", count: max(0, 6 - count)) }
}
