import ArgumentParser
import Broker
import ConverterCore
import FairyLibrary
import Runner
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// `fairy serve`
struct Serve: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Shows files and converts them in a browser, on this machine alone.",
    discussion: """
        fairy serve                      what the browser sends, and the library
        fairy serve ~/Pictures           these files, too, which are only read
        fairy serve ~/Pictures:rw        where results may be put

      Nobody else can reach it, and nothing is loaded from elsewhere. Ctrl-C ends it.
      """)

  @Argument(
    help: ArgumentHelp(
      "Folders to be seen in the browser; with :rw behind it, results may be put into one.",
      valueName: "folder"))
  var folders: [PathArgument] = []

  @Flag(help: "Open no browser; the address is printed.")
  var noOpen = false

  @Option(
    help: ArgumentHelp(
      "The port to listen at. (default: that of last time, or a free one)", valueName: "n"))
  var port: UInt16?

  @Option(
    help: ArgumentHelp("How many cores to keep busy. (default: all)", valueName: "n"))
  var jobs: Int?

  @OptionGroup var place: LibraryFlags
  @OptionGroup var sandbox: SandboxFlags
  @OptionGroup var output: OutputFlags

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1") }
    if port == 0 { throw ValidationError("--port takes a number from 1 to 65535") }
  }

  func run() throws {
    let interruption = try Interruption()
    interruption.watchSignals {}
    let service = try ServiceFolders(library: place.library().path, named: folders)
    var home = WebHome(at: service.homePath)
    let listener = try Listener(port: port ?? home.port, isRequired: port != nil)
    home.port = listener.port
    home.save()
    let token = Secret.random(bytes: 32)
    let library = try place.library()
    let runs = WorkerRuns(sandbox: sandbox.policy, interruption: interruption, isQuiet: true)
    let broker = Broker(
      program: try Self.program(), command: SealedProcess.command,
      programs: { SealedProcess.programs }, sandbox: sandbox.policy,
      jobs: jobs ?? Cores.available, folders: service.folders, registry: .builtin(),
      formats: { FormatTable(registry: .builtin(), catalog: .builtin).rows.map(\.json) },
      scanners: .connected(until: interruption),
      photos: PhotoReaders(
        library: library, looks: { WorkerPhotos(runs: runs, limits: .standard) },
        texts: { Self.texts(of: library, runs) }),
      interruption: interruption)
    let greeting = ServiceGreeting(
      home, token, work: service.folders.work.path, isJSON: output.json, opensBrowser: !noOpen)
    defer {
      greeting.end()
      withExtendedLifetime(service) {}
    }
    try broker.serve(
      on: listener.descriptor, home, token: token, ready: { greeting.say() },
      note: { Console.standard.note("fairy: \($0)") })
  }

  /// Recognises words in one worker, after the settings of the library as they are now.
  private static func texts(of library: DocumentLibrary, _ runs: WorkerRuns) -> WorkerTexts {
    var runs = runs
    runs.jobs = 1
    let languages = (try? library.settings().form.languages) ?? "auto"
    return WorkerTexts(runs: runs, limits: .standard, languages: languages)
  }

  /// The program that speaks HTTP: beside this one, or where packages put it.
  private static func program() throws(ConversionError) -> FilePath {
    let own = (FilePath("/proc/self/exe").resolved ?? FilePath(CommandLine.arguments[0]))
      .removingLastComponent()
    let candidates = [own.appending("fairy-web"), own.appending("../libexec/fairy/fairy-web")]
    guard let found = candidates.first(where: { $0.allows(X_OK) }) else {
      throw ConversionError(
        .missingLibrary,
        "the program fairy-web, which speaks to browsers, is not installed; it belongs beside fairy, at \(candidates[0])"
      )
    }
    return found
  }
}

/// The folders of a service, made where there are none.
private struct ServiceFolders {
  let folders: ServedFolders
  /// Where the name of the host and the port are kept.
  let homePath: FilePath
  /// Locked for as long as this service runs: two would name their results alike.
  private let state: OpenFolder

  init(library: FilePath, named: [PathArgument]) throws(ConversionError) {
    let statePath = try Self.made("XDG_STATE_HOME", orInHome: ".local/state")
    state = try Self.locked(statePath)
    let cache = try Self.made("XDG_CACHE_HOME", orInHome: ".cache").appending("serve")
    try Self.make(cache)
    homePath = statePath.appending("serve.json")
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

/// Says where the service is, and opens it in a browser.
private struct ServiceGreeting: Sendable {
  private let address: String
  private let port: UInt16
  private let redirect: FilePath
  private let isJSON: Bool
  private let opensBrowser: Bool

  init(
    _ home: WebHome, _ token: Secret, work: FilePath, isJSON: Bool, opensBrowser: Bool
  ) {
    address = "http://\(home.host):\(home.port)/#\(token.hexadecimal)"
    port = home.port
    redirect = work.appending("open.html")
    (self.isJSON, self.opensBrowser) = (isJSON, opensBrowser)
  }

  func say() {
    if isJSON {
      Console.standard.print(
        JSONValue.object([
          .init("url", .string(address)), .init("port", .integer(Int(port))),
          .init("pid", .integer(Int(getpid()))),
        ]).description)
    } else {
      Console.standard.print(address)
    }
    guard opensBrowser else { return }
    if !openBrowser() {
      Console.standard.note("fairy: no browser could be opened; open the address above in one")
    }
  }

  /// Everybody can see the words that a program is started with, so they name a file that leads to the address, which only
  /// this user can read.
  private func openBrowser() -> Bool {
    redirect.removeFile()
    guard
      let file = try? FileDescriptor.open(
        redirect, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: .ownerReadWrite)
    else { return false }
    defer { try? file.close() }
    let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=\(address)\">\n"
    guard (try? file.writeAll(Array(page.utf8).span)) != nil else { return false }
    return DetachedProgram.start(["xdg-open", redirect.string])
  }

  func end() { redirect.removeFile() }
}
