import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file to convert and where it stands below the folder that was named.
struct FoundInput {
  let input: Request.Input
  /// The folders between the named folder and the file; empty for a file named itself.
  let subfolder: FilePath
  /// Whether a folder walk found it, rather than the user naming it.
  let isFromFolder: Bool
}

/// Turns the words of the command line into files.
enum InputList {
  /// The files that `arguments` name, folders walked in the order of their names.
  ///
  /// Hidden files and folders are left out of walks; links to files are followed, links to folders
  /// are not; sockets, pipes and devices are no files.
  ///
  /// - Parameter unlisted: called for a folder below a named one that cannot be listed.
  /// - Throws: `usage` for a folder without `recursive`, `readFailed` for a named one that cannot be
  ///   listed.
  static func expand(
    _ arguments: [PathArgument], recursive: Bool, unlisted: (ConversionError) -> Void
  ) throws(ConversionError) -> [FoundInput] {
    var found: [FoundInput] = []
    for argument in arguments {
      if argument.isDash {
        found.append(FoundInput(input: .standardInput, subfolder: "", isFromFolder: false))
      } else if isFolder(argument.path, followingLinks: true) {
        guard recursive else {
          throw ConversionError(
            .usage, "is a folder: add -r to convert the files in it", file: argument.path)
        }
        try walk(argument.path, below: "", into: &found, unlisted: unlisted)
      } else {
        found.append(
          FoundInput(input: .file(argument.path), subfolder: "", isFromFolder: false))
      }
    }
    return found
  }

  static func isFolder(_ path: FilePath, followingLinks: Bool) -> Bool {
    kind(path, followingLinks: followingLinks) == S_IFDIR
  }

  /// The type bits of what stands at `path`; `nil` if that cannot be told. A link that leads nowhere
  /// counts as a file, so that opening it says so.
  private static func kind(_ path: FilePath, followingLinks: Bool) -> mode_t? {
    var status = stat()
    if followingLinks, path.withPlatformString({ stat($0, &status) }) == 0 {
      return status.st_mode & S_IFMT
    }
    guard path.withPlatformString({ lstat($0, &status) }) == 0 else { return nil }
    return followingLinks ? S_IFREG : status.st_mode & S_IFMT
  }

  private static func walk(
    _ folder: FilePath, below subfolder: FilePath, into found: inout [FoundInput],
    unlisted: (ConversionError) -> Void
  ) throws(ConversionError) {
    for name in try names(in: folder) {
      let path = folder.appending(name)
      if isFolder(path, followingLinks: false) {
        do {
          try walk(path, below: subfolder.appending(name), into: &found, unlisted: unlisted)
        } catch {
          unlisted(error)
        }
      } else if kind(path, followingLinks: true) == S_IFREG {
        found.append(FoundInput(input: .file(path), subfolder: subfolder, isFromFolder: true))
      }
    }
  }

  /// The names in a folder that do not begin with a dot, sorted.
  private static func names(in folder: FilePath) throws(ConversionError) -> [FilePath.Component] {
    guard let stream = folder.withPlatformString({ opendir($0) }) else {
      let error = Errno(rawValue: errno)
      throw ConversionError(.readFailed, "cannot be listed: \(error)", file: folder, cause: error)
    }
    defer { closedir(stream) }
    var names: [FilePath.Component] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(platformString: $0) }
      }
      // `.` and `..` are no regular components.
      if let component = name.lastComponent, component.kind == .regular,
        !component.string.hasPrefix(".")
      {
        names.append(component)
      }
    }
    return names.sorted { $0.string < $1.string }
  }
}
