import Foundation
import TestSupport

/// Another program that reads ZIP archives.
enum Peer: String, CaseIterable, Sendable {
  case unzip, python3, bsdtar
  case sevenZip = "7z"

  static var present: [Peer] { allCases.filter { Places.has(program: $0.rawValue) } }
  static var canDecryptAES: Bool { present.contains(.sevenZip) }

  /// Unpacks `archive` into a new folder.
  ///
  /// - Returns: the folder; `nil` where the program found fault with the archive.
  func unpack(_ archive: [UInt8], password: String? = nil) throws -> ScratchFolder? {
    let folder = try ScratchFolder()
    let file = try ScratchFolder()
    let path = try file.write(archive, to: "archive.zip")
    let words: [String] =
      switch self {
      case .unzip: ["unzip", "-q", path, "-d", folder.path]
      case .python3: ["python3", "-m", "zipfile", "-e", path, folder.path]
      case .bsdtar: ["bsdtar", "-x", "-f", path, "-C", folder.path]
      case .sevenZip: ["7z", "x", "-y", "-p\(password ?? "none")", "-o\(folder.path)", path]
      }
    let result = try Program.run("/usr/bin/env", ["LC_ALL=C.UTF-8"] + words)
    return result.status == 0 ? folder : nil
  }
}

/// What Python's zipfile says of an entry.
struct ListedEntry: Decodable, Equatable {
  var name: String
  var size: Int
  var packed: Int
  var method: Int
  var flags: Int
  var mode: Int
  var crc: Int
  var date: [Int]
  var comment: String
  var version: Int

  /// The entries in the order of the central directory.
  static func list(_ archive: [UInt8]) throws -> [ListedEntry] {
    let file = try ScratchFolder()
    let path = try file.write(archive, to: "archive.zip")
    let result = try Program.run("/usr/bin/env", ["python3", "-c", script, path])
    guard result.status == 0 else { throw Failure(description: result.error) }
    return try JSONDecoder().decode([ListedEntry].self, from: Data(result.output))
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private static let script = """
    import json, sys, zipfile
    z = zipfile.ZipFile(sys.argv[1])
    print(json.dumps([dict(name=i.filename, size=i.file_size, packed=i.compress_size,
      method=i.compress_type, flags=i.flag_bits, mode=i.external_attr >> 16, crc=i.CRC,
      date=list(i.date_time), comment=i.comment.decode(), version=i.extract_version)
      for i in z.infolist()]))
    """
}

extension ScratchFolder {
  struct Status: Equatable {
    var mode: UInt32
    var modified: Int
  }

  /// Mode and time of a file, links not followed.
  func status(_ name: String) -> Status? {
    var status = stat()
    guard lstat(file(name), &status) == 0 else { return nil }
    return Status(mode: status.st_mode, modified: Int(status.st_mtim.tv_sec))
  }
}
