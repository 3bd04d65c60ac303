import ConverterCore
import FairyLibrary
import NIOPosix
import Synchronization
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A file that is being added to.
///
/// Whoever opens it again ends this: what a lost connection still brings is written no more. Threads that answer requests do
/// not wait for the disk; those of a pool do.
final class UploadWriter: Sendable {
  private struct State {
    /// `nil` when it has ended.
    var file: FileDescriptor?
    var offset: Int
    /// How much was added since the disk was looked at last.
    var unchecked = 0
  }

  let id: String
  /// The folders and the name.
  let parts: [String]
  /// How large it gets, where that is known.
  let expected: Int?
  private let own: UploadFolder
  private let uploads: Uploads
  private let state: Mutex<State>

  /// The room on the disk is looked at again after so many bytes.
  private static let bytesBetweenChecks = 1 << 20

  init(
    _ id: String, _ own: UploadFolder, _ parts: [String], _ expected: Int?, of uploads: Uploads
  ) throws(Errno) {
    (self.id, self.own, self.parts, self.expected) = (id, own, parts, expected)
    self.uploads = uploads
    let inner = try own.innermost(parts)
    if let part = try inner.status(of: UploadFolder.part) {
      let file = try inner.open(UploadFolder.part, O_WRONLY)
      state = Mutex(State(file: file, offset: Int(part.st_size)))
    } else {
      // It has arrived.
      state = Mutex(State(file: nil, offset: expected ?? 0))
    }
  }

  deinit { end() }

  /// How many bytes there are.
  var offset: Int { state.withLock { $0.offset } }

  /// Whether all of it has arrived, or somebody else adds to it.
  var hasEnded: Bool { state.withLock { $0.file == nil } }

  /// Closes the file; nothing is added any more.
  func end() {
    state.withLock { state in
      try? state.file?.close()
      state.file = nil
    }
  }

  /// Takes back a file that does not arrive whole.
  func abandon() { try? uploads.delete(id) }

  /// Adds bytes.
  ///
  /// - Throws: `UploadRefusal` for more than was announced, and where the disk gets full; `changedMeanwhile` where somebody else
  ///   adds to it; `writeFailed`.
  func append(_ bytes: [UInt8]) async throws {
    try await blocking { state in
      guard let file = state.file else { throw Self.isTakenOver }
      if let expected = self.expected, bytes.count > expected - state.offset {
        throw UploadRefusal.moreThanAnnounced(expected)
      }
      if state.unchecked >= Self.bytesBetweenChecks || self.expected == nil && state.offset == 0 {
        try self.uploads.check(self.expected == nil ? bytes.count : 0)
        state.unchecked = 0
      }
      try file.writeAll(bytes.span, at: state.offset)
      state.offset += bytes.count
      state.unchecked += bytes.count
      self.uploads.set(self.id, state.offset, of: self.expected ?? state.offset)
    }
  }

  /// Brings what was added to the disk: that much was received for good.
  ///
  /// - Returns: the number of bytes.
  func sync() async throws -> Int {
    try await blocking { state in
      try state.file?.syncData()
      return state.offset
    }
  }

  /// Gives the file, which has arrived, its name.
  ///
  /// - Returns: its path, as the broker knows it. It is on the disk then.
  func finish() async throws -> FilePath {
    let path = FilePath("\(Uploads.word)/\(id)").appending(parts.joined(separator: "/"))
    try await blocking { state in
      guard let file = state.file else { throw Self.isTakenOver }
      try file.syncData()
      let inner = try self.own.innermost(self.parts)
      try inner.rename(UploadFolder.part, to: Array((self.parts.last ?? "file").utf8))
      try inner.sync()
      try self.own.folder.sync()
      try self.uploads.sync()
      try? file.close()
      state.file = nil
      self.uploads.set(self.id, state.offset, of: state.offset)
    }
    uploads.forget(self)
    uploads.events.send(
      "upload",
      [
        "id": .string(id), "state": .string("arrived"),
        "name": .string(parts.joined(separator: "/")), "bytes": .integer(offset),
      ])
    return path
  }

  private static var isTakenOver: ConversionError {
    ConversionError(.changedMeanwhile, "another request goes on with this upload")
  }

  private func blocking<Result: Sendable>(
    _ work: @escaping @Sendable (inout State) throws -> Result
  ) async throws -> Result {
    do {
      return try await NIOThreadPool.singleton.runIfActive { [self] in
        try state.withLock { state in try work(&state) }
      }
    } catch let refusal as UploadRefusal {
      throw refusal
    } catch let error as Errno where [.noSpace, Errno(rawValue: EDQUOT)].contains(error) {
      throw UploadRefusal.diskFull(uploads.room ?? DiskRoom(free: 0, total: 0))
    } catch {
      throw Uploads.unwritten(error)
    }
  }
}
