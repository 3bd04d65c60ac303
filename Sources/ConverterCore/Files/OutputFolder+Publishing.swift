package import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension OutputFolder {
  /// The result of publishing a folder.
  package struct Publication: Sendable {
    /// What appeared: the folder, or the things that were added to one, without those within them.
    package internal(set) var paths: [FilePath] = []
    /// Things that were left out because something stands in their place.
    package internal(set) var skipped: [FilePath] = []
    package internal(set) var contents = Contents()
  }

  /// Makes the links that were deferred and moves everything into place, all or nothing.
  ///
  /// As with tar and unzip, nothing is synced to the disk first: the input still exists after a power cut. Only what
  /// replaces existing files is synced, so that never both are lost.
  ///
  /// - Parameters:
  ///   - conflict: what happens where something stands already; folders are no conflict when they are
  ///     merged.
  ///   - announce: called with each path right before it appears; what it throws stops the publication.
  /// - Throws: `outputExists`; `unsafeEntry` for a link that leads out, and where things would be written
  ///   through a link that stands in the destination; `cannotCreateOutput`, `writeFailed`. The destination is
  ///   as it was then.
  package func publish(
    conflict: OutputFile.ConflictPolicy = .fail,
    announce: (FilePath) throws(ConversionError) -> Void = { _ in }
  ) throws(ConversionError) -> Publication {
    guard case .staging(let staging) = origin else {
      preconditionFailure("a folder is published by the process that made it")
    }
    defer { staging.remove() }
    var publication = Publication()
    publication.contents = try inspect(staging.folder)
    let single = try single(in: staging.folder)
    try makeLinks(in: staging.folder) { path in
      single?.isFolder == true ? 1 : 0
    }
    try place(staging, single, conflict, &publication, announce)
    return publication
  }

  /// The one thing that takes the place of the folder; `nil` where the folder itself is the result.
  private func single(in root: OpenFolder) throws(ConversionError) -> OpenFolder.Item? {
    guard arrangement == .unwrapped else { return nil }
    do throws(Errno) {
      var items = try root.items()
      var names = Set(items.map(\.name))
      for link in deferredLinks {
        guard let top = link.path.split(separator: UInt8(ascii: "/")).first else { continue }
        if names.insert(Array(top)).inserted {
          items.append(OpenFolder.Item(name: Array(top), isFolder: false))
        }
      }
      guard items.count == 1, !deferredLinks.contains(where: { $0.path == items[0].name }) else {
        return nil
      }
      return items[0]
    } catch {
      throw ConversionError.writing(destination, error)
    }
  }

  private func place(
    _ staging: Staging, _ single: OpenFolder.Item?, _ conflict: OutputFile.ConflictPolicy,
    _ publication: inout Publication, _ announce: (FilePath) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    if arrangement == .merged, let target = try existingFolder(at: destination, follows: true) {
      return try merge(staging, into: target, at: destination, conflict, &publication, announce)
    }
    // The staging folder stands beside the destination.
    let thing = try Thing(staging, single, destination)
    if single == nil { open(staging.folder) }
    var number = 1
    var name = thing.name
    while true {
      let path = thing.path(name)
      if conflict != .rename || !isTaken(name, in: staging.parent) {
        try announce(path)
        let isMoved = try PartialFiles.uninterrupted { () throws(ConversionError) in
          try move(thing, to: name, in: staging.parent)
        }
        if isMoved {
          publication.paths = [path]
          return finish(thing, as: name, staging)
        }
      }
      switch conflict {
      case .fail: throw ConversionError.exists(path)
      case .skip:
        publication.skipped = [path]
        return
      case .rename:
        number += 1
        name = thing.numbered(number)
      case .overwrite:
        if single != nil {
          return try merge(
            staging, into: staging.parent, at: thing.folder, .overwrite, &publication, announce)
        }
        // The name comes from the archive: what the user has there is no way to elsewhere.
        guard let target = try existingFolder(at: path, follows: false) else {
          throw ConversionError(
            .cannotCreateOutput, "is not a folder, and no folder takes its place", file: path)
        }
        return try merge(staging, into: target, at: path, .overwrite, &publication, announce)
      }
    }
  }

  /// Gives the folder itself the permissions of a new one; it was closed to others so far.
  private func open(_ folder: OpenFolder) {
    _ = fchmod(folder.raw, permissions(nil, isFolder: true).rawValue)
  }

  private func isTaken(_ name: [UInt8], in parent: OpenFolder) -> Bool {
    (try? parent.status(of: name)) != nil
  }

  /// The folder at a path; `nil` where there is nothing, or something else.
  private func existingFolder(at path: FilePath, follows: Bool) throws(ConversionError)
    -> OpenFolder?
  {
    do throws(Errno) {
      return try OpenFolder(path: path, follows: follows)
    } catch {
      if error == .noSuchFileOrDirectory || error.isNoFolder { return nil }
      throw ConversionError.creating(path, error)
    }
  }

  /// - Returns: whether the name was free; an empty folder is no more than a name.
  private func move(
    _ thing: Thing, to name: [UInt8], in parent: OpenFolder
  ) throws(ConversionError) -> Bool {
    let status = thing.source.move(thing.sourceName, to: parent, name)
    if status == 0 { return true }
    guard status == EEXIST else {
      throw ConversionError.creating(thing.path(name), Errno(rawValue: status))
    }
    guard thing.isFolder, let there = try? parent.status(of: name),
      there.st_mode & S_IFMT == S_IFDIR
    else { return false }
    return SystemCalls.rename(thing.source, thing.sourceName, to: parent, name) == 0
  }

  /// Sets what would have been in the way of moving.
  private func finish(_ thing: Thing, as name: [UInt8], _ staging: Staging) {
    if thing.source !== staging.folder {
      staging.isPublished()
      return setPermissions(in: staging.folder) { $0 }
    }
    // Another process names the paths: none may lead beside what was moved.
    let source = thing.sourceName
    setPermissions(in: staging.parent) { path in
      let rest = path.dropFirst(source.count)
      guard path.starts(with: source), rest.isEmpty || rest.first == UInt8(ascii: "/") else {
        return nil
      }
      return name + rest
    }
  }
}

extension OutputFolder {
  /// What is moved as a whole: the staging folder, or the one thing in it.
  private struct Thing {
    let source: OpenFolder
    let sourceName: [UInt8]
    /// The name it is to get.
    let name: [UInt8]
    let isFolder: Bool
    /// The folder that it is to be in.
    let folder: FilePath

    init(
      _ staging: Staging, _ single: OpenFolder.Item?, _ destination: FilePath
    ) throws(ConversionError) {
      folder = destination.removingLastComponent()
      if let single {
        source = staging.folder
        sourceName = single.name
        isFolder = single.isFolder
        name = single.name
        return
      }
      source = staging.parent
      sourceName = staging.name
      isFolder = true
      guard let last = destination.lastComponent, last.kind == .regular else {
        throw ConversionError(.outputExists, "is no name for a new folder", file: destination)
      }
      name = FilePath(root: nil, [last]).bytes
    }

    func path(_ name: [UInt8]) -> FilePath {
      guard let component = FilePath(bytes: name)?.lastComponent else { return folder }
      return folder.appending(component)
    }

    func numbered(_ number: Int) -> [UInt8] {
      OpenFolder.Item(name: name, isFolder: isFolder).numbered(number)
    }
  }
}

extension OpenFolder {
  /// Gives a thing another place where nothing stands yet.
  ///
  /// - Returns: 0 or the error number: EEXIST where something does.
  func move(_ name: [UInt8], to target: OpenFolder, _ newName: [UInt8]) -> Int32 {
    let status = SystemCalls.rename(self, name, to: target, newName, .keepExisting)
    guard [EINVAL, ENOSYS].contains(status) else { return status }
    // A file system that cannot look and rename in one step.
    do throws(Errno) {
      if try target.status(of: newName) != nil { return EEXIST }
    } catch {
      return error.rawValue
    }
    return SystemCalls.rename(self, name, to: target, newName)
  }
}
