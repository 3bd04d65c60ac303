import Broker
import ConverterCore
import FairyLibrary
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files that a browser has sent: each in a folder of its own, under its name.
///
/// A file has its name when all of it is on the disk; before, it is called `.part`.
struct Uploads: Sendable {
  /// One that has arrived.
  struct Upload: Sendable {
    /// As the broker knows it.
    let path: FilePath
    let name: String
    let byteCount: Int
    /// In seconds since 1970.
    let arrived: Int
  }

  private let folder: FilePath
  static let word = ".work/uploads"
  fileprivate static let partName = ".part"

  /// - Parameter work: the work folder.
  ///
  /// Removes what was arriving when the service ended.
  init(in work: FilePath) {
    folder = work.appending("uploads")
    guard let all = try? OpenFolder(path: folder), let items = try? all.items() else { return }
    for item in items {
      let part = try? all.folder(item.name).status(of: Array(Self.partName.utf8))
      if part.flatMap({ $0 }) != nil { all.removeTree(String(decoding: item.name, as: UTF8.self)) }
    }
  }

  /// A file that is arriving.
  final class Arriving {
    private let number: String
    private let name: String
    private let all: OpenFolder
    private let folder: OpenFolder
    private let file: FileDescriptor

    fileprivate init(_ number: String, _ name: String, in all: OpenFolder) throws {
      (self.number, self.name, self.all) = (number, name, all)
      try all.makeFolder(Array(number.utf8), mode: 0o700)
      folder = try all.folder(Array(number.utf8))
      file = try folder.open(
        Array(Uploads.partName.utf8), O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    }

    deinit { try? file.close() }

    /// Takes more of the file.
    func append(_ bytes: [UInt8]) throws(ConversionError) {
      do {
        try file.writeAll(bytes.span)
      } catch {
        throw Uploads.unwritten(error)
      }
    }

    /// Gives the file, which has arrived, its name.
    ///
    /// - Returns: its path, as the broker knows it. It is on the disk then.
    func finish() throws(ConversionError) -> FilePath {
      do {
        try file.syncData()
        try folder.rename(Array(Uploads.partName.utf8), to: Array(name.utf8))
        try folder.sync()
        try all.sync()
      } catch {
        throw Uploads.unwritten(error)
      }
      return FilePath("\(Uploads.word)/\(number)").appending(name)
    }

    /// Takes back a file that does not arrive whole.
    func abandon() { all.removeTree(number) }
  }

  /// Begins to take a file.
  ///
  /// - Parameter name: what the browser calls it; folders in it are left out.
  /// - Throws: `writeFailed`.
  func begin(_ name: String) throws(ConversionError) -> Arriving {
    do {
      let number = Secret.random(bytes: 8).hexadecimal
      return try Arriving(number, Self.usable(name), in: try OpenFolder(path: folder))
    } catch {
      throw Self.unwritten(error)
    }
  }

  /// Where an upload is.
  ///
  /// - Parameter upload: as the broker knows it.
  /// - Throws: `inputNotFound` for what is no upload.
  func path(of upload: FilePath) throws(ConversionError) -> FilePath {
    var rest = upload
    guard rest.removePrefix(FilePath(Self.word)), rest.components.count == 2,
      !rest.components.contains(where: { $0.kind != .regular })
    else { throw ConversionError(.inputNotFound, "is no file that was added", file: upload) }
    return folder.pushing(rest)
  }

  /// Removes an upload.
  func remove(_ upload: FilePath) {
    guard let path = try? path(of: upload), let all = try? OpenFolder(path: folder),
      let number = path.removingLastComponent().lastComponent
    else { return }
    all.removeTree(number.string)
  }

  /// Copies an open file to the uploads.
  ///
  /// - Returns: its path, as the broker knows it.
  /// - Throws: `writeFailed`, `readFailed`.
  func copy(of file: SentFile, named name: String) throws(ConversionError) -> FilePath {
    let arriving = try begin(name)
    do throws(ConversionError) {
      try file.readAll { (bytes) throws(ConversionError) in try arriving.append(bytes) }
      return try arriving.finish()
    } catch {
      arriving.abandon()
      throw error
    }
  }

  /// All that have arrived, the newest first.
  func all() -> [Upload] {
    guard let all = try? OpenFolder(path: folder), let items = try? all.items() else { return [] }
    let uploads = items.compactMap { item -> Upload? in
      guard let own = try? all.folder(item.name), let names = try? own.items(),
        let file = names.first(where: { $0.name != Array(Self.partName.utf8) && !$0.isFolder }),
        let status = try? own.status(of: file.name)
      else { return nil }
      let name = FilePath(cBytes: file.name)
      let path = FilePath(Self.word).appending(String(decoding: item.name, as: UTF8.self))
        .pushing(name)
      return Upload(
        path: path, name: name.lossyText, byteCount: Int(status.st_size),
        arrived: FileTimes(status).modified / 1_000_000_000)
    }
    return uploads.sorted { $0.arrived > $1.arrived }
  }

  /// The last part of a name, without what a name cannot have.
  static func usable(_ name: String) -> String {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    var usable = last.filter { $0 != "\0" && !$0.isNewline }
    while usable.hasPrefix(".") { usable.removeFirst() }
    while usable.utf8.count > 240 { usable.removeFirst() }
    return usable.isEmpty ? "file" : usable
  }

  fileprivate static func unwritten(_ error: any Error) -> ConversionError {
    let isFull = error as? Errno == .noSpace
    return ConversionError(
      .writeFailed,
      isFull ? "the disk is full; nothing was kept of this file" : "could not be written: \(error)",
      cause: error)
  }
}
