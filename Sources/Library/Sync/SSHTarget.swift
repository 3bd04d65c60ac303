public import ConverterCore
public import SystemPackage

/// A folder of another machine, reached with `sftp`, which comes with `ssh` and needs nothing there but its server.
///
/// Each function makes one connection, and sends all of its commands through that. No password is asked for: the user's keys
/// and agent have to do.
public struct SSHTarget: SyncTarget {
  private static let options = [
    "-oBatchMode=yes", "-oConnectTimeout=15", "-oServerAliveInterval=15", "-oServerAliveCountMax=3",
  ]

  private let host: String
  private let root: String
  private let programs: any SyncPrograms

  public init(host: String, path: String, _ programs: any SyncPrograms) {
    (self.host, root, self.programs) = (host, path, programs)
  }

  /// A word as `sftp` reads it.
  private static func quoted(_ word: some StringProtocol) -> String {
    let escaped = word.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
    return "\"\(String(escaped))\""
  }

  /// Has `sftp` do commands in the folder, until one fails that does not begin with `-`.
  ///
  /// - Returns: what it printed, without the commands.
  @discardableResult
  private func run(
    _ commands: [String], orElse code: ConversionError.Code
  ) throws(ConversionError) -> [String] {
    let workspace = try TransferFolder()
    let batch = try workspace.file("batch", ["cd \(Self.quoted(root))"] + commands)
    let words = ["-q", "-b", batch.string] + Self.options + ["--", host]
    let ending = try programs.run("sftp", of: "openssh-client", words)
    guard ending.status == 0 else {
      throw ConversionError(code, "ssh:\(host):\(root): \(ending.reason)")
    }
    return ending.lines.filter { !$0.hasPrefix("sftp> ") }
  }

  public func check() throws(ConversionError) { try run([], orElse: .readFailed) }

  /// What stands in folders: kind, size and name.
  private func list(
    _ folders: [String]
  ) throws(ConversionError) -> [(isFolder: Bool, size: Int, name: String)] {
    let lines = try run(folders.map { "-ls -ln \(Self.quoted($0))" }, orElse: .readFailed)
    return lines.compactMap { line in
      // Mode, links, owner, group, size, month, day, time, name.
      let words = line.split(separator: " ", maxSplits: 8, omittingEmptySubsequences: true)
      guard words.count == 9, let size = Int(words[4]) else { return nil }
      return (words[0].hasPrefix("d"), size, String(words[8]))
    }
  }

  public func folders(in folder: String) throws(ConversionError) -> [String] {
    try list([folder]).filter(\.isFolder).compactMap {
      $0.name.split(separator: "/").last.map(String.init)
    }
  }

  public func sizes(in folders: [String]) throws(ConversionError) -> [String: Int] {
    let files = try list(folders).filter { !$0.isFolder }
    return Dictionary(files.map { ($0.name, $0.size) }) { first, _ in first }
  }

  public func get(
    _ names: [String], in folder: String, to place: FilePath
  ) throws(ConversionError) {
    var commands: [String] = []
    for name in names {
      _ = try place.folderMade(for: name)
      let local = place.absolute.appending(name)
      commands.append("lcd \(Self.quoted(local.removingLastComponent().string))")
      commands.append("-get \(Self.quoted("\(folder)/\(name)")) \(Self.quoted(local.lastName))")
    }
    try run(commands, orElse: .readFailed)
  }

  public func put(_ files: [SyncFile]) throws(ConversionError) {
    var folders: [String] = []
    for file in files {
      let parts = file.name.split(separator: "/")
      for count in 1..<max(1, parts.count) {
        let folder = parts.prefix(count).joined(separator: "/")
        if !folders.contains(folder) { folders.append(folder) }
      }
    }
    var commands = folders.map { "-mkdir \(Self.quoted($0))" }
    for file in files {
      commands.append("lcd \(Self.quoted(file.path.absolute.removingLastComponent().string))")
      commands.append("put -f \(Self.quoted(file.path.lastName)) \(Self.quoted(file.name))")
    }
    try run(commands, orElse: .writeFailed)
  }

  public func rename(_ moves: [SyncMove]) throws(ConversionError) {
    try run(
      moves.map { "rename \(Self.quoted($0.name)) \(Self.quoted($0.newName))" },
      orElse: .writeFailed)
  }

  public func remove(_ names: [String]) throws(ConversionError) {
    try run(names.map { "-rm \(Self.quoted($0))" }, orElse: .writeFailed)
  }
}
