import ConverterCore
import Glibc
import SystemPackage
import TestSupport
import Testing

/// A scratch folder with a staging folder in it, which tests fill by short commands.
struct FilledFolder {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  var path: String { scratch.path }

  func output(
    _ name: String, _ arrangement: OutputFolder.Arrangement, keepsTimes: Bool = true,
    permissions: FilePermissions? = nil
  ) throws -> OutputFolder {
    try OutputFolder(
      FilePath(scratch.file(name)), arrangement, keepsTimes: keepsTimes, permissions: permissions)
  }

  /// Makes files (`a/b=text`), folders (`a/`) and links (`a>target`).
  static func fill(_ folder: OutputFolder, _ things: String...) throws {
    try fill(
      OpenFolder(reopening: folder.descriptor), things, link: { try folder.addLink($0, to: $1) })
  }

  /// The same, on the disk.
  func prepare(_ things: String...) throws {
    let root = try OpenFolder(path: FilePath(path))
    try Self.fill(root, things) { path, target in
      let status = withPlatformBytes(path) { path in
        withPlatformBytes(target) { symlinkat($0, root.raw, path) }
      }
      try #require(status == 0)
    }
  }

  private static func fill(
    _ root: OpenFolder, _ things: [String], link: ([UInt8], [UInt8]) throws -> Void
  ) throws {
    for thing in things {
      let bytes = Array(thing.utf8)
      if bytes.last == UInt8(ascii: "/") {
        try make(bytes[...], in: root)
      } else if let mark = bytes.firstIndex(of: UInt8(ascii: ">")) {
        try make(bytes[..<mark], in: root)
        try link(Array(bytes[..<mark]), Array(bytes[(mark + 1)...]))
      } else if let mark = bytes.firstIndex(of: UInt8(ascii: "=")) {
        try make(bytes[..<mark], in: root)
        let file = try root.open(bytes[..<mark], O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
        try file.writeAll(bytes[(mark + 1)...])
        try file.close()
      }
    }
  }

  /// Makes the folders on the way to a path.
  private static func make(_ path: ArraySlice<UInt8>, in root: OpenFolder) throws {
    for slash in path.indices where path[slash] == UInt8(ascii: "/") {
      let status = withPlatformBytes(path[..<slash]) { mkdirat(root.raw, $0, 0o755) }
      try #require(status == 0 || errno == EEXIST)
    }
  }

  /// Runs a publication that must fail, and see to it that nothing on the disk is another.
  static func refused(
    _ fixture: FilledFolder, _ output: OutputFolder, _ conflict: OutputFile.ConflictPolicy,
    before: [String]
  ) throws -> ConversionError {
    let error = try #require(
      #expect(throws: ConversionError.self) { try output.publish(conflict: conflict) })
    output.abandon()
    #expect(try FolderTree.lines(fixture.path) == before)
    return error
  }
}

extension OutputFolder.Publication {
  /// The names of what appeared.
  var names: [String] { paths.map { $0.lastComponent?.string ?? "" } }
}
