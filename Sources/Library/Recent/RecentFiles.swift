public import ConverterCore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What was opened last: `recent.ndjson` in the folder of a library.
///
/// It is nobody's truth: a line is added without waiting for the disk, and of two programs that shorten the list at once one
/// may lose a line of the other. The settings say whether anything is remembered, and what is left out.
public struct RecentFiles: Sendable {
  private static let name = "recent.ndjson"
  /// From how many bytes on the list is shortened, and how many files it has then.
  private static let enoughBytes = 1 << 16
  private static let mostKept = 200
  /// The most bytes that are read.
  private static let mostBytes = 1 << 22

  private let library: DocumentLibrary

  public init(of library: DocumentLibrary) { self.library = library }

  /// Where the list is.
  private var path: FilePath { library.path.appending(Self.name) }

  /// Remembers a file, unless the settings say otherwise.
  ///
  /// - Throws: `readFailed`, `damagedInput` for the settings; `writeFailed`.
  public func remember(_ file: RecentFile) throws(ConversionError) {
    guard let path = file.input.path else { return }
    let settings = try library.settings()
    guard settings.keepsRecent, !settings.foldersLeftOut.contains(where: { Self.has(path, in: $0) })
    else { return }
    do {
      let list = try library.folder.open(
        Array(Self.name.utf8), O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
      defer { try? list.close() }
      try list.writeAll(Array("\(file.json)\n".utf8).span)
      guard let size = list.status?.st_size, size > Self.enoughBytes else { return }
      try replace(try all())
    } catch {
      throw OpenFolder.unwritten(error).about(self.path)
    }
  }

  /// The settings may name a folder by a link.
  private static func has(_ path: FilePath, in folder: FilePath) -> Bool {
    folder.contains(path) || folder.resolved?.contains(path) == true
  }

  /// What was opened, each file once, the last at the beginning.
  ///
  /// - Throws: `readFailed`; `damagedInput` where it is no list of a believable size.
  public func all() throws(ConversionError) -> [RecentFile] {
    let bytes: [UInt8]
    do throws(ConversionError) {
      bytes = try library.folder.bytes(of: Self.name, most: Self.mostBytes)
    } catch {
      guard error.cause as? Errno != .noSuchFileOrDirectory else { return [] }
      throw error.about(path)
    }
    var (files, seen) = ([RecentFile](), Set<String>())
    for line in bytes.split(separator: UInt8(ascii: "\n")).reversed() {
      guard files.count < Self.mostKept else { break }
      // A damaged line is one that was torn, or that somebody has changed.
      guard let json = try? JSONValue(parsing: Array(line)), let file = RecentFile(line: json),
        seen.insert(JSONValue.object(file.input.members("path")).description).inserted
      else { continue }
      files.append(file)
    }
    return files
  }

  /// Forgets a file.
  ///
  /// - Throws: `readFailed`, `damagedInput`, `writeFailed`.
  public func forget(_ input: Request.Input) throws(ConversionError) {
    let kept = try all().filter { $0.input != input }
    do throws(ConversionError) {
      try replace(kept)
    } catch {
      throw error.about(path)
    }
  }

  /// Forgets all.
  public func clear() throws(ConversionError) {
    do {
      try library.folder.remove(Array(Self.name.utf8), isFolder: false)
    } catch .noSuchFileOrDirectory {
    } catch {
      throw OpenFolder.unwritten(error).about(path)
    }
  }

  private func replace(_ files: [RecentFile]) throws(ConversionError) {
    let new = Self.name + ".new"
    // So short that it is a while until it is shortened again, however long paths are.
    var (lines, size) = ([String](), 0)
    for file in files where size < Self.enoughBytes / 2 {
      lines.append("\(file.json)\n")
      size += lines[lines.count - 1].utf8.count
    }
    let text = lines.reversed().joined()
    try library.folder.makeFile(new, mode: 0o600) { try $0.writeAll(Array(text.utf8).span) }
    do {
      try library.folder.rename(Array(new.utf8), to: Array(Self.name.utf8))
    } catch {
      throw OpenFolder.unwritten(error)
    }
  }
}
