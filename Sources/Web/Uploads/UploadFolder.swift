import ConverterCore
import FairyLibrary
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The folder of one upload: the file under its name when all of it is on the disk, `.part` before.
///
/// `.upload` says what an upload that comes in pieces is called and how large it gets. One that comes with a form has none.
struct UploadFolder: Sendable {
  /// What `.upload` says.
  struct Record: Sendable, Equatable {
    let parts: [String]
    let byteCount: Int

    var name: String { parts.joined(separator: "/") }

    var json: JSONValue {
      .object([
        .init("parts", .array(parts.map { .string($0) })), .init("bytes", .integer(byteCount)),
      ])
    }

    init(parts: [String], byteCount: Int) { (self.parts, self.byteCount) = (parts, byteCount) }

    init?(_ json: JSONValue) {
      guard let count = json["bytes"]?.int, count >= 0 else { return nil }
      let parts = (json["parts"]?.elements ?? []).compactMap(\.text)
      // Names in the work folder are written by this process alone; they are looked at again all the same.
      guard !parts.isEmpty, UploadName.parts(parts.joined(separator: "/")) == parts else {
        return nil
      }
      self.init(parts: parts, byteCount: count)
    }
  }

  static let part = Array(".part".utf8)
  private static let record = Array(".upload".utf8)
  private static let mostRecordBytes = 64 << 10

  let folder: OpenFolder

  /// What is known of a file that comes in pieces; `nil` for one that comes with a form.
  func readRecord() -> Record? {
    guard let file = try? folder.open(Self.record, O_RDONLY) else { return nil }
    defer { try? file.close() }
    guard let bytes = try? file.bytes(atMost: Self.mostRecordBytes, at: 0),
      let json = try? JSONValue(parsing: bytes)
    else { return nil }
    return Record(json)
  }

  func write(_ record: Record) throws {
    let file = try folder.open(Self.record, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    defer { try? file.close() }
    try file.writeAll(Array("\(record.json)\n".utf8).span)
    try file.syncData()
  }

  /// The folder in which the file is, which a dropped folder may have; made where it is missing.
  func innermost(_ parts: [String], makes: Bool = false) throws(Errno) -> OpenFolder {
    var inner = folder
    for name in parts.dropLast() {
      if makes { try inner.makeFolder(Array(name.utf8), mode: 0o700) }
      inner = try inner.folder(Array(name.utf8))
    }
    return inner
  }

  /// How much of it has arrived, and when last, in seconds since 1970; `nil` where all of it has.
  func arriving() throws(Errno) -> (byteCount: Int, changed: Int)? {
    try innermost(readRecord()?.parts ?? []).status(of: Self.part).map {
      (Int($0.st_size), FileTimes($0).modified / 1_000_000_000)
    }
  }

  /// The file that has arrived: its name, its size, and when that was in seconds since 1970.
  func arrived() -> (name: FilePath, byteCount: Int, when: Int)? {
    if let record = readRecord() {
      let last = Array((record.parts.last ?? "").utf8)
      guard let inner = try? innermost(record.parts),
        let status = try? inner.status(of: last)
      else { return nil }
      return (
        FilePath(record.name), Int(status.st_size), FileTimes(status).modified / 1_000_000_000
      )
    }
    let items = (try? folder.items()) ?? []
    guard let item = items.first(where: { $0.name.first != UInt8(ascii: ".") && !$0.isFolder }),
      let status = try? folder.status(of: item.name)
    else { return nil }
    return (
      FilePath(cBytes: item.name), Int(status.st_size), FileTimes(status).modified / 1_000_000_000
    )
  }
}
