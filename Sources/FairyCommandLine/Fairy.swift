package import ArgumentParser
import ConverterCore
import Runner
import SystemPackage

/// `fairy`: the command line.
package struct Fairy: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "fairy",
    abstract: "Opens and converts files on your own machine.",
    discussion: """
        fairy convert IMG_0042.HEIC --to jpeg -q 0.8  one file, or many
        fairy convert -r photos/ --to png -o out/     a folder of them
        fairy extract takeout.zip                     unpack an archive
        fairy compress scan.pdf                       make a file smaller
        fairy merge a.pdf b.jpg -o all.pdf            join, and take apart with split
        fairy open photo.heic                         what is in a file
        fairy plan photo.heic --to jpeg               what a conversion would lose
      """,
    version: version,
    subcommands: [
      Convert.self, Scan.self, Compress.self, Merge.self, Split.self, Extract.self, Open.self,
      Info.self, LibraryCommand.self, TriageCommand.self, NotesCommand.self, SearchCommand.self,
      RecentCommand.self, Serve.self, Why.self,
      PlanCommand.self, Formats.self, WorkerCommand.self, ManualCommand.self,
    ])

  static let version = "0.1.0"
  /// When this version was made, as its manual says.
  static let date = "November 23, 2026"

  package init() {}

  package static func main() {
    do {
      if let words = SealedProcess.confinement { return try SealedProcess.run(words) }
      StandardStreams.occupyClosed()
      // The parser takes longer for it than all else.
      if RawArguments.all == ["--version"] { return Console.standard.print(version) }
      if startsWorker {
        try SealedProcess.checkSystem()
        Supervisor.startEarly(SealedProcess.command, .auto)
      }
      let verbs = VerbSuggestion(
        verbs: configuration.subcommands.compactMap { $0.configuration.commandName })
      if let error = verbs.error(for: RawArguments.all) ?? TypedVerb.standard.error { throw error }
      var command = try command(
        DraftFlag.completed(
          SeparatorFlag.completed(ScannerFlags.completed(TypedVerb.ordered(RawArguments.all)))))
      if let misread = misreadHelp(command) { throw misread }
      if worksOnFiles(command) { try SealedProcess.checkSystem() }
      try command.run()
    } catch let error as ConversionError {
      end(with: error)
    } catch {
      // The status of a run whose files failed is no usage error.
      guard exitCode(for: error) == .validationFailure, !(error is ArgumentParser.ExitCode) else {
        printNarrowHelp(error)
        exit(withError: error)
      }
      let message = Self.message(for: error)
      end(
        with: UsageErrorFormatter(TypedVerb.standard)?
          .error(for: message) ?? ConversionError(.usage, message))
    }
  }

  /// Prints help for a narrow terminal, and ends; does nothing on others, and for what is no help.
  private static func printNarrowHelp(_ request: any Error) {
    guard exitCode(for: request) == .success, !(request is ArgumentParser.ExitCode) else { return }
    let width = Console.outputWidth
    guard width < NarrowHelp.enough else { return }
    Console.standard.print(
      NarrowHelp(fullMessage(for: request, columns: 1 << 20), width: width).text)
    exit()
  }

  /// Says what went wrong, in the one way there is, and ends.
  private static func end(with error: ConversionError) -> Never {
    Console.standard.report(error)
    printResult(error)
    exit(withError: error.exitCode)
  }

  /// Whether files may be read or written: help, the version and the table of formats need none.
  private static func worksOnFiles(_ command: any ParsableCommand) -> Bool {
    configuration.subcommands.contains { $0 == type(of: command) } && !(command is Formats)
  }

  /// What is wrong with words that the parser took for a request for help which nobody made.
  private static func misreadHelp(_ command: any ParsableCommand) -> ConversionError? {
    let typed = TypedVerb.standard
    guard !typed.verbs.contains(where: { $0 == type(of: command) }) else { return nil }
    return UsageErrorFormatter(typed)?.misreadOption
  }

  /// What the words ask for.
  ///
  /// The parser collects the options of a verb twice when it begins there, and four times when it comes from
  /// the root: half of the time that a small picture takes. Only the root knows about help and versions, so it is
  /// asked where the verb does not know what to do.
  private static func command(_ words: [String]) throws -> any ParsableCommand {
    let verb = configuration.subcommands.first { $0.configuration.commandName == words.first }
    if let verb, let command = try? verb.parse(Array(words.dropFirst())) { return command }
    return try parseAsRoot(words)
  }

  /// Whether the words are likely to need a worker, which then gets ready while they are understood: that takes
  /// as long. It enters its sandbox at once, and so fits only a run that says nothing else of it.
  private static var startsWorker: Bool {
    let words = RawArguments.all
    guard words.count > 1, !words.contains(where: { $0.hasPrefix("--sandbox") }) else {
      return false
    }
    return ["convert", "scan", "compress", "merge", "split", "info", "open", "why", "plan"]
      .contains(words[0]) && !words.contains("--help")
  }

  /// Where results are lines of JSON, what kept the whole run from beginning is one, too.
  private static func printResult(_ error: ConversionError) {
    let words = RawArguments.all.prefix { $0 != "--" }
    guard words.contains("--json"), let verb = words.first,
      ["convert", "scan", "compress", "merge", "split", "extract"].contains(verb)
    else { return }
    let outcome = Outcome(.failed(error), input: .file(error.file ?? ""))
    Console.standard.print(outcome.json(id: nil).description)
  }
}
