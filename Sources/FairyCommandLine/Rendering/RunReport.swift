import ArgumentParser
import ConverterCore
import Runner
import SystemPackage

/// Says how each file of a run ended, how far the run is, and how it ended.
final class RunReport: RunObserver {
  private let workload: Workload
  private let isJSON: Bool
  private let style: Style
  private let progress: any ProgressDisplay
  private let began = ContinuousClock.now
  private var tally = Tally()
  private var unused = UnusedOptionTally()
  private let leavesPasswords: Bool
  private var lackOfPassword: ConversionError?
  /// What ended last.
  private(set) var last: Outcome?
  /// What became of each request, by its number, where the workload wants to know.
  private(set) var outcomes: [Int: Outcome] = [:]

  /// - Parameter leavesPasswords: whether a single file that lacks its password is not reported but thrown
  ///   by ``close(after:)``, for whoever can ask for it.
  init(_ workload: Workload, flags: OutputFlags, leavesPasswords: Bool = false) {
    self.workload = workload
    self.leavesPasswords = leavesPasswords
    isJSON = flags.json
    style = flags.style
    let meter = ProgressMeter(files: workload.files, bytes: workload.bytes)
    progress =
      if flags.json {
        ProgressEvents(meter)
      } else if workload.isPrinted, Console.outputIsPipe {
        // The reader of the pipe, such as a pager, may use the same terminal.
        NoProgress()
      } else if Console.errorIsTerminal {
        ProgressLine(meter)
      } else {
        ProgressNotes(meter)
      }
    for error in workload.unlisted {
      Console.standard.report(error)
      tally.add(error)
    }
  }

  func started(_: Int, _: Request) {}

  func progressed(_ index: Int, _: Job, _ fraction: Double) {
    progress.update(index, fraction)
  }

  func finished(_ index: Int, _ job: Job, _ found: Outcome) {
    last = found
    if workload.keepsOutcomes { outcomes[index] = found }
    var outcome = found.naming(inputs: workload.names)
    if workload.hidesResult { outcome.outputs = [] }
    let answers = outcome.unused.filter { workload.implied.contains($0.option) }
    outcome.unused.removeAll { answers.contains($0) }
    for index in outcome.unused.indices {
      if let typed = workload.typed[outcome.unused[index].option] {
        outcome.unused[index].typed = typed
      }
    }
    // What has gone to standard output would come a second time.
    if leavesPasswords, let error = outcome.error, outcome.bytesOut == 0,
      error.code == .missingPassword || error.code == .wrongPassword
    {
      lackOfPassword = error
      return
    }
    tally.add(outcome)
    if !isJSON, !workload.isSingle {
      unused.add(outcome.unused, of: outcome.source, outcome.input.display)
    }
    progress.finish(index, outcome) {
      if !isJSON {
        for answer in answers { note("\(outcome.input.display): \(answer.why)") }
      }
      show(outcome, id: job.id)
    }
  }

  private func note(_ text: String) { Console.standard.note("fairy: \(text.printable)") }

  func noted(_ text: String) {
    progress.interrupt { Console.standard.note("fairy: \(text)") }
  }

  /// Prints the summary of several files and ends with the status of the run.
  ///
  /// - Parameter interruption: what may have ended it early.
  func close(after interruption: Interruption? = nil) throws {
    progress.close()
    if let lackOfPassword { throw lackOfPassword }
    try Console.standard.check()
    for line in unused.lines { Console.standard.note("fairy: \(line)") }
    if !workload.isSingle || tally.finished > 1 { summarise() }
    if let interruption, interruption.isRaised {
      throw ExitCode(ConversionError.Code.interrupted.status)
    }
    let status = ExitCode(failures: tally.failed.keys)
    if status != .success { throw status }
  }

  private func summarise() {
    let duration = ContinuousClock.now - began
    guard isJSON else {
      guard tally.finished > 0 else {
        return Console.standard.note("fairy: there is nothing to do: no files were found")
      }
      let time = " · \(Amounts.duration(duration))"
      return Console.standard.note(tally.text(total: workload.files) + time)
    }
    Console.standard.note(tally.json(total: workload.files, duration: duration).description)
  }

  private func show(_ outcome: Outcome, id: JSONValue?) {
    guard !isJSON else {
      for page in outcome.scannedPages { Console.standard.print(page.description) }
      return Console.standard.print(outcome.json(id: id).description)
    }
    // The reader of standard output has seen enough (`| head`): that is nothing to complain about.
    if outcome.error?.cause as? Errno == .brokenPipe { return }
    for warning in outcome.warnings {
      Console.standard.note("fairy: \(outcome.warnedOf): warning: \(warning.printable)")
    }
    if workload.isSingle {
      for option in outcome.unused {
        Console.standard.note("fairy: \(outcome.input.display): \(option.text.printable)")
      }
    }
    if outcome.isPartial { showOmissions(outcome) }
    showRenames(outcome)
    if workload.tellsPages {
      for line in outcome.pageLines { Console.standard.print(line) }
    }
    if let line = outcome.line(style) { Console.standard.print(line) }
    showPlannedPages(outcome)
    showReceipt(outcome)
    showChoices(outcome)
    // Of what went to standard output there is no line, but what it lacks is said.
    if workload.isPrinted, case .done = outcome.status {
      for loss in outcome.losses(style) {
        Console.standard.note("fairy: \(outcome.input.display): \(loss)")
      }
    }
    if let error = outcome.error {
      let isInput = error.file == nil || error.file == outcome.input.path
      Console.standard.report(error, of: isInput ? outcome.input.display : error.file?.display)
    }
  }

  /// Says what a scan would make of each page, and what it would lose.
  private func showPlannedPages(_ outcome: Outcome) {
    guard case .planned = outcome.status, !outcome.scannedPages.isEmpty else { return }
    let width = Console.isTerminal ? Console.outputWidth : nil
    for line in outcome.plannedPageLines(width: width) + outcome.ledgerLines(style) {
      Console.standard.print(line)
    }
  }

  /// Of one file it is said what became of everything in it; of many it would be too much.
  private func showReceipt(_ outcome: Outcome) {
    guard workload.isSingle, !workload.isPrinted, !workload.hidesResult,
      case .done = outcome.status,
      let table = outcome.receipt.flatMap({ ReceiptTable($0) })
    else { return }
    for line in table.lines(width: Console.outputWidth, style) { Console.standard.print(line) }
  }

  /// Says of one file which quality and size were chosen for it.
  private func showChoices(_ outcome: Outcome) {
    guard workload.isSingle, case .done = outcome.status else { return }
    for entry in outcome.ledger where entry.action == .changed {
      guard let why = entry.why, ["quality", "size"].contains(entry.what) else { continue }
      Console.standard.note(
        "fairy: \(outcome.input.display): \(entry.what): \(why.printable)")
    }
  }

  /// Says which entries of an archive got another name.
  private func showRenames(_ outcome: Outcome) {
    for entry in outcome.ledger where entry.action == .changed {
      guard let why = entry.why, entry.what.hasPrefix("entry ") else { continue }
      Console.standard.note(
        "fairy: \(outcome.input.display): \(entry.what.printable): \(why.printable)")
    }
  }

  private func showOmissions(_ outcome: Outcome) {
    let dropped = outcome.ledger.filter { $0.action == .dropped }
    // What the format lost besides is no part of a document.
    let inputs = outcome.inputsLeftOut
    for entry in inputs {
      let why = "\(entry.what.dropFirst("input ".count)): \(entry.why ?? "it cannot be read")"
      note("\(outcome.warnedOf): left out: \(why)")
    }
    let pages = dropped.filter { $0.what.hasPrefix("words of page ") }
    if !inputs.isEmpty, pages.isEmpty { return }
    for entry in pages.isEmpty ? dropped : pages {
      Console.standard.note(
        "fairy: \(outcome.input.display): left out: \((entry.why ?? entry.what).printable)")
    }
  }
}
