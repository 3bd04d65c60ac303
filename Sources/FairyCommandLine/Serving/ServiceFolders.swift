import Broker
import ConverterCore
import FairyLibrary
import Runner
import SystemPackage

/// The folders of a service, made where there are none.
struct ServiceFolders {
  let folders: ServedFolders
  /// Where the name of the host and the port are kept.
  let homePath: FilePath
  /// Locked for as long as this service runs: two would name their results alike.
  private let state: OpenFolder

  /// - Parameters:
  ///   - library: the folder of the documents.
  ///   - named: the folders that the user has named.
  ///   - statePath: what ``statePath()`` says.
  /// - Throws: `usage` where another service runs; why a folder cannot be used.
  init(
    library: FilePath, named: [PathArgument], state statePath: FilePath
  ) throws(ConversionError) {
    state = try Self.locked(statePath)
    let cache = try Self.made("XDG_CACHE_HOME", orInHome: ".cache").appending("serve")
    try Self.make(cache)
    homePath = Self.homePath(in: statePath)
    var words: Set<String> = []
    var served: [ServedFolder] = []
    for argument in named {
      let (path, isWritable) = Self.parts(of: argument.path)
      let whole = path.resolved ?? path.absolute
      served.append(
        try ServedFolder(Self.word(for: whole, &words), at: whole, isWritable: isWritable))
    }
    // Names that no folder of the user's gets.
    folders = ServedFolders(
      named: served, work: try ServedFolder(".work", at: cache, isWritable: true),
      library: try ServedFolder(".library", at: library, isWritable: false))
  }

  /// The folder of what is kept of the service, made where there is none.
  static func statePath() throws(ConversionError) -> FilePath {
    try made("XDG_STATE_HOME", orInHome: ".local/state")
  }

  private static func homePath(in state: FilePath) -> FilePath { state.appending("serve.json") }

  /// The service that runs, if one does: it has the folder locked.
  static func running(in state: FilePath) throws(ConversionError) -> WebHome? {
    guard let folder = try? OpenFolder(path: state), (try? folder.lock()) == false else {
      return nil
    }
    let home = WebHome(at: homePath(in: state))
    // Its port is known before anybody else can have the lock, unless the file is gone.
    guard home.port != 0 else {
      throw ConversionError(
        .usage, "fairy serve is running, but where is not known; use the address that it printed")
    }
    return home
  }

  private static func locked(_ path: FilePath) throws(ConversionError) -> OpenFolder {
    let folder: OpenFolder
    let isFree: Bool
    do throws(Errno) {
      folder = try OpenFolder(path: path)
      isFree = try folder.lock()
    } catch {
      throw ConversionError(.readFailed, "cannot be opened: \(error)", file: path, cause: error)
    }
    guard isFree else {
      throw ConversionError(
        .usage, "another fairy serve is running; end it first, or use its address")
    }
    return folder
  }

  /// `Pictures:rw`, unless there is a folder of that name.
  private static func parts(of path: FilePath) -> (FilePath, isWritable: Bool) {
    let suffix = Array(":rw".utf8)
    let bytes = path.bytes
    guard bytes.count > suffix.count, bytes.suffix(suffix.count).elementsEqual(suffix),
      path.status() == nil
    else { return (path, false) }
    return (FilePath(cBytes: bytes.dropLast(suffix.count)), true)
  }

  /// The last name of the path, with a number where another folder has it.
  private static func word(for path: FilePath, _ taken: inout Set<String>) -> String {
    let last = path.lastComponent.map { String(decoding: $0).printable } ?? "Root"
    let name = String(last.drop { $0 == "." })
    let candidates = (1...).lazy.map { $0 == 1 ? name : "\(name)-\($0)" }
    let word = candidates.first { !$0.isEmpty && !taken.contains($0) } ?? name
    taken.insert(word)
    return word
  }

  private static func made(
    _ variable: String, orInHome folder: String
  ) throws(ConversionError) -> FilePath {
    let path =
      if let named = Environment.path(variable), named.isAbsolute {
        named
      } else if let home =
        Environment.path("HOME"), home.isAbsolute
      { home.appending(folder) } else {
        throw ConversionError(
          .usage, "nothing says where files of the service may be: set HOME or \(variable)")
      }
    let own = path.appending("fairy")
    try make(own)
    return own
  }

  private static func make(_ path: FilePath) throws(ConversionError) {
    do {
      try path.makeFolders(mode: 0o700)
    } catch {
      throw ConversionError(
        .cannotCreateOutput, "could not be made: \(error)", file: path, cause: error)
    }
  }
}
