import ArgumentParser
import Broker
import CProcessShims
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
        fairy serve --phone              a phone nearby may add pictures for ten minutes
        fairy serve --open fairy://library    a view, of a service that runs or begins

      Nobody else can reach it but a phone that you let in, and nothing is loaded from elsewhere. Ctrl-C ends it.
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

  @Option(
    name: .customLong("open"),
    help: ArgumentHelp(
      "The view to open, such as fairy://library; a service that runs shows it.",
      valueName: "link"))
  var view: String?

  @Flag(
    help:
      "Let one phone in the same network add pictures for ten minutes, once you confirm it. Later, a button does so again."
  )
  var phone = false

  @Option(
    help: ArgumentHelp(
      "The IPv4 address of this machine in the phone's network. (default: the only one)",
      valueName: "address"))
  var phoneAddress: String?

  @OptionGroup var place: LibraryFlags
  @OptionGroup var sandbox: SandboxFlags
  @OptionGroup var output: OutputFlags

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1") }
    if phoneAddress != nil, !phone { throw ValidationError("--phone-address needs --phone") }
    if port == 0 { throw ValidationError("--port takes a number from 1 to 65535") }
  }

  func run() throws {
    let link = try view.map { text throws(ConversionError) in try DeepLink(text) }
    let state = try ServiceFolders.statePath()
    if let link, let running = try ServiceFolders.running(in: state) {
      return try show(link, of: running, state)
    }
    let phone = phone ? try PhonePort(address: phoneAddress) : nil
    let interruption = try Interruption()
    interruption.watchSignals {}
    let service = try ServiceFolders(library: place.library().path, named: folders, state: state)
    var home = WebHome(at: service.homePath)
    let listener = try Listener(port: port ?? home.port, isRequired: port != nil)
    home.port = listener.port
    home.save()
    let token = Secret.random(bytes: 32)
    let library = try place.library()
    let runs = WorkerRuns(sandbox: sandbox.policy, interruption: interruption, isQuiet: true)
    let policy = sandbox.policy
    let broker = Broker(
      program: try Self.program(), command: SealedProcess.command,
      programs: { SealedProcess.programs }, sandbox: policy,
      jobs: jobs ?? Cores.available, folders: service.folders, registry: .builtin(),
      formats: { FormatTable(registry: .builtin(), catalog: .builtin).rows.map(\.json) },
      scanners: .connected(until: interruption),
      photos: PhotoReaders(
        library: library, looks: { WorkerPhotos(runs: runs, limits: .standard) },
        texts: { Self.texts(of: library, runs) }),
      phone: phone, about: { ProgramFacts.lines(sandbox: policy) }, interruption: interruption)
    let path = link?.path ?? (phone == nil ? "/" : "/phone")
    let greeting = ServiceGreeting(
      home, token, path: path, in: service.folders.work.path, isJSON: output.json,
      opensBrowser: !noOpen)
    defer {
      greeting.end()
      withExtendedLifetime(service) {}
    }
    try broker.serve(
      on: listener.descriptor, home, token: token,
      ready: {
        greeting.say()
        fairy_unmap_code_of_start()
      },
      note: { Console.standard.note("fairy: \($0)") })
  }

  /// Recognises words in one worker, after the settings of the library as they are now.
  private static func texts(of library: DocumentLibrary, _ runs: WorkerRuns) -> WorkerTexts {
    var runs = runs
    runs.jobs = 1
    let languages = (try? library.settings().form.languages) ?? "auto"
    return WorkerTexts(runs: runs, limits: .standard, languages: languages)
  }

  /// Opens a view of a service that runs, as it was started.
  private func show(_ link: DeepLink, of home: WebHome, _ state: FilePath) throws {
    guard folders.isEmpty, port == nil, jobs == nil, !phone, place.folder == nil,
      sandbox.policy == .auto
    else {
      throw ConversionError(
        .usage,
        "fairy serve is running as it was started; with --open only --no-open and --json can be said, or end it first"
      )
    }
    ServiceGreeting(
      home, nil, path: link.path, in: state, isJSON: output.json, opensBrowser: !noOpen
    ).say()
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
