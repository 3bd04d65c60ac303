public import ConverterCore
import SystemPackage

/// Starts the programs that reach other machines. Whoever uses the library for a sync provides it: nothing in the library
/// starts a program or opens a connection.
public protocol SyncPrograms {
  /// Runs a program to its end, in English and with nothing on standard input.
  ///
  /// - Parameters:
  ///   - program: its name.
  ///   - words: its arguments.
  ///   - package: the package of Debian that has it.
  /// - Returns: its exit status, and the lines that it printed.
  /// - Throws: `missingLibrary` where it is not installed, `interrupted`.
  func run(
    _ program: String, of package: String, _ words: [String]
  ) throws(ConversionError) -> SyncProgramEnding
}

/// How a program ended.
public struct SyncProgramEnding: Sendable, Equatable {
  public let status: Int
  public let lines: [String]
  /// The last lines that it printed on standard error.
  public let errorLines: [String]

  public init(status: Int, lines: [String], errorLines: [String]) {
    (self.status, self.lines, self.errorLines) = (status, lines, errorLines)
  }

  /// What it said went wrong, for people.
  var reason: String {
    let said = errorLines.suffix(3).joined(separator: "; ")
    return said.isEmpty ? "it ended with status \(status)" : said
  }
}

extension SyncPlace {
  /// The target at the place.
  public func target(_ programs: any SyncPrograms) -> any SyncTarget {
    switch self {
    case .folder(let path): FolderTarget(path)
    case .ssh(let host, let path): SSHTarget(host: host, path: path, programs)
    case .rclone(let remote): RcloneTarget(remote, programs)
    }
  }
}

/// A private folder for the lists and links that programs are given.
final class TransferFolder {
  let path: FilePath
  let folder: OpenFolder

  init() throws(ConversionError) {
    let parent = Environment.path("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    guard let made = parent.makeTemporaryFolder("fairy-sync-XXXXXX"),
      let folder = try? OpenFolder(path: made)
    else { throw ConversionError(.cannotCreateOutput, "no folder can be made in it", file: parent) }
    (path, self.folder) = (made, folder)
  }

  deinit {
    folder.removeContents()
    path.removeFolder()
  }

  /// A file with these lines.
  func file(_ name: String, _ lines: [String]) throws(ConversionError) -> FilePath {
    try folder.makeFile(name) {
      try $0.writeAll((lines.joined(separator: "\n") + "\n").utf8Array.span)
    }
    return path.appending(name)
  }
}

extension String {
  fileprivate var utf8Array: [UInt8] { Array(utf8) }
}

extension FilePath {
  /// The path from the root on.
  var absolute: FilePath {
    guard !isAbsolute, let here = FilePath(".").resolved else { return self }
    return here.pushing(self)
  }
}
