import ConverterCore
package import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Small files of the library, read and written whole.
extension OpenFolder {
  /// The bytes of a regular file in this folder.
  ///
  /// - Throws: `damagedInput` where there is none, or it has more than `most` bytes; `readFailed`.
  func bytes(of name: String, most: Int) throws(ConversionError) -> [UInt8] {
    do {
      let file = try open(Array(name.utf8), O_RDONLY)
      defer { try? file.close() }
      guard let status = file.status, status.st_mode & S_IFMT == S_IFREG else {
        throw ConversionError(.damagedInput, "is no regular file")
      }
      guard status.st_size <= most else {
        throw ConversionError(
          .damagedInput, "has \(status.st_size) bytes, and at most \(most) are read")
      }
      var bytes: [UInt8] = []
      while true {
        let more = try file.bytes(atMost: max(1, Int(status.st_size) - bytes.count + 1))
        if more.isEmpty { return bytes }
        bytes += more
      }
    } catch let error as ConversionError {
      throw error
    } catch Errno.noSuchFileOrDirectory {
      throw ConversionError(.damagedInput, "is missing", cause: Errno.noSuchFileOrDirectory)
    } catch {
      throw ConversionError(.readFailed, "could not be read: \(error)", cause: error)
    }
  }

  /// The size of a regular file in this folder; `nil` where there is none.
  func size(of name: String) throws(Errno) -> Int? {
    guard let status = try status(of: Array(name.utf8)), status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int(status.st_size)
  }

  /// Makes a file in this folder, and brings its bytes to the disk; its name is there after ``sync()``.
  ///
  /// - Parameter fill: writes the bytes.
  func makeFile(
    _ name: String, mode: mode_t = 0o666, fill: (FileDescriptor) throws -> Void
  ) throws(ConversionError) {
    do {
      let file = try open(Array(name.utf8), O_WRONLY | O_CREAT | O_TRUNC, mode: mode)
      defer { try? file.close() }
      try fill(file)
      try file.syncData()
    } catch {
      throw Self.unwritten(error)
    }
  }

  /// Puts a file in the place of another of this name: whoever opens it sees the one or the other whole.
  func replaceFile(_ name: String, with bytes: [UInt8]) throws(ConversionError) {
    let new = name + ".new"
    try makeFile(new) { try $0.writeAll(bytes.span) }
    try moveFile(new, to: name)
  }

  /// Gives a file in this folder another name, on the disk as well; what has that name is replaced.
  func moveFile(_ name: String, to other: String) throws(ConversionError) {
    do {
      try rename(Array(name.utf8), to: Array(other.utf8))
      try sync()
    } catch {
      throw Self.unwritten(error)
    }
  }

  /// Brings the bytes of a file in this folder to the disk, which somebody else has written.
  func syncFile(_ name: String) throws(ConversionError) {
    do {
      let file = try open(Array(name.utf8), O_RDONLY)
      defer { try? file.close() }
      try file.syncData()
    } catch {
      throw Self.unwritten(error)
    }
  }

  /// A folder in this one, which is made where it is missing.
  func folderMade(_ name: String) throws(ConversionError) -> OpenFolder {
    do {
      do {
        return try folder(Array(name.utf8))
      } catch .noSuchFileOrDirectory {
        do { try makeFolder(Array(name.utf8), mode: 0o777) } catch .fileExists {}
        return try folder(Array(name.utf8))
      }
    } catch {
      throw Self.unwritten(error)
    }
  }

  /// The folder once more, with the lock on it.
  ///
  /// - Parameters:
  ///   - patience: how long is waited for another program that has it.
  ///   - busy: what is said where that has it still.
  /// - Throws: `changedMeanwhile`, `writeFailed`.
  func locked(_ patience: Duration, orElse busy: String) throws(ConversionError) -> OpenFolder {
    let end = ContinuousClock.now + patience
    do {
      let own = try OpenFolder(reopening: descriptor)
      while try !own.lock() {
        guard .now < end else { throw ConversionError(.changedMeanwhile, busy) }
        usleep(20_000)
      }
      return own
    } catch {
      throw Self.unwritten(error)
    }
  }

  /// What a failure to write means for people.
  static func unwritten(_ error: any Error) -> ConversionError {
    if let error = error as? ConversionError { return error }
    let reason =
      switch error as? Errno {
      case .noSpace, Errno(rawValue: EDQUOT): "the disk is full"
      case .readOnlyFileSystem: "it is on a disk that can only be read"
      case .permissionDenied, .notPermitted: "the system does not let you write there"
      case .notDirectory, .tooManySymbolicLinkLevels:
        "something that is no folder stands in the place of one"
      default: "\(error)"
      }
    return ConversionError(
      .writeFailed, "could not be changed: \(reason); it is as it was before", cause: error)
  }

  /// Removes a folder in this one with all that is in it, as far as the system lets it.
  package func removeTree(_ name: String) {
    guard let tree = try? folder(Array(name.utf8)) else { return }
    tree.removeContents()
    try? remove(Array(name.utf8), isFolder: true)
  }
}

extension FilePath {
  /// The size of the regular file that stands there; `nil` where there is none.
  var fileSize: Int? {
    guard let status = status(followsLinks: false), status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int(status.st_size)
  }

  /// Makes the folder and those that it is in, where they are missing.
  package func makeFolders(mode: CInt) throws(Errno) {
    guard !isFolder, !makeFolder(mode: mode_t(mode)) else { return }
    let error = Errno(rawValue: errno)
    let parent = removingLastComponent()
    guard error == .noSuchFileOrDirectory, !parent.isEmpty, parent != self else { throw error }
    try parent.makeFolders(mode: mode)
    guard makeFolder(mode: mode_t(mode)) || isFolder else { throw Errno(rawValue: errno) }
  }
}
