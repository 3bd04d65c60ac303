import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A trash: a folder with `files`, and with `info`, which has for each of them where it was.
struct TrashPlace {
  let path: FilePath
  /// The top folder of the file system that the trash is for; `nil` for the one in the home folder.
  let top: FilePath?
  let files: OpenFolder
  let info: OpenFolder

  static let suffix = ".trashinfo"
  /// The most bytes of a name.
  private static let longestName = 255
  /// The most bytes of an info that is read.
  private static let mostInfo = 1 << 20

  /// Opens a trash, and makes it where it is missing.
  ///
  /// - Parameter folder: its own.
  init(_ path: FilePath, top: FilePath?, in folder: OpenFolder) throws(Errno) {
    (self.path, self.top) = (path, top)
    files = try folder.privateFolder(Array("files".utf8))
    info = try folder.privateFolder(Array("info".utf8))
  }

  /// A path as an info in this trash says it.
  func told(_ path: FilePath) -> [UInt8] {
    guard let top else { return path.bytes }
    let start = top.bytes.count + (top.bytes.last == UInt8(ascii: "/") ? 0 : 1)
    return Array(path.bytes.dropFirst(start))
  }

  /// Notes where a file was, under a name that no other in this trash has.
  ///
  /// - Returns: the name that the file is to get.
  func addInfo(of path: FilePath, at date: String) throws(Errno) -> [UInt8] {
    let text = Array(TrashInfo(path: told(path), date: date).text.utf8)
    for number in 1... {
      let name = Self.name(number, for: path)
      do {
        guard try files.status(of: name) == nil else { continue }
        let file = try info.open(Self.infoName(name), O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        defer { try? file.close() }
        try write(text, to: file)
        return name
      } catch .fileExists {
        continue
      }
    }
    throw .fileExists
  }

  private func write(_ text: [UInt8], to file: FileDescriptor) throws(Errno) {
    do { try file.writeAll(text.span) } catch { throw error as? Errno ?? .ioError }
  }

  func removeInfo(_ name: [UInt8]) { try? info.remove(Self.infoName(name), isFolder: false) }

  /// `IMG.jpg`, `IMG.2.jpg`, `IMG.3.jpg`, shortened to what a name may have with ``suffix`` behind it.
  private static func name(_ number: Int, for path: FilePath) -> [UInt8] {
    let name = path.name
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap {
      $0 > 0 && name.count - $0 <= 16 ? $0 : nil
    }
    let (stem, end) = (name[..<(dot ?? name.count)], name[(dot ?? name.count)...])
    let count = number == 1 ? [] : Array(".\(number)".utf8)
    let room = longestName - suffix.utf8.count - count.count - end.count
    return Array(stem.prefix(room)) + count + end
  }

  private static func infoName(_ name: [UInt8]) -> [UInt8] { name + Array(suffix.utf8) }

  /// The names of what is, or should be, in this trash because it was at a path.
  func names(of path: FilePath) -> [[UInt8]] {
    let wanted = told(path)
    let begin = Self.name(1, for: path).prefix { $0 != UInt8(ascii: ".") }
    return ((try? info.items()) ?? []).map(\.name).filter { name in
      name.starts(with: begin) && name.reversed().starts(with: Self.suffix.utf8.reversed())
        && TrashInfo(text(of: name))?.path == wanted
    }.map { Array($0.dropLast(Self.suffix.utf8.count)) }
  }

  /// Whether there is a file of that name, or nobody can tell.
  func mayHave(_ name: [UInt8]) -> Bool {
    do { return try files.status(of: name) != nil } catch { return true }
  }

  private func text(of info: [UInt8]) -> [UInt8] {
    guard let file = try? self.info.open(info, O_RDONLY) else { return [] }
    defer { try? file.close() }
    return (try? file.bytes(atMost: Self.mostInfo)) ?? []
  }
}

extension OpenFolder {
  /// A folder in this one that belongs to the user, and is made where it is missing.
  ///
  /// - Throws: `notPermitted` where it is somebody else's.
  func privateFolder(_ name: [UInt8]) throws(Errno) -> OpenFolder {
    do { try makeFolder(name, mode: 0o700) } catch .fileExists {}
    let folder = try folder(name)
    guard try folder.status().st_uid == getuid() else { throw .notPermitted }
    return folder
  }

  /// Gives a file another name, which nothing may have.
  ///
  /// - Throws: `fileExists` where something has it.
  func move(_ name: [UInt8], to newName: [UInt8], in other: OpenFolder) throws(Errno) {
    do {
      try renameKeepingOthers(name, to: newName, in: other)
    } catch  where [Errno.invalidArgument, .notSupported, .noFunction].contains(error) {
      guard try other.status(of: newName) == nil else { throw .fileExists }
      try rename(name, to: newName, in: other)
    }
  }
}
