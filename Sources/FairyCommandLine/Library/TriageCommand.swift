import ArgumentParser
import ConverterCore
import FairyLibrary
import Runner
import SystemPackage

/// `fairy triage`
struct TriageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "triage",
    abstract: "Looks through photos: which are kept, which go, of which the words are wanted.",
    discussion: """
      On a terminal photos are shown one at a time: ← deletes, → keeps, ↑ and ↓ keep and note the words, Space shows more \
      closely, U undoes, Q shows what is to be deleted, G what shows the same, ? all keys.

      Nothing is deleted by a decision: photos to be deleted wait in a queue, and --commit moves them to the trash of the \
      desktop, from which --restore brings them back. All decisions are kept in the library, and --undo takes them back step \
      by step. A RAW, the film of a Live Photo and notes beside a picture go with it.

        fairy triage photos/
        fairy triage photos/ --list
        fairy triage photos/ --list --filter duplicates
        fairy triage --decide delete photos/b.jpg
        fairy triage --queue
        fairy triage --commit
        fairy triage --restore
      """)

  @Argument(
    help: ArgumentHelp(
      "Folders with photos; photos for --decide; a number for --undo and --restore.",
      valueName: "folder"))
  var paths: [PathArgument] = []

  @OptionGroup(title: "What is done") var action: TriageAction
  @OptionGroup(title: "Which photos") var filter: TriageFilterFlags
  @OptionGroup var work: LibraryWork

  func validate() throws {
    guard action.count <= 1 else {
      throw ValidationError(
        "one thing at a time: --list, --decide, --undo, --queue, --commit, --restore or --start-over"
      )
    }
    let needsPaths = action.count == 0 || action.list || action.decide != nil || action.startOver
    if needsPaths, paths.isEmpty {
      throw ValidationError(action.decide == nil ? "name a folder with photos" : "name a photo")
    }
    _ = try filter.chosen()
  }

  func run() throws {
    let actions = try TriageActions(work)
    if let decision = action.decide {
      try actions.decide(decision.verdict, on: paths.map(\.path))
    } else if action.undo {
      let (number, folders) = try numberAndFolders()
      try actions.undo(number ?? 1, in: folders)
    } else if action.queue {
      try actions.showQueue(in: try folders(paths))
    } else if action.commit {
      try actions.commit(try folders(paths))
    } else if action.restore {
      let (number, others) = try numberAndFolders()
      if let other = others.first {
        throw ConversionError(
          .usage, "--restore takes the number of a commit, and no folder", file: other)
      }
      try actions.restore(number)
    } else if action.startOver {
      try actions.startOver(in: try folders(paths), asks: !action.yes)
    } else if action.count == 0, !work.output.json, let terminal = Terminal.find() {
      try actions.show(try folders(paths), try filter.chosen(), on: terminal, work)
    } else {
      try actions.list(try folders(paths), try filter.chosen())
    }
  }

  private func folders(_ paths: [PathArgument]) throws(ConversionError) -> [FilePath] {
    var folders: [FilePath] = []
    for path in paths { folders.append(try PhotoFolder.resolved(path.path)) }
    return folders
  }

  /// A number among the words, if one is no folder, and the folders.
  private func numberAndFolders() throws(ConversionError) -> (Int?, [FilePath]) {
    var (number, rest) = (Int?.none, [PathArgument]())
    for path in paths {
      if number == nil, let found = Int(path.text), found > 0, !path.path.isThere {
        number = found
      } else {
        rest.append(path)
      }
    }
    return (number, try folders(rest))
  }
}

/// What a run of `fairy triage` does.
struct TriageAction: ParsableArguments {
  /// The words of `--decide`.
  enum Decision: String, CaseIterable {
    case keep, delete, text, none

    var verdict: Verdict? { Verdict(rawValue: rawValue) }
  }

  @Flag(
    help:
      "List photos, what was decided on them, and which belong together; without it they are shown on the whole terminal."
  )
  var list = false

  @Option(
    help: ArgumentHelp(
      "keep, delete, text (keep it, and note its words), none (as if nothing had been decided).",
      valueName: "verdict"),
    transform: { try TypedValue.choice($0) })
  var decide: Decision?

  @Flag(help: "Take back the last step, or as many as a number says, in all or some folders.")
  var undo = false

  @Flag(help: "Show the photos that go with the next commit.")
  var queue = false

  @Flag(help: "Move the photos of the queue to the trash, in all or some folders.")
  var commit = false

  @Flag(help: "Bring the last commit back from the trash, or the one of a number.")
  var restore = false

  @Flag(help: "Take back all that was decided on photos in folders; asks on a terminal.")
  var startOver = false

  @Flag(help: "Do not ask.")
  var yes = false

  var count: Int {
    [list, decide != nil, undo, queue, commit, restore, startOver].count { $0 }
  }
}

/// Which photos are shown.
struct TriageFilterFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "all (but films), screenshots, videos, unseen (nothing decided), duplicates, large (8 MB and more), blurred, dark. (default: all)",
      valueName: "filter"),
    transform: { try TypedValue.choice($0) })
  var filter: PhotoFilter.Kind?

  @Option(help: ArgumentHelp("A part of the name of the camera.", valueName: "text"))
  var camera: String?

  @Option(help: ArgumentHelp("The first day: 2026, 2026-11 or 2026-11-22.", valueName: "date"))
  var since: String?

  @Option(help: ArgumentHelp("The last day: 2026, 2026-11 or 2026-11-22.", valueName: "date"))
  var until: String?

  func chosen() throws -> PhotoFilter {
    var result = PhotoFilter()
    result.kind = filter ?? .all
    result.camera = camera
    (result.since, result.until) = (try Self.date(since), try Self.date(until))
    return result
  }

  private static func date(_ text: String?) throws -> String? {
    guard let text else { return nil }
    let shape = text.utf8.map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
    guard ["0000", "0000-00", "0000-00-00"].contains(String(decoding: shape, as: UTF8.self)) else {
      throw ValidationError("a date is 2026, 2026-11 or 2026-11-22, not \"\(text.printable)\"")
    }
    return text
  }
}
