import ConverterCore
import FairyLibrary
import SystemPackage

/// Recognises the words of photos in the background, one photo after the other, and makes notes of them.
///
/// Which photos wait stands in the journal: those with the verdict `text` that have no note. So nothing is lost where the
/// program is stopped.
final class PhotoTexts: Sendable {
  /// How far it is.
  struct Progress: Sendable {
    /// How many wait, with the one that is being read.
    var waiting = 0
    /// Why photos have no note, by where they are.
    var failed: [FilePath: String] = [:]
  }

  private struct State {
    var waiting: [Photo] = []
    var isReading = false
    var failed: [FilePath: String] = [:]
    var isClosed = false
  }

  private let monitor = Monitor(State())
  private let thread: WorkerThread?

  /// - Parameter folders: those whose photos may be read.
  init(_ readers: PhotoReaders, _ folders: ServedFolders) {
    let monitor = monitor
    thread = WorkerThread {
      BackgroundThread.yieldsToOthers(by: 19)
      Self.work(monitor, readers, folders)
    }
  }

  /// Takes photos that are in served folders.
  func read(_ photos: [Photo]) {
    monitor.withLock { state in
      let known = Set(state.waiting)
      state.waiting += photos.filter { !known.contains($0) }
      for photo in photos { state.failed[photo.main.path] = nil }
    }
    monitor.signal()
  }

  var progress: Progress {
    monitor.withLock { state in
      Progress(waiting: state.waiting.count + (state.isReading ? 1 : 0), failed: state.failed)
    }
  }

  /// Ends the thread; the readers are to be interrupted first.
  func close() {
    monitor.withLock { $0.isClosed = true }
    monitor.broadcast()
    thread?.join()
  }

  private static func work(
    _ monitor: Monitor<State>, _ readers: PhotoReaders, _ folders: ServedFolders
  ) {
    let left = folders.named.isEmpty ? [] : (try? unread(readers.library, folders)) ?? []
    monitor.withLock { $0.waiting = left + $0.waiting }
    while let photo = next(monitor) {
      var failure: String?
      do throws(ConversionError) {
        let looks = try PhotoLooks(readers.library, reader: readers.looks())
        let notes = try NoteBook(readers.library).take([photo], with: readers.texts(), looks)
        if case .failure(let error)? = notes.first { failure = error.message }
      } catch {
        failure = error.code == .interrupted ? nil : error.message
      }
      let reason = failure
      monitor.withLock { state in
        state.isReading = false
        state.failed[photo.main.path] = reason
      }
    }
  }

  private static func next(_ monitor: Monitor<State>) -> Photo? {
    monitor.wait { (state) -> Photo?? in
      if state.isClosed { return .some(nil) }
      guard !state.waiting.isEmpty else { return nil }
      state.isReading = true
      return state.waiting.removeFirst()
    }
  }

  /// Photos of served folders whose words were wanted when the program was stopped.
  private static func unread(
    _ library: DocumentLibrary, _ folders: ServedFolders
  ) throws(ConversionError) -> [Photo] {
    let (triage, notes) = (try Triage(library), try NoteBook(library))
    var photos: [Photo] = []
    for folder in folders.named {
      let place = try TriagePlace(FilePath(folder.word), in: folders)
      photos += triage.photos(with: .text, in: [place.path]).filter { photo in
        place.holds(photo) && triage.refusal(of: photo) == nil && notes.note(of: photo) == nil
      }
    }
    return photos
  }
}
