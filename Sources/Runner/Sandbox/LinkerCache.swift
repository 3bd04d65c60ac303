import ConverterCore
import SystemPackage

/// What `ldconfig` found in the folders of libraries, those among them that the machine's owner added to
/// `/etc/ld.so.conf`.
///
/// The format is that of glibc's `sysdeps/generic/dl-cache.h` (`struct cache_file_new`, written alone
/// since 2.32): a header of 48 bytes, entries of 24, then the strings that the entries point to.
enum LinkerCache {
  private static let magic = Array("glibc-ld.so.cache1.1".utf8)
  private static let headerSize = 48
  private static let entrySize = 24

  /// The folders of all libraries, each once; none where the cache is of another format.
  static func folders(in cache: FilePath) -> [FilePath] {
    let bytes = contents(of: cache)
    guard bytes.count >= headerSize, bytes.starts(with: magic) else { return [] }
    let count = min(number(bytes, at: 20), (bytes.count - headerSize) / entrySize)
    var folders: [ArraySlice<UInt8>] = []
    for index in 0..<count {
      let start = number(bytes, at: headerSize + index * entrySize + 8)
      guard start < bytes.count, bytes[start] == UInt8(ascii: "/"),
        let end = bytes[start...].firstIndex(of: 0),
        let slash = bytes[start..<end].lastIndex(of: UInt8(ascii: "/")), slash > start
      else { continue }
      let folder = bytes[start..<slash]
      if !folders.contains(where: { $0.elementsEqual(folder) }) { folders.append(folder) }
    }
    // Never the root: it would open everything.
    return folders.map { FilePath(cBytes: $0) }
      .filter { !$0.components.isEmpty }
  }

  /// A little-endian number.
  private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func contents(of path: FilePath) -> [UInt8] {
    guard let file = try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else {
      return []
    }
    defer { try? file.close() }
    let size = (try? file.seek(offset: 0, from: .end)) ?? 0
    let bytes = try? file.bytes(atMost: Int(min(size, 1 << 24)), at: 0)
    return bytes ?? []
  }
}
