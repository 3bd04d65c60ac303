import ArgumentParser
import ConverterCore
import MailboxModel
import Runner
import SystemPackage
import TableModel

struct Extract: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Unpacks an archive, or some of its entries; saves what is attached to mail.",
    discussion: """
      Without -o the result stands beside the archive: a new folder of its name, or the one thing that is \
      in it. Everything appears at once when all is well; an archive with a bad entry leaves nothing, \
      unless --keep-going says to take the rest.

      Entries are named by path, by folder, or by pattern: * and ? stand for characters of a name, ** for \
      folders, too.

        fairy extract takeout.zip
        fairy extract photos.zip 2024/ '**/*.txt' -o out/
        fairy extract photos.zip notes.txt -o -
        fairy extract mail.mbox --from anna --attachment '*.pdf' -o out/
      """)

  @Argument(
    help: ArgumentHelp(
      "An archive, an archive in an archive (a.zip//b.zip), or - for standard input.",
      valueName: "file"))
  var file: PathArgument

  @Argument(help: ArgumentHelp("What to take; everything if nothing is named.", valueName: "entry"))
  var entries: [String] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "The folder to unpack into, or - to print the content of entries.", valueName: "folder"))
  var output: PathArgument?

  @Flag(help: "Put everything beside the archive, without a new folder.")
  var flat = false

  @Flag(help: "Make a new folder in any case.")
  var wrap = false

  @Flag(help: "Take the good entries where others are bad; the bad are listed.")
  var keepGoing = false

  @Option(
    help: ArgumentHelp("What to do when a file exists. (default: fail)", valueName: "policy"))
  var onConflict: OutputFile.ConflictPolicy?

  @Flag(
    inversion: .prefixedNo,
    help:
      "Give files the times that the archive has, or the time at which they are made. (default: --keep-times)"
  )
  var keepTimes: Bool?

  @Flag(help: "Of attachments with the same content save only the first.")
  var dedupe = false

  @OptionGroup(title: "Messages") var messages: GroupFlags<MessageSelection>

  @OptionGroup(title: "Messages") var people: PeopleFlags

  @OptionGroup(title: "Messages") var index: IndexFlags

  @OptionGroup var stream: WholeFlag

  @OptionGroup var settings: SettingFlags

  @OptionGroup var reading: ReadingFlags

  @OptionGroup var limits: LimitFlags

  @Option(help: ArgumentHelp("How many cores to keep busy. (default: all)", valueName: "n"))
  var jobs: Int?

  @OptionGroup var sandbox: SandboxFlags

  @OptionGroup var outputFlags: OutputFlags

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1") }
    if entries.contains("") {
      throw ValidationError("an entry has no name: leave the word out for all entries")
    }
    if flat, wrap { throw ValidationError("--flat and --wrap contradict each other") }
    if output != nil, flat || wrap {
      throw ValidationError(
        "-o names the folder itself: leave \(flat ? "--flat" : "--wrap") away")
    }
  }

  func run() throws {
    let catalog = ContentTypeCatalog.builtin
    var request = try request(catalog: catalog)
    if request.output == .standardOutput, outputFlags.json {
      throw ConversionError(.usage, "standard output cannot take contents and JSON at once")
    }
    let interruption = try Interruption()
    interruption.watchSignals {
      if Console.errorIsTerminal { Console.standard.noteRaw(ProgressLine.erase) }
      Console.standard.note("fairy: interrupted; nothing unfinished was left behind")
    }
    var supervisor = Supervisor(
      command: SealedProcess.command, jobs: jobs ?? Cores.available, sandbox: sandbox.policy,
      catalog: catalog, interruption: interruption)
    supervisor.programs = { SealedProcess.programs }
    var reading = request.options.reading
    try PasswordPrompt.asking(for: request.input.display, &reading) { reading in
      request.options.reading = reading
      let workload = Workload(request)
      let report = RunReport(
        workload, flags: outputFlags, leavesPasswords: PasswordPrompt.isPossible)
      try supervisor.run(workload.jobs, observer: report)
      try report.close(after: interruption)
    }
  }

  /// What the words ask for.
  private func request(catalog: ContentTypeCatalog) throws -> Request {
    var input = file.input
    var options = ConversionOptions()
    options.entries = entries
    options.keepGoing = keepGoing
    options.reading = try reading.options()
    options.settings = settings.values
    if dedupe { options.settings["dedupe"] = "true" }
    options.selection.limit = limits.rows
    try messages.apply(to: &options)
    options.reading.messages.from += people.senders
    options.reading.messages.to += people.recipients
    try index.apply(
      to: &options.reading, of: [input], limits: limits.limits, sandbox: sandbox.policy)
    if case .entry(let path, let address) = input, address.isPattern {
      // `a.zip//docs/` is what is in docs of a.zip.
      guard entries.isEmpty else {
        throw ConversionError(
          .usage, "names entries already with //: name further ones after the archive instead",
          file: path)
      }
      if !address.last.isEmpty { options.entries = [String(decoding: address.last, as: UTF8.self)] }
      let outer = EntryAddress(steps: address.steps.dropLast())
      input = outer.steps.isEmpty ? .file(path) : .entry(path, outer)
    }
    let isPrinted = output?.isDash == true
    let target = try ContentType.named(isPrinted ? "public.data" : "public.folder", in: catalog)
    try stream.check(isPrinted: isPrinted)
    var request = Request(
      input: input, target: target, output: destination(of: input, target),
      conflict: onConflict, keepsTimes: keepTimes ?? true, options: options,
      limits: limits.limits(forOne: true))
    request.isStreamed = isPrinted && !stream.whole
    return request
  }

  private func destination(
    of input: Request.Input, _ target: ContentType
  ) -> OutputFile.Destination {
    if let output { return output.isDash ? .standardOutput : .folder(output.path, .merged) }
    let path: FilePath =
      if case .folder(let path, _) = input.destination(beside: target) { path } else { "stdin" }
    if flat {
      let parent = path.removingLastComponent()
      return .folder(parent.isEmpty ? "." : parent, .merged)
    }
    return .folder(path, wrap ? .whole : .unwrapped)
  }
}
