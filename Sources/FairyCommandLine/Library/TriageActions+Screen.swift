import ConverterCore
import FairyLibrary
import Runner
import SystemPackage
import TriageViewer

// Photos on the whole of a terminal.
extension TriageActions {
  /// Shows photos until the user has decided enough.
  func show(
    _ folders: [FilePath], _ filter: PhotoFilter, on terminal: Terminal, _ work: LibraryWork
  ) throws {
    let (photos, reasons) = try chosen(folders, filter)
    guard !photos.isEmpty else { return note("there are no such photos") }
    let usesColour = work.output.style.isEnabled
    let pictures = WorkerPictures(
      on: usesColour ? .ofTerminal : nil, sandbox: work.sandbox.policy, limits: work.limits.limits)
    pictures.start()
    defer { pictures.stop() }
    var task = TriageTask(
      triage, of: folders, photos, filter: filter.kind.rawValue, look: look(), trash: trash)
    task.reasons = reasons
    try TerminalScreen.take(terminal) { (screen) throws(ConversionError) in
      try TriageScreen.run(task, on: screen, showing: pictures, usesColour: usesColour)
    }
    if !pictures.missing.isEmpty { note(Sandbox.note(ofMissing: pictures.missing)) }
    noteProgress(photos)
  }

  /// The photos that a filter shows, and why where it says so.
  private func chosen(
    _ folders: [FilePath], _ filter: PhotoFilter
  ) throws -> (photos: [Photo], reasons: [FilePath: String]) {
    let seen = try candidates(folders, filter)
    let groups = filter.kind == .duplicates ? PhotoGrouper.groups(of: seen) : []
    let grouped = Set(groups.flatMap(\.members))
    var (photos, reasons) = ([Photo](), [FilePath: String]())
    for (index, one) in seen.enumerated() {
      let verdict = triage.verdict(on: one.photo)
      let reason = filter.reason(one, verdict: verdict, isGrouped: grouped.contains(index))
      guard let reason else { continue }
      photos.append(one.photo)
      if !reason.isEmpty { reasons[one.photo.main.path] = reason }
    }
    return (photos, reasons)
  }

  /// All photos, or all films, looked at where the filter needs it.
  private func candidates(_ folders: [FilePath], _ filter: PhotoFilter) throws -> [SeenPhoto] {
    let isFilm = filter.kind == .videos
    let photos = PhotoFolder.photos(in: folders) { Console.standard.report($0) }
      .filter { ($0.kind == .film) == isFilm }
    return try filter.needsLooks && !isFilm ? seen(photos) : photos.map { SeenPhoto($0, nil) }
  }

  private func seen(_ photos: [Photo]) throws(ConversionError) -> [SeenPhoto] {
    let looks = try PhotoLooks(library, reader: reader)
      .looks(at: photos, progress: progress(photos.count))
    return zip(photos, looks).map { SeenPhoto($0, try? $1.get()) }
  }

  /// Looks at some photos; what was seen earlier is read when the first are asked for.
  private func look() -> ([Photo]) throws(ConversionError) -> [SeenPhoto] {
    var known: PhotoLooks?
    var reader = reader
    reader.runs.isQuiet = true
    return { [reader] (photos) throws(ConversionError) in
      let looks: PhotoLooks
      if let known { looks = known } else { looks = try PhotoLooks(library, reader: reader) }
      known = looks
      return zip(photos, try looks.looks(at: photos)).map { SeenPhoto($0, try? $1.get()) }
    }
  }
}
