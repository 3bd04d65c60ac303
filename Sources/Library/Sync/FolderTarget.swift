public import ConverterCore
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder of this machine: of a disk, of a network file system. Links in it are not followed.
public struct FolderTarget: SyncTarget {
  private let root: FilePath

  public init(_ root: FilePath) { self.root = root }

  private func opened() throws(ConversionError) -> OpenFolder {
    do {
      return try OpenFolder(path: root)
    } catch .noSuchFileOrDirectory {
      throw ConversionError(
        .readFailed, "is not there: plug in its disk, or make the folder if it is a new one",
        file: root,
        cause: Errno.noSuchFileOrDirectory)
    } catch {
      throw ConversionError(.readFailed, "cannot be opened: \(error)", file: root, cause: error)
    }
  }

  /// Where a name leads; `nil` where a folder on the way is not there.
  private func place(of name: String) throws(ConversionError) -> (folder: OpenFolder, name: String)?
  {
    var folder = try opened()
    let parts = name.split(separator: "/")
    do {
      for part in parts.dropLast() { folder = try folder.folder(Array(part.utf8)) }
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      throw failure(name, error)
    }
    return (folder, String(parts.last ?? ""))
  }

  private func failure(_ name: String, _ error: any Error) -> ConversionError {
    if let error = error as? ConversionError { return error.about(root.appending(name)) }
    return ConversionError(
      .readFailed, "could not be read: \(error)", file: root.appending(name), cause: error)
  }

  public func check() throws(ConversionError) { _ = try opened() }

  public func folders(in folder: String) throws(ConversionError) -> [String] {
    guard let place = try place(of: "\(folder)/.") else { return [] }
    do {
      return try place.folder.items().filter(\.isFolder).map {
        String(decoding: $0.name, as: UTF8.self)
      }
    } catch {
      throw failure(folder, error)
    }
  }

  public func sizes(in folders: [String]) throws(ConversionError) -> [String: Int] {
    var sizes: [String: Int] = [:]
    for folder in folders {
      guard let place = try place(of: "\(folder)/.") else { continue }
      do {
        for item in try place.folder.items() {
          let name = String(decoding: item.name, as: UTF8.self)
          if let size = try place.folder.size(of: name) { sizes["\(folder)/\(name)"] = size }
        }
      } catch {
        throw failure(folder, error)
      }
    }
    return sizes
  }

  public func get(
    _ names: [String], in folder: String, to place: FilePath
  ) throws(ConversionError) {
    for name in names {
      guard let source = try self.place(of: "\(folder)/\(name)") else { continue }
      do {
        let file = try source.folder.open(Array(source.name.utf8), O_RDONLY)
        defer { try? file.close() }
        try place.folderMade(for: name).makeFile(place.appending(name).lastName) {
          try $0.copy(file)
        }
      } catch Errno.noSuchFileOrDirectory {
        continue
      } catch {
        throw failure("\(folder)/\(name)", error)
      }
    }
  }

  public func put(_ files: [SyncFile]) throws(ConversionError) {
    for item in files {
      do {
        let parts = item.name.split(separator: "/")
        var folder = try opened()
        for part in parts.dropLast() { folder = try folder.folderMade(String(part)) }
        let file = try FileDescriptor.open(item.path, .readOnly, options: .closeOnExec)
        defer { try? file.close() }
        try folder.makeFile(String(parts.last ?? "")) { try $0.copy(file) }
        try folder.sync()
      } catch {
        throw Self.unwritten(error).about(root.appending(item.name))
      }
    }
  }

  public func rename(_ moves: [SyncMove]) throws(ConversionError) {
    for move in moves {
      do {
        guard let source = try place(of: move.name), let target = try place(of: move.newName) else {
          throw Errno.noSuchFileOrDirectory
        }
        try source.folder.rename(
          Array(source.name.utf8), to: Array(target.name.utf8), in: target.folder)
        try target.folder.sync()
      } catch {
        throw Self.unwritten(error).about(root.appending(move.name))
      }
    }
  }

  public func remove(_ names: [String]) throws(ConversionError) {
    for name in names {
      guard let place = try place(of: name) else { continue }
      do {
        try place.folder.remove(Array(place.name.utf8), isFolder: false)
      } catch .noSuchFileOrDirectory {
        continue
      } catch {
        throw Self.unwritten(error).about(root.appending(name))
      }
    }
  }

  private static func unwritten(_ error: any Error) -> ConversionError {
    if let error = error as? ConversionError { return error }
    return OpenFolder.unwritten(error)
  }
}

extension FileDescriptor {
  /// Writes all that another file has.
  func copy(_ file: FileDescriptor) throws {
    while case let bytes = try file.bytes(atMost: 1 << 20), !bytes.isEmpty {
      try writeAll(bytes.span)
    }
  }
}

extension FilePath {
  /// The last part of the path.
  var lastName: String { lastComponent?.string ?? "" }

  /// The folder that a name in this folder stands in, which is made.
  func folderMade(for name: String) throws(ConversionError) -> OpenFolder {
    do {
      try makeFolders(mode: 0o700)
      var open = try OpenFolder(path: self)
      for part in name.split(separator: "/").dropLast() { open = try open.folderMade(String(part)) }
      return open
    } catch {
      throw OpenFolder.unwritten(error)
    }
  }
}
