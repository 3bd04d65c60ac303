import ConverterCore
import FairyLibrary
import SystemPackage

/// Looks at the photos of folders in the background, for filters and groups that need it.
///
/// What was seen is remembered in the library, so that a folder is looked at once.
final class PhotoSurvey: Sendable {
  /// What is known of the photos of a folder so far.
  struct Result: Sendable {
    /// All but films, in the order in which they are shown.
    let photos: [Photo]
    /// By the path of the file that is looked at.
    var looks: [FilePath: PhotoLook] = [:]
    /// How many were looked at.
    var count = 0
    /// Those that show the same; `nil` until all were looked at.
    var groups: [PhotoGroup]?

    /// A photo with what was seen of it.
    func seen(_ photo: Photo) -> SeenPhoto { SeenPhoto(photo, looks[photo.main.path]) }
  }

  private struct State {
    /// By folder; few at a time.
    var results: [FilePath: Result] = [:]
    /// Folders to be looked at, the last asked for at the end.
    var wanted: [FilePath] = []
    var isClosed = false
  }

  private let monitor = Monitor(State())
  private let thread: WorkerThread?

  /// How many folders are remembered.
  private static let mostFolders = 4
  /// Photos that are looked at before others hear of it.
  private static let together = 48

  /// - Parameter readers: what looks at photos.
  init(_ readers: PhotoReaders) {
    let monitor = monitor
    thread = WorkerThread {
      BackgroundThread.yieldsToOthers(by: 10)
      Self.work(monitor, readers)
    }
  }

  /// What is known so far; photos that were not looked at yet are looked at from now on.
  ///
  /// - Parameters:
  ///   - folder: that they are in.
  ///   - photos: all of it but films.
  func result(of folder: FilePath, _ photos: [Photo]) -> Result {
    let result = monitor.withLock { state in
      if let known = state.results[folder], known.photos == photos { return known }
      let result = Result(photos: photos)
      if state.results.count >= Self.mostFolders { state.results = [:] }
      state.results[folder] = result
      state.wanted.removeAll { $0 == folder }
      state.wanted.append(folder)
      return result
    }
    monitor.signal()
    return result
  }

  /// What is known without looking at anything.
  func known(of folder: FilePath) -> Result? { monitor.withLock { $0.results[folder] } }

  /// Ends the thread when it has seen what it is looking at; the readers are to be interrupted first.
  func close() {
    monitor.withLock { $0.isClosed = true }
    monitor.broadcast()
    thread?.join()
  }

  private static func work(_ monitor: Monitor<State>, _ readers: PhotoReaders) {
    var opened: PhotoLooks?
    while let (folder, photos) = next(monitor) {
      let looks = opened ?? (try? PhotoLooks(readers.library, reader: readers.looks()))
      opened = looks
      guard let looks, let seen = look(at: photos, of: folder, looks, monitor) else { continue }
      let groups = PhotoGrouper.groups(of: seen)
      monitor.withLock { state in
        guard state.results[folder]?.photos == photos else { return }
        state.results[folder]?.groups = groups
      }
    }
  }

  /// Waits for a folder to look at; `nil` at the end.
  private static func next(_ monitor: Monitor<State>) -> (FilePath, [Photo])? {
    monitor.wait { (state) -> (FilePath, [Photo])?? in
      if state.isClosed { return .some(nil) }
      guard let folder = state.wanted.popLast() else { return nil }
      return (folder, state.results[folder]?.photos ?? [])
    }
  }

  /// - Returns: what was seen; `nil` where somebody wants something else of the folder, or it is the end.
  private static func look(
    at photos: [Photo], of folder: FilePath, _ looks: PhotoLooks, _ monitor: Monitor<State>
  ) -> [SeenPhoto]? {
    var (seen, rest) = ([SeenPhoto](), photos[...])
    while !rest.isEmpty {
      let part = Array(rest.prefix(together))
      rest = rest.dropFirst(together)
      guard let found = try? looks.looks(at: part) else { return nil }
      let added = zip(part, found).map { SeenPhoto($0, try? $1.get()) }
      seen += added
      let count = seen.count
      let goesOn = monitor.withLock { state in
        guard !state.isClosed, state.results[folder]?.photos == photos else { return false }
        state.results[folder]?.count = count
        for one in added { state.results[folder]?.looks[one.photo.main.path] = one.look }
        return true
      }
      guard goesOn else { return nil }
    }
    return seen
  }
}
