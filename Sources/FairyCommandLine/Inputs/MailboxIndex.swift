import ConverterCore
import MailPlugin
import MailboxModel
import Runner
import SystemPackage

/// The index of a mailbox, and where it stands.
///
/// This is done outside of any sandbox, and looks at no message: the first bytes of the mailbox are only counted into a
/// digest, and of the index its header is read. An index is made by a sealed worker.
struct MailboxIndex {
  private let mailbox: InputFile
  private let path: FilePath
  /// Where its index is, or is to be.
  private let place: FilePath

  /// - Parameter named: where the index is to be, if that was said.
  /// - Throws: `outputExists` where that is something else; `inputNotFound`, `readFailed`.
  init(of path: FilePath, in named: FilePath?) throws(ConversionError) {
    mailbox = try InputFile(path: path)
    self.path = path
    if let named {
      place = named
      guard try Self.state(of: named, for: mailbox) != .foreign else {
        throw ConversionError(
          .outputExists, "is no index of fairy's, and is left as it is; name another file",
          file: named)
      }
    } else {
      let beside = Self.beside(path)
      let isUsed: Bool
      // One that may not be read, or not be made anew, is as good as none.
      switch try? Self.state(of: beside, for: mailbox) {
      case .fresh: isUsed = true
      case .stale: isUsed = beside.folder.isWritable
      case .foreign, nil: isUsed = false
      }
      place = isUsed ? beside : try Self.inCache(path)
    }
  }

  /// The index, where it is that of the mailbox as it is now.
  func fresh() throws(ConversionError) -> InputFile? {
    guard place.isRegularFile else { return nil }
    let index = try InputFile(path: place)
    return try MailIndex.state(of: index, for: mailbox) == .fresh ? index : nil
  }

  /// - Throws: `readFailed` where the mailbox has changed meanwhile.
  func justMade() throws(ConversionError) -> InputFile {
    guard let index = try fresh() else {
      throw ConversionError(
        .readFailed, "changed while its index was made; try it again", file: path)
    }
    return index
  }

  func make(limits: Limits, sandbox: Sandbox.Policy) throws(ConversionError) {
    let type = try ContentType.named(ContentType.ID.mailIndex.rawValue, in: .builtin)
    let request = Request(
      input: .file(path), target: type, output: .file(place), conflict: .overwrite,
      keepsTimes: false, limits: limits)
    // Ctrl-C ends the process, which has nothing to give back, and its worker with it.
    let supervisor = Supervisor(
      command: SealedProcess.command, jobs: Cores.available, sandbox: sandbox,
      catalog: .builtin, interruption: try Interruption())
    let workload = Workload(request)
    let progress = IndexProgress(
      bytes: workload.bytes, note: "\(path.display): makes an index in \(place.display)")
    try supervisor.run(workload.jobs, observer: progress)
    progress.close()
    if let error = progress.failure { throw Self.advising(error) }
  }

  /// An index that cannot stand where it was to is made elsewhere.
  private static func advising(_ error: ConversionError) -> ConversionError {
    var advising = error
    switch error.code {
    case .cannotCreateOutput, .writeFailed:
      advising.message += "; --index-file names another file for the index"
    case .noRoute, .unknownType: advising.message = "is no mbox file, of which an index is made"
    default: break
    }
    return advising
  }

  private static func state(
    of index: FilePath, for mailbox: InputFile
  ) throws(ConversionError) -> MailIndex.State? {
    guard index.isThere else { return nil }
    guard index.isRegularFile else { return .foreign }
    return try MailIndex.state(of: InputFile(path: index), for: mailbox)
  }

  /// `mail.mbox.fairy-index`
  private static func beside(_ path: FilePath) -> FilePath {
    FilePath(bytes: path.bytes + Array(".fairy-index".utf8)) ?? path
  }

  /// A file of the cache folder that is called after the path, links followed.
  private static func inCache(_ path: FilePath) throws(ConversionError) -> FilePath {
    var folder: FilePath
    if let cache = variable("XDG_CACHE_HOME"), cache.isAbsolute {
      folder = cache
    } else if let home = variable("HOME"), home.isAbsolute {
      folder = home.appending(".cache")
    } else {
      throw ConversionError(
        .usage, "there is no cache folder for its index; name a file with --index-file",
        file: path)
    }
    folder.append("fairy")
    folder.append("mail")
    let real = path.resolved ?? path.absolute
    return folder.appending(MD5.hexadecimal(of: real.bytes[...]) + ".fairy-index")
  }

  private static func variable(_ name: String) -> FilePath? {
    Environment.path(name)
  }
}

/// Says that an index is made, once it is one that can be, and shows on a terminal how far it is.
private final class IndexProgress: RunObserver {
  private var note: String?
  private let line: ProgressLine?
  private(set) var failure: ConversionError?

  init(bytes: Int, note: String) {
    self.note = note
    line = Console.errorIsTerminal ? ProgressLine(ProgressMeter(files: 1, bytes: bytes)) : nil
  }

  func started(_: Int, _: Request) {}

  func progressed(_ index: Int, _: Job, _ fraction: Double) {
    sayNote()
    line?.update(index, fraction)
  }

  func finished(_: Int, _: Job, _ outcome: Outcome) {
    failure = outcome.error
    if failure == nil { sayNote() }
  }

  func noted(_ text: String) { Console.standard.note("fairy: \(text)") }
  func close() { line?.close() }

  private func sayNote() {
    if let note { noted(note) }
    note = nil
  }
}
