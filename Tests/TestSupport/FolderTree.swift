import ConverterCore
import Glibc
import SystemPackage

/// All that is in a folder, as lines to compare: kind, permissions, time, path, content.
public enum FolderTree {
  /// - Parameter times: whether modification times count.
  public static func lines(_ path: String, times: Bool = true) throws -> [String] {
    let root = try OpenFolder(path: FilePath(path))
    var lines = [describe(try root.status(), ".", times)]
    var pending: [(OpenFolder, String)] = [(root, "")]
    while let (folder, prefix) = pending.popLast() {
      for item in try folder.items() {
        guard let status = try folder.status(of: item.name) else { continue }
        let path = prefix + escaped(item.name)
        var line = describe(status, path, times)
        switch status.st_mode & S_IFMT {
        case S_IFDIR: pending.append((try folder.folder(item.name), path + "/"))
        case S_IFLNK: line += " -> \(escaped(try folder.target(of: item.name)))"
        case S_IFREG: line += " = \(try digest(folder, item.name, Int(status.st_size)))"
        default: break
        }
        lines.append(line)
      }
    }
    return lines.sorted()
  }

  /// The paths alone.
  public static func paths(_ path: String) throws -> [String] {
    try lines(path, times: false).map { line in
      String(line.split(separator: " ", maxSplits: 2)[2].split(separator: " ")[0])
    }.filter { $0 != "." }.sorted()
  }

  private static func describe(_ status: stat, _ path: String, _ times: Bool) -> String {
    let kind =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: "folder"
      case S_IFREG: "file"
      case S_IFLNK: "link"
      default: "special"
      }
    // Links have permissions on some systems, which mean nothing.
    let mode = kind == "link" ? "-" : String(status.st_mode & 0o7777, radix: 8)
    let time = times ? " @\(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)" : ""
    return "\(kind) \(mode) \(path)\(time)"
  }

  /// The content where it is short, else its length and a hash.
  private static func digest(_ folder: OpenFolder, _ name: [UInt8], _ size: Int) throws -> String {
    let file: FileDescriptor
    do throws(Errno) {
      file = try folder.open(name, O_RDONLY)
    } catch {
      return "(unreadable)"
    }
    defer { try? file.close() }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { buffer.deallocate() }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var short: [UInt8] = []
    while case let count = try file.read(into: buffer), count > 0 {
      if size <= 32 { short += buffer[..<count] }
      for byte in buffer[..<count] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return size <= 32 ? "\"\(escaped(short))\"" : "\(size) bytes, \(hash)"
  }

  private static func escaped(_ bytes: [UInt8]) -> String {
    bytes.reduce(into: "") { text, byte in
      text +=
        (0x21..<0x7F).contains(byte)
        ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16)
    }
  }
}
