import ArgumentParser
import ConverterCore
import Runner

struct Convert: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Converts files, folders or standard input.",
    discussion: """
      Without -o the result stands beside its input with the new extension. Nothing is ever \
      overwritten unless you say so, and a result appears whole or not at all.

      With -o - a result goes to standard output while it is written, where its format allows that; the exit \
      status says whether it is whole. --whole writes nothing before all is done.

      Several files and folders become one archive where -o names it. A file in an archive is named with //, \
      and nothing is unpacked to disk.

      A run over a folder keeps a journal beside its results: stopped or killed at any moment and \
      started again, it does the rest.

        fairy convert IMG_0042.HEIC --to jpeg -q 0.8                 beside the original
        fairy convert -r photos/ --to png --resize 1600 -o out/      a folder, its structure kept
        fairy convert 'photos.zip//2024/*.heic' --to jpeg -o out/    files in an archive
        fairy convert b.jpg letters/ -o all.zip                      several into one archive
        fairy convert orders.csv --to ndjson --columns id,city       a part of a table
      """)

  @OptionGroup var work: WorkFlags

  @OptionGroup var stream: WholeFlag

  @Flag(help: "Show what would be done, with conflicts and the total, and do nothing.")
  var dryRun = false

  @OptionGroup(title: "Runs over many files") var bulk: RunFlags

  @OptionGroup var output: OutputFlags

  func run() throws {
    let catalog = ContentTypeCatalog.builtin
    let workload = try work.workload(
      catalog: catalog, sandbox: bulk.sandbox.policy, streams: !stream.whole)
    try stream.check(isPrinted: workload.isPrinted)
    if workload.isPrinted, output.json {
      throw ConversionError(.usage, "standard output cannot take the result and JSON at once")
    }
    if workload.isPrinted, Console.isTerminal {
      throw ConversionError(
        .usage, "standard output is a terminal; name a file with -o, or send it somewhere: | or >")
    }
    try workload.checkOptions(sandbox: bulk.sandbox.policy)
    for note in workload.notes { Console.standard.note("fairy: \(note)") }
    let journaling = dryRun ? nil : try bulk.journaling(for: workload)
    let interruption = try Interruption()
    interruption.watchSignals {
      if Console.errorIsTerminal { Console.standard.noteRaw(ProgressLine.erase) }
      Console.standard.note("fairy: interrupted; nothing unfinished was left behind")
    }
    var supervisor = bulk.supervisor(
      interruption: interruption, catalog: catalog, jobs: Cores.available)
    if dryRun {
      let report = RunReport(workload, flags: output)
      return try supervisor.performDryRun(
        workload, journaling: bulk.earlierJournal(for: workload), report, until: interruption)
    }
    supervisor.makesFolders = workload.makesFolders
    supervisor.journaling = journaling
    var reading = try work.reading.options()
    try PasswordPrompt.asking(for: work.inputs.first?.input.display, &reading) { reading in
      let report = RunReport(
        workload, flags: output,
        leavesPasswords: workload.isSingle && PasswordPrompt.isPossible)
      try supervisor.run(
        UnlockedJobs(workload.jobs, reading), observer: report)
      try report.close(after: interruption)
    }
  }
}
