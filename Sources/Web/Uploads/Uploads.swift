import Broker
import ConverterCore
import FairyLibrary
import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Files that a browser has sent or is sending: each in a folder of its own, an ``UploadFolder``, named by 16 hexadecimal digits.
final class Uploads: Sendable {
  /// One that has arrived.
  struct Upload: Sendable {
    let id: String
    /// As the broker knows it.
    let path: FilePath
    /// With the folders that it was dropped in.
    let name: String
    let byteCount: Int
    /// In seconds since 1970.
    let arrived: Int
  }

  /// What an upload takes of the disk: now, and when all of it has arrived.
  private struct Share {
    var byteCount: Int
    let expected: Int
  }

  static let word = ".work/uploads"
  /// Of all together.
  static let mostBytes = 100_000_000_000
  /// What has not gone on for so long, in seconds, is given up.
  static let patience = 24 * 3600
  private static let timeBetweenChecks = Duration.seconds(3600)

  let events: EventStream
  private let path: FilePath
  private let shares = Mutex<[String: Share]>([:])
  /// The files to which bytes are being added.
  private let writers = Mutex<[String: UploadWriter]>([:])

  /// Removes what did not arrive in time, or with a form that ended with the service.
  ///
  /// - Parameter work: the work folder.
  init(in work: FilePath, _ events: EventStream) {
    (path, self.events) = (work.appending("uploads"), events)
    removeExpired(isStart: true)
    for upload in all() { set(upload.id, upload.byteCount, of: upload.byteCount) }
    Task { [weak self] in
      while self != nil {
        try? await Task.sleep(for: Self.timeBetweenChecks)
        self?.removeExpired(isStart: false)
      }
    }
  }

  /// In bytes, of those that have arrived and of those that are arriving.
  var byteCount: Int { shares.withLock { $0.values.reduce(0) { $0 + $1.byteCount } } }

  /// How much is left on the disk; `nil` where the system does not say.
  var room: DiskRoom? { (try? OpenFolder(path: path)).flatMap { try? DiskRoom(of: $0) } }

  // MARK: What has arrived

  /// All that have arrived, the newest first.
  func all() -> [Upload] {
    folders().compactMap { id, own -> Upload? in
      guard (try? own.arriving()) == nil, let file = own.arrived() else {
        return nil
      }
      return Upload(
        id: id, path: FilePath("\(Self.word)/\(id)").pushing(file.name),
        name: file.name.lossyText, byteCount: file.byteCount, arrived: file.when)
    }.sorted { $0.arrived > $1.arrived }
  }

  /// Deletes one, arrived or not.
  ///
  /// - Throws: `inputNotFound`.
  func delete(_ id: String) throws(ConversionError) {
    _ = try own(id)
    let writer = writers.withLock { $0.removeValue(forKey: id) }
    writer?.end()
    (try? OpenFolder(path: path))?.removeTree(id)
    shares.withLock { $0[id] = nil }
    events.send("upload", ["id": .string(id), "state": .string("deleted")])
  }

  /// Where an upload is.
  ///
  /// - Parameter upload: as the broker knows it.
  /// - Throws: `inputNotFound` for what is no upload.
  func path(of upload: FilePath) throws(ConversionError) -> FilePath {
    var rest = upload
    guard rest.removePrefix(FilePath(Self.word)), rest.components.count >= 2,
      !rest.components.contains(where: { $0.kind != .regular })
    else { throw ConversionError(.inputNotFound, "is no file that was added", file: upload) }
    return path.pushing(rest)
  }

  /// Removes an upload, if it is there.
  ///
  /// - Parameter upload: as the broker knows it.
  func remove(_ upload: FilePath) {
    var rest = upload
    guard rest.removePrefix(FilePath(Self.word)), let id = rest.components.first else { return }
    try? delete(id.string)
  }

  /// Copies an open file to the uploads.
  ///
  /// - Returns: its path, as the broker knows it.
  /// - Throws: `UploadRefusal`, `writeFailed`, `readFailed`.
  func copy(of file: SentFile, named name: String) async throws -> FilePath {
    let arriving = try begin(name)
    do {
      try await file.readAll { try await arriving.append($0) }
      return try await arriving.finish()
    } catch {
      arriving.abandon()
      throw error
    }
  }

  /// The folder of an upload.
  ///
  /// - Throws: `inputNotFound` for an identifier that was not given out.
  func own(_ id: String) throws(ConversionError) -> UploadFolder {
    guard id.utf8.count == 16, id.allSatisfy({ $0.isHexDigit && !$0.isUppercase }),
      let all = try? OpenFolder(path: path), let folder = try? all.folder(Array(id.utf8))
    else { throw ConversionError(.inputNotFound, "there is no such upload") }
    return UploadFolder(folder: folder)
  }

  private func folders() -> [(id: String, own: UploadFolder)] {
    guard let all = try? OpenFolder(path: path), let items = try? all.items() else { return [] }
    return items.compactMap { item in
      guard let folder = try? all.folder(item.name) else { return nil }
      return (String(decoding: item.name, as: UTF8.self), UploadFolder(folder: folder))
    }
  }

  private func removeExpired(isStart: Bool) {
    let all = try? OpenFolder(path: path)
    for (id, own) in folders() {
      let record = own.readRecord()
      guard let part = try? own.arriving() else {
        // A folder with neither a file nor a part of one: the service ended as it was made.
        if isStart, own.arrived() == nil { all?.removeTree(id) }
        continue
      }
      if let record, Clock.seconds - part.changed <= Self.patience {
        if isStart { set(id, part.byteCount, of: record.byteCount) }
      } else if record != nil || isStart {
        if isStart { all?.removeTree(id) } else { try? delete(id) }
      }
    }
  }

  // MARK: What arrives

  /// Makes room for a file.
  ///
  /// - Parameters:
  ///   - parts: its folders and its name.
  ///   - byteCount: how large it gets; `nil` where nobody says, as in a form.
  /// - Returns: its identifier and its folder.
  /// - Throws: `UploadRefusal`, `writeFailed`.
  func make(_ parts: [String], _ byteCount: Int?) throws -> (id: String, own: UploadFolder) {
    try check(byteCount ?? 0)
    do {
      let id = Secret.random(bytes: 8).hexadecimal
      let all = try OpenFolder(path: path)
      try all.makeFolder(Array(id.utf8), mode: 0o700)
      let own = UploadFolder(folder: try all.folder(Array(id.utf8)))
      let inner = try own.innermost(parts, makes: true)
      try inner.open(UploadFolder.part, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600).close()
      if let byteCount {
        try own.write(UploadFolder.Record(parts: parts, byteCount: byteCount))
        try inner.sync()
        try own.folder.sync()
        try all.sync()
      }
      set(id, 0, of: byteCount ?? 0)
      return (id, own)
    } catch {
      throw Self.unwritten(error)
    }
  }

  /// Begins to take a file of which nobody has said how large it is.
  ///
  /// - Parameter name: what the browser calls it; folders in it are left out.
  /// - Throws: `UploadRefusal`, `writeFailed`.
  func begin(_ name: String) throws -> UploadWriter {
    let parts = [UploadName.last(name)]
    let (id, own) = try make(parts, nil)
    return try writer(id, own, parts, nil)
  }

  /// Whether so many bytes more can be taken.
  ///
  /// - Throws: `UploadRefusal`.
  func check(_ more: Int) throws {
    let (expected, missing) = shares.withLock { shares in
      shares.values.reduce((0, 0)) { sum, share in
        (
          sum.0 + max(share.expected, share.byteCount),
          sum.1 + max(0, share.expected - share.byteCount)
        )
      }
    }
    guard more <= Self.mostBytes, expected <= Self.mostBytes - more else {
      throw UploadRefusal.tooLarge(most: Self.mostBytes, used: byteCount)
    }
    guard let room, !room.holds(missing + more) else { return }
    throw UploadRefusal.diskFull(room)
  }

  /// Opens a file to add to it; whoever adds to it ends that.
  ///
  /// - Throws: `inputNotFound`, `writeFailed`.
  func writer(_ id: String) throws(ConversionError) -> UploadWriter {
    let own = try own(id)
    guard let record = own.readRecord() else {
      throw ConversionError(.inputNotFound, "there is no such upload")
    }
    return try writer(id, own, record.parts, record.byteCount)
  }

  func writer(
    _ id: String, _ own: UploadFolder, _ parts: [String], _ expected: Int?
  ) throws(ConversionError) -> UploadWriter {
    writers.withLock { $0.removeValue(forKey: id) }?.end()
    do {
      let writer = try UploadWriter(id, own, parts, expected, of: self)
      writers.withLock { $0.updateValue(writer, forKey: id) }?.end()
      return writer
    } catch {
      throw Self.unwritten(error)
    }
  }

  func forget(_ writer: UploadWriter) {
    writers.withLock { if $0[writer.id] === writer { $0[writer.id] = nil } }
  }

  /// Notes how much of an upload there is.
  func set(_ id: String, _ byteCount: Int, of expected: Int) {
    shares.withLock { $0[id] = Share(byteCount: byteCount, expected: expected) }
  }

  /// Brings the names of the folders to the disk.
  func sync() throws { try OpenFolder(path: path).sync() }

  static func unwritten(_ error: any Error) -> ConversionError {
    if let error = error as? ConversionError { return error }
    let isFull = error as? Errno == .noSpace
    return ConversionError(
      .writeFailed,
      isFull ? "the disk is full; nothing was kept of this file" : "could not be written: \(error)",
      cause: error)
  }
}
