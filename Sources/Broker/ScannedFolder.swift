import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A folder in which a scanner puts its sheets; each of them gets a folder of its own then, as files that browsers send have.
struct ScannedFolder {
  private let parent: OpenFolder
  private let parentPath: FilePath
  private let name = "scan-" + Secret.random(bytes: 8).hexadecimal

  /// - Throws: `cannotCreateOutput`.
  init(in parent: FilePath) throws(ConversionError) {
    parentPath = parent
    do throws(Errno) {
      self.parent = try OpenFolder(path: parent)
      try self.parent.makeFolder(Array(name.utf8), mode: 0o700)
    } catch {
      throw ConversionError(
        .cannotCreateOutput, "no folder for the sheets could be made: \(error)", file: parent,
        cause: error)
    }
  }

  /// - Parameter fill: puts sheets into a folder; returns their paths, and why no more came.
  /// - Returns: where they are, below the folder that this one is in, and why no more came.
  func filled(
    _ fill: (FilePath) throws(ConversionError) -> (files: [FilePath], failure: ConversionError?)
  ) throws(ConversionError) -> (files: [FilePath], failure: ConversionError?) {
    defer {
      try? parent.folder(Array(name.utf8)).removeContents()
      try? parent.remove(Array(name.utf8), isFolder: true)
    }
    let (files, failure) = try fill(parentPath.appending(name))
    var places: [FilePath] = []
    do throws(Errno) {
      let own = try parent.folder(Array(name.utf8))
      for file in files {
        guard let sheet = file.lastComponent.map({ Array($0.string.utf8) }) else { continue }
        let number = Secret.random(bytes: 8).hexadecimal
        try parent.makeFolder(Array(number.utf8), mode: 0o700)
        try own.rename(sheet, to: sheet, in: try parent.folder(Array(number.utf8)))
        places.append(FilePath(number).appending(String(decoding: sheet, as: UTF8.self)))
      }
    } catch {
      throw ConversionError(
        .writeFailed, "a sheet could not be kept: \(error)", file: parentPath, cause: error)
    }
    return (places, failure)
  }
}
