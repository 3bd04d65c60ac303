import Foundation
import Synchronization
import SystemPackage

/// A folder for one test, gone with the last reference.
public final class ScratchFolder: Sendable {
  public let path: String

  public init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fairy-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  /// A folder for all tests of the process, gone when it ends: static values are never released.
  public static func shared() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let isFirst = sharedPaths.withLock {
      $0.append(folder.path)
      return $0.count == 1
    }
    if isFirst {
      atexit {
        for path in ScratchFolder.sharedPaths.withLock(\.self) {
          try? FileManager.default.removeItem(atPath: path)
        }
      }
    }
    return folder
  }

  private static let sharedPaths = Mutex<[String]>([])

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  public func file(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let url = URL(fileURLWithPath: file(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    // Foundation waits for the disk with every file, which takes longer than all else that a test does.
    let file = try FileDescriptor.open(
      url.path, .writeOnly, options: [.create, .truncate],
      permissions: FilePermissions(rawValue: 0o666))
    _ = try file.closeAfter { try file.writeAll(bytes) }
    return url.path
  }

  @discardableResult
  public func copy(_ source: String, as name: String) throws -> String {
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: file(name)).deletingLastPathComponent(),
      withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: source, toPath: file(name))
    return file(name)
  }

  public func bytes(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: file(name))))
  }

  /// The bytes of a file, or of all files in a folder in the order of their names.
  public func allBytes(_ name: String) throws -> [[UInt8]] {
    guard !isFile(name) else { return [try bytes(name)] }
    let inside = FileManager.default.subpaths(atPath: file(name)) ?? []
    return try inside.sorted().map { "\(name)/\($0)" }.filter(isFile).map(bytes)
  }

  private func isFile(_ name: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: file(name), isDirectory: &isFolder)
      && !isFolder.boolValue
  }

  /// Everything in the folder, hidden files included, sorted.
  public var names: [String] {
    (FileManager.default.subpaths(atPath: path) ?? []).sorted()
  }
}
