import ConverterCore
public import SystemPackage

extension FilePath {
  /// The path made absolute, without `.`, `..` and doubled slashes; links are not looked at.
  public var absolute: FilePath { LexicalPath.absolute(self) }
}

/// The bytes of a path made absolute, without `.`, `..` and doubled slashes.
///
/// Links are not looked at: two spellings that this makes equal name one file as long as no `..`
/// follows a link, and two that it leaves different may still lead to one file.
struct LexicalPath {
  private(set) var bytes: [UInt8] = []
  /// Asked for only when a path is relative.
  private lazy var currentFolder = Self.bytesOfCurrentFolder()

  static func absolute(_ path: FilePath) -> FilePath {
    var lexical = LexicalPath()
    lexical.assign(path)
    return FilePath(bytes: lexical.bytes) ?? path
  }

  /// Takes the place of what was held before; the memory is used again.
  mutating func assign(_ path: FilePath) {
    bytes.removeAll(keepingCapacity: true)
    if !path.isAbsolute {
      let folder = currentFolder
      bytes += folder
    }
    path.withBytes { path in
      var start = 0
      while start < path.count {
        let end = path.firstOffset(of: UInt8(ascii: "/"), from: start) ?? path.count
        append(path[start..<end])
        start = end + 1
      }
    }
    if bytes.isEmpty { bytes.append(UInt8(ascii: "/")) }
  }

  private mutating func append(_ component: Span<UInt8>) {
    let dot = UInt8(ascii: ".")
    if component.isEmpty || component.count == 1 && component[0] == dot { return }
    if component.count == 2, component[0] == dot, component[1] == dot {
      bytes.removeSubrange((bytes.lastIndex(of: UInt8(ascii: "/")) ?? 0)...)
      return
    }
    bytes.append(UInt8(ascii: "/"))
    bytes.append(component)
  }

  /// Without a slash at the end; empty for the root, and where the folder is gone.
  private static func bytesOfCurrentFolder() -> [UInt8] {
    guard let bytes = Environment.workingFolder else { return [] }
    return bytes.count > 1 ? bytes : []
  }
}
