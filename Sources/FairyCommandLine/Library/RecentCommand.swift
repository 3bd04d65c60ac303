import ArgumentParser
import ConverterCore
import FairyLibrary
import SystemPackage

/// `fairy recent`
struct RecentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recent", abstract: "Shows what was opened last, the last first.",
    discussion: """
      What fairy open and the web view have shown is on the list. The settings of the library turn it off, and leave folders out of it.

        fairy recent
        fairy recent --clear
      """)

  @Flag(help: "Forget all.")
  var clear = false

  @Option(name: .customLong("most"), help: ArgumentHelp("How many are shown.", valueName: "n"))
  var most = 20

  @OptionGroup var place: LibraryFlags
  @OptionGroup var output: OutputFlags

  func validate() throws {
    guard (1...10_000).contains(most) else { throw ValidationError("--most is 1 to 10,000") }
  }

  func run() throws {
    let library = try place.library()
    let recent = RecentFiles(of: library)
    if clear { return try recent.clear() }
    let files = try recent.all()
    for file in files.prefix(most) {
      Console.standard.print(output.json ? file.report.description : file.line)
    }
    if files.isEmpty, !output.json {
      Console.standard.note(
        try library.settings().keepsRecent
          ? "fairy: nothing was opened yet"
          : "fairy: what is opened is not remembered, as the settings say")
    }
    try Console.standard.check()
  }

  /// Remembers a file that was opened. Where that cannot be, nothing is said: the file was shown all the same.
  static func remember(_ input: Request.Input, _ file: InputFile, _ type: ContentType.ID?) {
    guard input != .standardInput, let place = LibraryFlags.usual,
      let library = try? DocumentLibrary(at: place)
    else { return }
    let isWhole = input.address == nil && !file.isFolder
    // A type is what a worker says: it may be any word.
    let known = type.flatMap { ContentTypeCatalog.builtin[$0]?.id }
    try? RecentFiles(of: library).remember(
      RecentFile(input, type: known, byteCount: isWhole ? file.byteCount : nil))
  }
}

extension RecentFile {
  /// Whether it can be opened again; for one in an archive that is the archive.
  private var isThere: Bool { input.path?.isThere ?? false }

  fileprivate var report: JSONValue {
    .object((json.members ?? []) + [.init("there", .bool(isThere))])
  }

  /// `today 14:03   JPEG image, 1.3 MB   /home/anna/a.jpg`
  fileprivate var line: String {
    let kind = type.flatMap { ContentTypeCatalog.builtin[$0]?.name } ?? "file"
    let size = byteCount.map { ", \(Amounts.bytes($0))" } ?? ""
    let when = RelativeDate.words(opened.seconds, now: LocalTime.seconds)
    let gone = isThere ? "" : "  (not there any more)"
    return "\(when)  \(kind)\(size)  \(input.display)\(gone)"
  }
}

/// A moment as people say it, by the user's clock.
enum RelativeDate {
  private static let day = 86_400

  /// `just now`, `5 minutes ago`, `today 14:03`, `yesterday 14:03`, `3 days ago`, `2026-10-03`
  ///
  /// - Parameters:
  ///   - seconds: since 1970.
  ///   - now: the same of the moment that it is.
  static func words(_ seconds: Int, now: Int) -> String {
    let (then, today) = (local(seconds), local(now))
    let (age, days) = (now - seconds, today.day - then.day)
    if (0..<60).contains(age) { return "just now" }
    if (0..<3600).contains(age) { return "\(Amounts.count(age / 60, "minutes")) ago" }
    switch days {
    case 0: return "today \(then.time)"
    case 1: return "yesterday \(then.time)"
    case 2..<7: return "\(days) days ago"
    default: return CivilDate(daysSince1970: then.day)?.iso8601 ?? ""
    }
  }

  private static func local(_ seconds: Int) -> (day: Int, time: String) {
    let local = seconds + (LocalTime.offset(at: seconds) ?? 0)
    let days = local >= 0 ? local / day : (local - day + 1) / day
    let rest = local - days * day
    let time = [rest / 3600, rest / 60 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (days, time.joined(separator: ":"))
  }
}
