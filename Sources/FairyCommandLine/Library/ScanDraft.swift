import ArgumentParser
import ConverterCore
import FairyLibrary
import Runner
import Scanning
import SystemPackage

/// A scan that goes to the library.
struct DraftFlag: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Make a draft in the library instead of a PDF, or add to the document of this number, identifier or title (--draft=TITLE). (default: a new one)",
      valueName: "document"))
  var draft: String?

  @OptionGroup var place: LibraryFlags

  /// What stands for a new document.
  static let new = "new"

  func validate() throws {
    if draft == nil, place.folder != nil {
      throw ValidationError("--library is for drafts: add --draft, or name a PDF with -o")
    }
  }

  /// Words with `new` where `--draft` stands without a document: before another option, a file, or nothing.
  static func completed(_ words: [String]) -> [String] {
    words.completed("--draft", of: "scan", with: new) { !isDocument($0) }
  }

  /// Whether a word is a number of the list, or begins an identifier, and is no file.
  private static func isDocument(_ word: String) -> Bool {
    guard PathArgument(argument: word)?.path.isThere == false else { return false }
    let isNumber = (1...3).contains(word.utf8.count) && Int(word) != nil
    let isIdentifier = word.utf8.count >= 4 && word.allSatisfy { $0.isHexDigit || $0 == "-" }
    return word == new || !word.hasPrefix("-") && (isNumber || isIdentifier)
  }
}

// From photos, or what a scanner has, to a draft in the library.
extension Scan {
  func makeDraft(_ word: String) throws {
    try checkForDraft()
    let interruption = try LibraryWork.interruption()
    let runs = WorkerRuns(sandbox: work.bulk.sandbox.policy, interruption: interruption)
    let editor = try LibraryEditor(
      try draft.place.library(),
      maker: RequestedPages(WorkerPages(runs: runs, limits: work.limits.limits)))
    // That there is no such document is said before all the work is done.
    let id = try word == DraftFlag.new ? nil : DocumentWord(word).document(in: editor.index).key
    guard scanner.device != nil else { return try keep(try batchOfFiles(), in: id, editor) }
    let folder = try PrivateFolder()
    // The sheets are read until the end.
    defer { folder.remove() }
    let sheets = try scanner.scannedSheets(in: folder.path, until: interruption)
    try keep(sheets.batch, in: id, editor)
    let failure = sheets.failure(
      advising: "Put the rest in, and scan it into the same draft with --draft and its name")
    if let failure { throw failure }
  }

  /// - Throws: `usage` for what has to do with a PDF.
  private func checkForDraft() throws(ConversionError) {
    let kept: Set<String> = ["--filter", "--no-crop", "--split"]
    var others = typed.values.filter { !kept.contains($0) }.sorted()
    if output != nil { others.append("--output") }
    if saving.save != nil { others.append("--save") }
    if preset.preset != nil { others.append("--preset") }
    if separation.separator != nil { others.append("--separator") }
    if form.crop != nil { others.append("--crop") }
    if work.dryRun { others.append("--dry-run") }
    if !work.require.isEmpty { others.append("--require") }
    if !work.settings.values.isEmpty { others.append("--set") }
    guard let first = others.first else { return }
    throw ConversionError(
      .usage,
      "--draft makes no PDF, and \(first) is about one: leave it away; fairy library changes pages, saves and exports them"
    )
  }

  private func keep(_ batch: ScanBatch, in id: String?, _ editor: LibraryEditor) throws {
    for note in batch.notes { Console.standard.note("fairy: \(note)") }
    var files: [FilePath] = []
    for input in batch.inputs {
      guard case .file(let path) = input else {
        throw ConversionError(
          .usage, "a draft keeps files: save or unpack it first", file: input.path)
      }
      files.append(path)
    }
    let made: DocumentMetadata
    var old = 0
    if let id = id.flatMap({ DocumentID($0) }) {
      old = try editor.library.document(id).metadata().pages.count
      made = try editor.add(files, to: id, look)
    } else {
      made = try editor.create(title: try editor.library.settings().newTitle, of: files, look)
    }
    try tell(made, from: old)
  }

  private var look: LookOptions {
    var options = ConversionOptions()
    scan.apply(to: &options)
    scanner.apply(to: &options)
    var look = LookOptions()
    let filter = options.settings["scan-filter"]
    look.filter = filter.flatMap(ScannedPage.Filter.init(rawValue:)) ?? .auto
    look.crops = options.settings["scan-corners"] != "none"
    look.splits = options.settings["scan-split"] == "true"
    return look
  }

  /// - Parameter old: how many pages there were before.
  private func tell(_ made: DocumentMetadata, from old: Int) throws {
    let report = DocumentReport(made)
    guard work.output.json else {
      Console.standard.print("\(old > 0 ? "added to" : "made") \(report.line)")
      return try Console.standard.check()
    }
    for (index, page) in made.pages.enumerated().dropFirst(old) {
      Console.standard.print(
        JSONValue.object(
          [.init("input", .string(page.importedName)), .init("page", .integer(index + 1))]
            + (page.scan.page.json.members ?? [])
        ).description)
    }
    Console.standard.print(report.json.description)
    try Console.standard.check()
  }
}
