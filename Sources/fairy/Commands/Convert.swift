import ArgumentParser
import ConverterCore
import Runner

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Converts files, folders or standard input.",
    discussion: """
      Without -o the result stands beside its input with the new extension. Nothing is ever \
      overwritten unless you say so, and a result appears whole or not at all.
      """)

  @Argument(
    help: ArgumentHelp("Files, folders (with -r), or - for standard input.", valueName: "input"))
  var inputs: [PathArgument]

  @OptionGroup var target: TargetFlag

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "A file for one input, a folder for many, or - for standard output.", valueName: "path"))
  var output: PathArgument?

  @OptionGroup(title: "Content") var conversion: ConversionFlags

  @Option(help: ArgumentHelp("What to do when the output exists.", valueName: "policy"))
  var onConflict = OutputFile.ConflictPolicy.fail

  @Flag(name: .customShort("r"), help: "Walk folders; their structure is kept below -o.")
  var recursive = false

  @Flag(inversion: .prefixedNo, help: "Give the output the times of its input.")
  var keepTimes = true

  @Option(help: ArgumentHelp("How many cores to keep busy. (default: all)", valueName: "n"))
  var jobs: Int?

  @OptionGroup var limits: LimitFlags

  @OptionGroup var report: OutputFlags

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs takes a number from 1.") }
  }

  func run() throws {
    let cancellation = Cancellation()
    Interruption.watch(cancelling: cancellation) {
      if Console.errorIsTerminal { Console.standard.noteRaw(ProgressLine.erase) }
      Console.standard.note("fairy: interrupted; nothing unfinished was left behind")
    }
    let converter = Converter(registry: .builtin())
    let type = try target.target(output: output, in: converter.catalog)
    var unlisted: [ConversionError] = []
    let requests = try ConvertRequests.make(self, to: type) { unlisted.append($0) }
    let runner = Runner(
      converter: converter, jobs: jobs ?? Cores.available, cancellation: cancellation)
    let report = ConvertReport(total: requests.count, flags: report, unlisted: unlisted)
    try runner.run(requests, progress: report.progress, finished: report.finished)
    try report.close(cancelled: cancellation.isCancelled)
  }
}
