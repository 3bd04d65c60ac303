import ArgumentParser
import ConverterCore
import FairyLibrary
import Runner
import SystemPackage

struct SyncLibrary: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Makes the library and a folder, an SSH host or a remote of rclone agree.",
    discussion: """
      Documents that one of them lacks, or has in an older version, are copied; drafts are not. Nothing is removed because \
      the other side lacks it. Where a document was changed on two machines, both versions stay.

        fairy library sync --with /media/stick/fairy
        fairy library sync --with ssh:nas:fairy         by sftp, with your keys
        fairy library sync --with rclone:cloud:fairy    by rclone, with its configuration
        fairy library sync                              the same once more

      fairy opens no connection: this verb starts sftp or rclone, and nothing else does.
      """)

  @Option(
    name: .customLong("with"),
    help: ArgumentHelp(
      "A folder, ssh:HOST:PATH or rclone:REMOTE:PATH, kept for later times. (default: the last one)",
      valueName: "target"))
  var target: String?

  @Flag(help: "Try what has failed at once, rather than after its pause.")
  var now = false

  @Flag(help: "Copy documents again to a target that has lost or damaged them.")
  var again = false

  @OptionGroup var work: LibraryWork

  func run() throws {
    let interruption = try DocumentWork.interruption()
    let editor = try work.editor(until: interruption)
    let place = try place(for: editor.library)
    let report = SyncReport(asJSON: work.output.json)
    var sync = try LibrarySync(
      editor, with: place.target(UserPrograms(interruption: interruption)), at: place,
      ignoresPauses: now, startsOver: again, told: report.tell)
    var gone: ConversionError?
    do throws(ConversionError) {
      try sync.run()
      if target != nil {
        try editor.library.changeSettings { $0.syncTarget = place.description }
      }
    } catch {
      gone = error
    }
    report.close(with: place, gone)
    try Console.standard.check()
    if let gone { throw gone }
    if !report.failures.isEmpty { throw ExitCode(failures: report.failures) }
  }

  private func place(for library: DocumentLibrary) throws(ConversionError) -> SyncPlace {
    guard let target else {
      guard let kept = try library.settings().syncTarget else {
        throw ConversionError(
          .usage,
          "nothing says with what: name a folder, ssh:HOST:PATH or rclone:REMOTE:PATH with --with, once"
        )
      }
      return try SyncPlace(kept)
    }
    guard !target.hasPrefix("ssh:"), !target.hasPrefix("rclone:"), !target.hasPrefix("/"),
      let here = FilePath(".").resolved
    else { return try SyncPlace(target) }
    return try SyncPlace(here.pushing(FilePath(target)).lexicallyNormalized().lossyText)
  }
}

/// The user's own programs, which may reach what `fairy` does not.
private struct UserPrograms: SyncPrograms {
  let interruption: Interruption

  func run(
    _ program: String, of package: String, _ words: [String]
  ) throws(ConversionError) -> SyncProgramEnding {
    var lines: [String] = []
    let ending = try UnconfinedProgram(program, package: package).run(words, until: interruption) {
      lines.append($0)
    }
    return SyncProgramEnding(status: ending.status, lines: lines, errorLines: ending.errorLines)
  }
}

/// What people and scripts are told of a sync.
private final class SyncReport {
  private let isJSON: Bool
  private(set) var failures: [ConversionError.Code] = []
  private var counts: [SyncOutcome.Kind: Int] = [:]
  /// Why documents were not copied, how many, and when they are tried again.
  private var reasons: [(message: String, count: Int, nextTry: StoredDate?)] = []

  init(asJSON: Bool) { isJSON = asJSON }

  func tell(_ outcome: SyncOutcome) {
    if let error = outcome.error { failures.append(error) }
    counts[outcome.kind, default: 0] += 1
    if isJSON { return Console.standard.print(outcome.json.description) }
    guard outcome.kind == .failed || outcome.kind == .waiting else {
      return Console.standard.print(outcome.line)
    }
    let message = outcome.message ?? "it failed earlier"
    if let index = reasons.firstIndex(where: { $0.message == message }) {
      reasons[index].count += 1
      reasons[index].nextTry = [reasons[index].nextTry, outcome.nextTry].compactMap(\.self).min()
    } else {
      reasons.append((message, 1, outcome.nextTry))
    }
  }

  /// - Parameter gone: why the target cannot be reached, which is said elsewhere.
  func close(with place: SyncPlace, _ gone: ConversionError?) {
    guard !isJSON else { return }
    for reason in reasons {
      let documents = reason.count == 1 ? "1 document is" : "\(reason.count) documents are"
      let next = reason.nextTry.map { "; tried again from \($0) on, or with --now" } ?? ""
      Console.standard.note("fairy: \(documents) not synced: \(reason.message.printable)\(next)")
    }
    if gone == nil, counts.isEmpty {
      Console.standard.print(
        "nothing to do: \(place.description.printable) has all, and so has the library")
    }
  }
}

extension SyncOutcome {
  fileprivate var json: JSONValue {
    .object([
      .init("id", id.map { .string($0.description) } ?? .null), .init("title", .string(title)),
      .init("status", .string(kind.rawValue)),
      .init("message", message.map { .string($0) } ?? .null),
      .init("nextTry", nextTry.map { .string($0.description) } ?? .null),
    ])
  }

  /// `uploaded 3f2a9c1e  Rechnung`
  fileprivate var line: String {
    let name = id.map { "\($0.description.prefix(8))  " } ?? ""
    let more = message.map { ": " + $0.printable } ?? ""
    return "\(kind == .conflict ? "kept both of" : kind.rawValue) \(name)\(title.printable)\(more)"
  }
}
