public import ConverterCore
public import SystemPackage

/// Anything that `rclone` knows: WebDAV, S3, and many others.
///
/// Each function starts it once, but for renames, which take one each. Two of its habits matter: it leaves a file alone that
/// has the size of the one that it is to be replaced by, unless `--ignore-times` is said; and it removes what has a name
/// before it gives that to another.
public struct RcloneTarget: SyncTarget {
  private static let program = "rclone"
  /// Errors in a form to read, no questions, and an end where nobody answers.
  private static let usual = [
    "--ask-password=false", "--stats=0", "--contimeout=15s", "--timeout=60s", "--retries=2",
    "--low-level-retries=3",
  ]
  /// What it ends with where a folder is not there.
  private static let missing = 3

  private let remote: String
  private let programs: any SyncPrograms

  /// - Parameters:
  ///   - remote: `REMOTE:PATH`, as `rclone` has it.
  ///   - programs: runs it.
  public init(_ remote: String, _ programs: any SyncPrograms) {
    (self.remote, self.programs) = (remote, programs)
  }

  private func place(of name: String) -> String {
    remote.hasSuffix(":") || remote.hasSuffix("/") ? remote + name : "\(remote)/\(name)"
  }

  /// - Parameter words: the command first, and the names of files behind `--`.
  private func run(_ words: [String]) throws(ConversionError) -> SyncProgramEnding {
    try programs.run(
      Self.program, of: Self.program, words.prefix(1) + Self.usual + words.dropFirst())
  }

  private func check(
    _ ending: SyncProgramEnding, _ code: ConversionError.Code
  ) throws(ConversionError) {
    guard ending.status == 0 else {
      let lines = ending.errorLines.map(Self.withoutTime)
      let said = SyncProgramEnding(status: ending.status, lines: [], errorLines: lines)
      throw ConversionError(code, "rclone:\(remote): \(said.reason)")
    }
  }

  /// Each of its messages begins with the time.
  private static func withoutTime(_ text: String) -> String {
    let time = "2026/11/22 21:16:36 "
    let begins = text.prefix(time.count).map { $0.isNumber ? "0" : $0 }
    return begins.elementsEqual(time.map { $0.isNumber ? "0" : $0 })
      ? String(text.dropFirst(time.count)) : text
  }

  /// The lines that it prints of a folder; none where it is not there.
  private func list(_ words: [String]) throws(ConversionError) -> [String] {
    let ending = try run(["lsf"] + words)
    if ending.status == Self.missing { return [] }
    try check(ending, .readFailed)
    return ending.lines
  }

  public func check() throws(ConversionError) {
    try check(try run(["lsf", "--dirs-only", "--", remote]), .readFailed)
  }

  public func folders(in folder: String) throws(ConversionError) -> [String] {
    try list(["--dirs-only", "--", place(of: folder)]).map {
      $0.hasSuffix("/") ? String($0.dropLast()) : $0
    }
  }

  public func sizes(in folders: [String]) throws(ConversionError) -> [String: Int] {
    guard let first = folders.first else { return [:] }
    var sizes: [String: Int] = [:]
    for line in try list(["-R", "--files-only", "--format", "sp", "--", place(of: first)]) {
      guard let end = line.firstIndex(of: ";"), let size = Int(line[..<end]) else { continue }
      let name = "\(first)/\(line[line.index(after: end)...])"
      guard let slash = name.lastIndex(of: "/"), folders.contains(String(name[..<slash])) else {
        continue
      }
      sizes[name] = size
    }
    return sizes
  }

  public func get(
    _ names: [String], in folder: String, to place: FilePath
  ) throws(ConversionError) {
    let workspace = try TransferFolder()
    let list = try workspace.file("files", names)
    let ending = try run([
      "copy", "--files-from-raw", list.string, "--", self.place(of: folder), place.string,
    ])
    if ending.status != Self.missing { try check(ending, .readFailed) }
  }

  public func put(_ files: [SyncFile]) throws(ConversionError) {
    // One run takes all of a folder: of links to the files, under the names that they will have.
    let workspace = try TransferFolder()
    for file in files {
      let folder = try workspace.path.folderMade(for: file.name)
      do {
        let name = file.name.split(separator: "/").last ?? ""
        try folder.makeLink(Array(name.utf8), to: file.path.absolute.bytes)
      } catch {
        throw OpenFolder.unwritten(error)
      }
    }
    let ending = try run([
      "copy", "--copy-links", "--no-check-dest", "--ignore-times", "--", workspace.path.string,
      remote,
    ])
    try check(ending, .writeFailed)
  }

  public func rename(_ moves: [SyncMove]) throws(ConversionError) {
    for move in moves {
      let ending = try run([
        "moveto", "--ignore-times", "--", place(of: move.name), place(of: move.newName),
      ])
      try check(ending, .writeFailed)
    }
  }

  public func remove(_ names: [String]) throws(ConversionError) {
    let workspace = try TransferFolder()
    let list = try workspace.file("files", names)
    let ending = try run(["delete", "--files-from-raw", list.string, "--", remote])
    if ending.status != Self.missing { try check(ending, .writeFailed) }
  }
}
