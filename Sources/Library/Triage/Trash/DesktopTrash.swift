import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The trash of the desktop, by the specification of freedesktop.org (version 1.0).
///
/// What is on the file system of the home folder goes to the trash there; what is on another to one at the top of that:
/// `.Trash/UID` where an administrator has made `.Trash` for all, else `.Trash-UID`. Only where neither can be had is a file
/// copied to the trash of the home folder.
public final class DesktopTrash {
  private let home: FilePath
  private let user: UInt32
  /// The trashes that were opened, by the folder that they are at the top of.
  private var places: [FilePath: TrashPlace] = [:]
  private var homePlace: TrashPlace?

  /// - Parameter home: the trash of the home folder.
  public init(home: FilePath) {
    self.home = home
    user = getuid()
  }

  /// `Trash` in `$XDG_DATA_HOME`, or in `~/.local/share`; `nil` where neither variable is set.
  public static var standardHome: FilePath? {
    if let data = Environment.path("XDG_DATA_HOME"), data.isAbsolute {
      return data.appending("Trash")
    }
    guard let home = Environment.path("HOME"), home.isAbsolute else { return nil }
    return home.appending(".local/share/Trash")
  }

  /// A moment in which a program may be stopped.
  package enum Step: Sendable, CaseIterable { case infoAdded, copied, moved }

  /// Hears of each step; where it answers `false`, all is left as it is then, as if the program were stopped.
  package var goesOn: (Step) -> Bool = { _ in true }

  private func reach(_ step: Step) throws(ConversionError) {
    guard goesOn(step) else { throw ConversionError(.interrupted, "was stopped") }
  }

  // MARK: Where

  /// The trash of the file system that a file is on; `nil` where there can be none.
  private func place(for file: PhotoFile) throws(ConversionError) -> TrashPlace? {
    if homeDevice == file.device { return try ofHome() }
    let top = Self.top(of: file)
    if let known = places[top] { return known }
    let made = shared(at: top) ?? own(at: top)
    if let made { places[top] = made }
    return made
  }

  private func ofHome() throws(ConversionError) -> TrashPlace {
    if let homePlace { return homePlace }
    do {
      try home.makeFolders(mode: 0o700)
      let place = try TrashPlace(home, top: nil, in: OpenFolder(path: home))
      homePlace = place
      return place
    } catch {
      throw ConversionError(
        .cannotCreateOutput, "the trash cannot be opened: \(error); nothing was deleted",
        file: home,
        cause: error)
    }
  }

  /// The file system that the trash of the home folder is on, or will be.
  private var homeDevice: UInt64? {
    var path = home
    while true {
      if let status = path.status() { return UInt64(status.st_dev) }
      guard path.removeLastComponent() else { return nil }
    }
  }

  /// The highest folder above a file on its file system.
  private static func top(of file: PhotoFile) -> FilePath {
    var top = file.path.folder
    while let parent = top.parent, let status = parent.status(),
      UInt64(status.st_dev) == file.device
    {
      top = parent
    }
    return top
  }

  /// The user's part of a trash that an administrator has made; the specification wants it sticky, and no link.
  private func shared(at top: FilePath) -> TrashPlace? {
    do {
      let all = try OpenFolder(path: top).folder(Array(".Trash".utf8))
      guard try all.status().st_mode & S_ISVTX != 0 else { return nil }
      let folder = try all.privateFolder(Array("\(user)".utf8))
      return try TrashPlace(top.appending(".Trash/\(user)"), top: top, in: folder)
    } catch {
      return nil
    }
  }

  /// A trash that is the user's alone.
  private func own(at top: FilePath) -> TrashPlace? {
    let name = ".Trash-\(user)"
    do {
      let folder = try OpenFolder(path: top).privateFolder(Array(name.utf8))
      return try TrashPlace(top.appending(name), top: top, in: folder)
    } catch {
      return nil
    }
  }

  // MARK: To the trash

  /// Moves a file to the trash.
  ///
  /// - Throws: `changedMeanwhile` where it is not the file that it was; `writeFailed`: it is where it was then.
  func move(_ file: PhotoFile, at date: String) throws(ConversionError) -> TrashedFile {
    do {
      let (folder, name) = try opened(file)
      if let place = try place(for: file) {
        do {
          return try move(name, in: folder, file, to: place, date)
        } catch Errno.improperLink {
          // A folder that is mounted in another place of the same file system.
        }
      }
      return try copy(name, in: folder, file, to: try ofHome(), date)
    } catch let error as ConversionError {
      throw error.about(file.path)
    } catch {
      throw OpenFolder.unwritten(error).about(file.path)
    }
  }

  /// The folder of a file, and its name, if it is still the same file.
  private func opened(_ file: PhotoFile) throws -> (OpenFolder, [UInt8]) {
    let name = file.path.name
    guard let folder = try? OpenFolder(path: file.path.folder),
      let status = try? folder.status(of: name)
    else { throw ConversionError(.inputNotFound, "is not there any more") }
    guard status.st_mode & S_IFMT == S_IFREG, PhotoFile(file.path, status).isSame(as: file) else {
      throw ConversionError.changedSinceDecision
    }
    return (folder, name)
  }

  private func move(
    _ name: [UInt8], in folder: OpenFolder, _ file: PhotoFile, to place: TrashPlace, _ date: String
  ) throws -> TrashedFile {
    let newName = try place.addInfo(of: file.path, at: date)
    try reach(.infoAdded)
    do {
      try folder.move(name, to: newName, in: place.files)
    } catch {
      place.removeInfo(newName)
      throw error
    }
    try reach(.moved)
    return TrashedFile(file, place, newName, isCopy: false)
  }

  private func copy(
    _ name: [UInt8], in folder: OpenFolder, _ file: PhotoFile, to place: TrashPlace, _ date: String
  ) throws -> TrashedFile {
    let newName = try place.addInfo(of: file.path, at: date)
    do {
      try folder.copyFile(name, to: newName, in: place.files)
    } catch {
      place.removeInfo(newName)
      throw error
    }
    try reach(.copied)
    do throws(Errno) {
      try place.files.sync()
      try folder.remove(name, isFolder: false)
    } catch {
      try? place.files.remove(newName, isFolder: false)
      place.removeInfo(newName)
      throw error
    }
    try reach(.moved)
    return TrashedFile(file, place, newName, isCopy: true)
  }

  // MARK: Back from the trash

  /// Puts a file back where it was; what was noted of it in the trash stays there.
  ///
  /// - Throws: `outputExists` where something is there; `writeFailed`: it is still in the trash then.
  func putBack(_ trashed: TrashedFile) throws(ConversionError) {
    let path = trashed.file.path
    do {
      try path.folder.makeFolders(mode: 0o777)
      let files = try OpenFolder(path: trashed.trash.appending("files"))
      try files.take(trashed.name.bytes, to: path.name, in: OpenFolder(path: path.folder))
    } catch let error as ConversionError {
      throw error.about(path)
    } catch Errno.fileExists {
      throw Self.taken.about(path)
    } catch {
      throw OpenFolder.unwritten(error).about(path)
    }
  }

  /// Puts a file into the trash again that ``putBack(_:)`` took out of it, as far as that can be done.
  func putInTrash(_ trashed: TrashedFile) {
    guard let files = try? OpenFolder(path: trashed.trash.appending("files")),
      let folder = try? OpenFolder(path: trashed.file.path.folder)
    else { return }
    try? folder.take(trashed.file.path.name, to: trashed.name.bytes, in: files)
  }

  func removeInfo(of trashed: TrashedFile) {
    let name = trashed.name.bytes + Array(TrashPlace.suffix.utf8)
    try? OpenFolder(path: trashed.trash.appending("info")).remove(name, isFolder: false)
  }

  private static let taken = ConversionError(
    .outputExists, "stands where the photo was, which is still in the trash")

  /// Whether a file can come back, as far as looking at it tells.
  ///
  /// - Throws: `inputNotFound`, `changedMeanwhile`, `outputExists`.
  func check(_ trashed: TrashedFile) throws(ConversionError) {
    guard let status = trashed.path.status(followsLinks: false) else {
      throw ConversionError(
        .inputNotFound, "is not in the trash any more: that was emptied, or its disk is not there",
        file: trashed.file.path)
    }
    let now = PhotoFile(trashed.path, status)
    guard trashed.isCopy ? now.byteCount == trashed.file.byteCount : now.isSame(as: trashed.file)
    else {
      throw ConversionError(
        .changedMeanwhile,
        "is another file in the trash (\(trashed.path)) than the one that was moved there",
        file: trashed.file.path)
    }
    guard trashed.file.path.status(followsLinks: false) == nil else {
      throw Self.taken.about(trashed.file.path)
    }
  }

  // MARK: After a crash

  /// A file in the trash that a program moved there just before it was stopped.
  func find(_ file: PhotoFile) -> TrashedFile? {
    for place in [try? place(for: file), try? ofHome()].compactMap(\.self) {
      for name in place.names(of: file.path) {
        guard let status = try? place.files.status(of: name) else { continue }
        let found = PhotoFile(file.path, status)
        if found.isSame(as: file) { return TrashedFile(file, place, name, isCopy: false) }
        let isCopy = UInt64(status.st_dev) != file.device && found.isUnchanged(from: file)
        if isCopy { return TrashedFile(file, place, name, isCopy: true) }
      }
    }
    return nil
  }

  /// Removes what a program noted in the trash of a file that it then did not move.
  func forget(_ file: PhotoFile) {
    for place in [try? place(for: file), try? ofHome()].compactMap(\.self) {
      for name in place.names(of: file.path) where !place.mayHave(name) { place.removeInfo(name) }
    }
  }

  /// Brings what was moved to the disk, as far as names go.
  func sync() {
    for place in Array(places.values) + [homePlace].compactMap(\.self) {
      try? place.info.sync()
      try? place.files.sync()
    }
  }
}

extension TrashedFile {
  fileprivate init(_ file: PhotoFile, _ place: TrashPlace, _ name: [UInt8], isCopy: Bool) {
    let name = FilePath(cBytes: name).lastComponent ?? "photo"
    self.init(file: file, trash: place.path, name: name, isCopy: isCopy)
  }
}

extension ConversionError {
  /// Why a file is not deleted that is another than people saw.
  static var changedSinceDecision: ConversionError {
    ConversionError(.changedMeanwhile, "has changed since it was decided on: look at it again")
  }
}

extension FilePath {
  /// The bytes of its last component.
  var name: [UInt8] { lastComponent?.bytes ?? [] }

  /// The folder above; `nil` for the highest.
  fileprivate var parent: FilePath? {
    var copy = self
    return copy.removeLastComponent() ? copy : nil
  }
}

extension FilePath.Component {
  var bytes: [UInt8] { FilePath(root: nil, components: self).bytes }
}

extension OpenFolder {
  /// Moves a file to a name that nothing may have, on another file system, too.
  fileprivate func take(_ name: [UInt8], to newName: [UInt8], in other: OpenFolder) throws {
    do {
      try move(name, to: newName, in: other)
    } catch .improperLink {
      try copyFile(name, to: newName, in: other)
      try remove(name, isFolder: false)
    }
  }

  /// Copies a file with its times, to a name that nothing may have, and to the disk.
  fileprivate func copyFile(_ name: [UInt8], to newName: [UInt8], in other: OpenFolder) throws {
    let source = try open(name, O_RDONLY)
    defer { try? source.close() }
    guard let status = source.status else { throw Errno(rawValue: errno) }
    let target = try other.open(newName, O_WRONLY | O_CREAT | O_EXCL, mode: status.st_mode & 0o777)
    defer { try? target.close() }
    do {
      while true {
        let bytes = try source.bytes(atMost: 1 << 20)
        if bytes.isEmpty { break }
        try target.writeAll(bytes.span)
      }
      target.setTimes(FileTimes(status))
      try target.syncData()
    } catch {
      try? other.remove(newName, isFolder: false)
      throw error
    }
  }
}
