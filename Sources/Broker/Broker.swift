public import ConverterCore
public import Runner
public import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The process behind the web view: it opens, names and hands out files, has workers read them, and speaks no HTTP.
///
/// ```
/// browser ─HTTP─ fairy-web ─channel─ Broker ─channels─ sealed workers
/// ```
///
/// `fairy-web` has the listening socket, the library and a work folder, and can open nothing else. Whatever it asks for names
/// a file below a served folder, which is opened so that no link leads out of it.
public struct Broker {
  private let supervisor: Supervisor
  private let program: FilePath
  private let sandbox: Sandbox.Policy
  private let folders: ServedFolders
  private let registry: Registry
  private let formats: @Sendable () -> [JSONValue]
  private let phone: PhonePort?
  private let about: @Sendable () -> [String]
  private let scanners: ScannerAccess
  private let photos: PhotoReaders
  private let interruption: Interruption

  /// How many times in a row the web process is restarted after it ends by itself. The count starts over once it has served for
  /// `longEnough`.
  private static let mostRestarts = 5
  private static let longEnough = Duration.seconds(60)
  /// Enough for what somebody sees of a folder at once.
  private static let readsAhead = 4096

  /// - Parameters:
  ///   - program: the file of `fairy-web`.
  ///   - command: starts a worker.
  ///   - programs: those that workers may have started.
  ///   - formats: what `fairy formats --json` prints.
  ///   - phone: where a phone may be spoken with.
  ///   - about: lines about the program and the system, for a report of a problem.
  ///   - scanners: uses those that are connected.
  ///   - photos: what reads photos.
  ///   - interruption: ends the service, and what reads photos.
  public init(
    program: FilePath, command: [String], programs: @escaping @Sendable () -> [FilePath],
    sandbox: Sandbox.Policy, jobs: Int, folders: ServedFolders, registry: Registry,
    formats: @escaping @Sendable () -> [JSONValue], scanners: ScannerAccess, photos: PhotoReaders,
    phone: PhonePort?, about: @escaping @Sendable () -> [String], interruption: Interruption
  ) {
    var supervisor = Supervisor(
      command: command, jobs: jobs, sandbox: sandbox, catalog: registry.catalog,
      interruption: interruption)
    supervisor.readsAhead = Self.readsAhead
    supervisor.programs = programs
    supervisor.open = { (input, _) throws(ConversionError) in
      guard let path = input.openedPath else {
        throw ConversionError(.usage, "standard input is no file of the web process")
      }
      return try folders.open(path, allowsFolder: input.address == nil)
    }
    (self.supervisor, self.program, self.sandbox) = (supervisor, program, sandbox)
    (self.folders, self.registry, self.formats) = (folders, registry, formats)
    (self.scanners, self.photos, self.phone, self.about) = (scanners, photos, phone, about)
    self.interruption = interruption
  }

  /// Serves until it is interrupted.
  ///
  /// - Parameters:
  ///   - listener: listens at the port of `home`.
  ///   - token: lets a browser in, once.
  ///   - ready: called when the web process answers.
  ///   - note: told what concerns the whole service.
  /// - Throws: why there is no service, such as `missingLibrary`.
  public func serve(
    on listener: FileDescriptor, _ home: WebHome, token: Secret,
    ready: @escaping @Sendable () -> Void, note: @escaping @Sendable (String) -> Void
  ) throws(ConversionError) {
    _ = FileModes.usual
    let lasting = Lasting(
      looks: FileLooks(command: supervisor.command, sandbox: sandbox, until: interruption),
      photos: PhotoDesk(photos, folders))
    defer {
      // Where the web process ends for good, what is being done for it ends, too.
      interruption.raise()
      lasting.close()
    }
    var began = ContinuousClock.now
    guard
      try serveOnce(listener, home, token, lasting, phone != nil, ready, note)
        || interruption.isRaised
    else { throw ConversionError(.internalError, "the web process cannot begin") }
    var restarts = 0
    while !interruption.isRaised {
      restarts = .now - began > Self.longEnough ? 1 : restarts + 1
      guard restarts <= Self.mostRestarts else {
        throw ConversionError(.internalError, "the web process ends again and again")
      }
      note("the web process ended and was started again")
      began = .now
      // Nobody is let in twice by the same token.
      _ = try serveOnce(listener, home, Secret.random(bytes: 32), lasting, false, {}, note)
    }
  }

  /// What stays when the web process is started again.
  private struct Lasting: Sendable {
    let looks: FileLooks
    let photos: PhotoDesk
    let scans = ScansUnderWay()
    let passwords = KnownPasswords()

    func close() {
      scans.close()
      photos.close()
      looks.close()
    }
  }

  /// Serves until the web process ends.
  ///
  /// - Returns: whether it had begun to answer.
  private func serveOnce(
    _ listener: FileDescriptor, _ home: WebHome, _ token: Secret, _ lasting: Lasting,
    _ opensPhone: Bool, _ ready: @escaping @Sendable () -> Void,
    _ note: @escaping @Sendable (String) -> Void
  ) throws(ConversionError) -> Bool {
    let web = try WebProcess(program, listener: listener, folders, sandbox: sandbox)
    defer { web.end() }
    // The first time alone: a process that is started again gives a phone no more time.
    web.channel.send(hello(home, token: token, opensPhone: opensPhone))
    let hasBegun = Monitor(false)
    let lines = BrokerLines(
      folders: folders, channel: web.channel, looks: lasting.looks, photos: lasting.photos,
      registry: registry, formats: formats, phone: phone, about: about, scanners: scanners,
      scans: lasting.scans, passwords: lasting.passwords)
    let prepare: RequestLines.Preparation = { (line) throws(ConversionError) in
      guard line["ready"] == nil else {
        hasBegun.withLock { $0 = true }
        ready()
        return nil
      }
      return try lines.prepare(line)
    }
    let requests = RequestLines(
      web.channel.socket, vocabulary: RequestVocabulary(registry),
      defaults: { $0.options.reading.passwords = lasting.passwords.passwords(of: $0) },
      preparing: prepare)
    do throws(ConversionError) {
      try supervisor.run(requests, observer: BrokerReport(lines, note: note))
    } catch  where error.code == .readFailed {
      // A process that is killed leaves a connection that cannot be read any more.
    }
    return hasBegun.withLock { $0 }
  }

  private func hello(_ home: WebHome, token: Secret, opensPhone: Bool) -> JSONValue {
    .object([
      .init(
        "hello",
        .object([
          .init("host", .string(home.host)), .init("port", .integer(Int(home.port))),
          .init("token", .string(token.hexadecimal)),
          .init("library", .string(folders.library.path.lossyText)),
          .init("work", .string(folders.work.path.lossyText)),
          .init(
            "folders",
            .array(
              folders.named.map { folder in
                .object(
                  [
                    .init("word", .string(folder.word)),
                    .init("writable", .bool(folder.isWritable)),
                  ] + folder.path.members("path"))
              })),
          .init("phone", phone.map { .string($0.address) } ?? .null),
          .init("opensPhone", .bool(opensPhone)),
        ]))
    ])
  }
}
