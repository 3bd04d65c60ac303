import ArgumentParser
import ConverterCore
import FairyLibrary
import Scanning
import SystemPackage

struct ShowDocument: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows a document with its pages.")

  @OptionGroup var document: DocumentArgument

  @OptionGroup var work: LibraryWork

  func run() throws {
    let library = try work.place.library()
    let item = try DocumentWord(document.document).document(in: try library.readableIndex())
    guard let id = DocumentID(item.key) else { return }
    let folder = try library.document(id)
    let metadata = try folder.metadata()
    if work.output.json {
      Console.standard.print(metadata.record.description)
    } else {
      for line in lines(metadata, folder) { Console.standard.print(line) }
    }
    try Console.standard.check()
  }

  private func lines(_ metadata: DocumentMetadata, _ folder: DocumentFolder) -> [String] {
    var lines = [DocumentReport(metadata).line]
    if !metadata.note.isEmpty {
      lines += metadata.note.split(separator: "\n").map { "  \($0)".printable }
    }
    for (index, page) in metadata.pages.enumerated() {
      let scan = page.scan.page
      let crop =
        page.scan.changes.corners != nil
        ? "cropped by hand" : scan.isFound ? "page found" : "whole picture"
      let turn = (scan.rotation ?? 0) == 0 ? "" : ", turned by \(scan.rotation ?? 0)°"
      lines.append(
        "  \(index + 1)  \(page.importedName.printable): \(scan.width)×\(scan.height), \(crop), \(scan.filter.rawValue)\(turn)"
      )
    }
    if metadata.output != nil { lines.append("  PDF: \(folder.path(of: .pdf, metadata).display)") }
    lines.append("  folder: \(folder.path.display)")
    return lines
  }
}

struct RenameDocument: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Gives a document another title.")

  @OptionGroup var document: DocumentArgument

  @Argument(help: "The new title.")
  var title: String

  @OptionGroup var work: LibraryWork

  func run() throws {
    try work.describe(document, "renamed") { $0.title = title }
  }
}

struct TagDocument: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tag", abstract: "Adds tags to a document, or removes them.")

  @OptionGroup var document: DocumentArgument

  @Argument(help: "Tags to add.")
  var tags: [String] = []

  @Option(parsing: .singleValue, help: ArgumentHelp("A tag to remove.", valueName: "tag"))
  var remove: [String] = []

  @OptionGroup var work: LibraryWork

  func validate() throws {
    if tags.isEmpty, remove.isEmpty {
      throw ValidationError("name a tag to add, or one to --remove")
    }
  }

  func run() throws {
    try work.describe(document, "tagged") { (description) throws(ConversionError) in
      for tag in remove {
        guard description.tags.contains(tag) else {
          throw ConversionError(.usage, "the document has no tag \"\(tag.printable)\"")
        }
      }
      description.tags.removeAll { remove.contains($0) }
      description.tags += tags
    }
  }
}

struct NoteDocument: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note", abstract: "Writes a note on a document, in the place of the one it has.")

  @OptionGroup var document: DocumentArgument

  @Argument(help: "The note; an empty one removes it.")
  var text: String

  @OptionGroup var work: LibraryWork

  func run() throws {
    try work.describe(document, "noted on") { $0.note = text }
  }
}

struct SaveDocuments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Makes the PDFs of documents, in which words can be searched.")

  @Argument(
    help: ArgumentHelp(
      "Their numbers in the list, their titles, or how their identifiers begin.",
      valueName: "document"))
  var documents: [String]

  @Option(
    help: ArgumentHelp(
      "How small its pictures become: small (72 dpi), balanced (100 dpi), high (150 dpi), none. (default: as last time)",
      valueName: "preset"),
    transform: { try TypedValue.choice($0) })
  var preset: CompressionFlags.Preset?

  @Option(
    help: ArgumentHelp(
      "The paper that pages are fitted to: image (their own size), a4, letter, 210x297mm. (default: as last time)",
      valueName: "size"),
    transform: { try TypedValue.pageSize($0) })
  var pageSize: String?

  @Option(
    help: ArgumentHelp(
      "Languages of the words: eng+deu, or auto for yours and English. (default: as last time)",
      valueName: "languages"))
  var languages: String?

  @OptionGroup var work: LibraryWork

  func run() throws {
    let editor = try work.editor()
    // All are found before the first is saved.
    for id in try documents.map({ try DocumentWord($0).identifier(in: editor.index) }) {
      var form = try editor.library.document(id).metadata().form
      if let preset { form.preset = preset.rawValue }
      if let pageSize { form.pageSize = pageSize }
      if let languages { form.languages = languages }
      try work.tell("saved", try editor.save(id, as: form))
    }
  }
}

struct TrashDocuments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash", abstract: "Moves documents to the trash of the library.")

  @Argument(help: ArgumentHelp("Documents.", valueName: "document"))
  var documents: [String]

  @OptionGroup var work: LibraryWork

  func run() throws {
    let editor = try work.editor()
    // All are found before the first goes: numbers are those of the list that the user has seen.
    let items = try documents.map { try DocumentWord($0).document(in: editor.index) }
    for item in items {
      guard let id = DocumentID(item.key) else { continue }
      try editor.trash(id)
      let report = DocumentReport(item)
      Console.standard.print(work.output.json ? report.json.description : "trashed \(report.line)")
    }
    try Console.standard.check()
  }
}

struct RestoreDocuments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Brings documents back from the trash of the library.")

  @Argument(
    help: ArgumentHelp(
      "Their numbers in list --trash, their titles, or how their identifiers begin.",
      valueName: "document"))
  var documents: [String]

  @OptionGroup var work: LibraryWork

  func run() throws {
    let editor = try work.editor()
    // All are found before the first comes back: numbers are those of the list that the user has seen.
    let ids = try documents.map { try DocumentWord($0).identifier(inTrashOf: editor.library) }
    for id in ids {
      try editor.restore(id)
      try work.tell("restored", try editor.library.document(id).metadata())
    }
  }
}

struct ReindexLibrary: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reindex", abstract: "Makes the index of the library again, of its files.")

  @OptionGroup var work: LibraryWork

  func run() throws {
    let library = try work.place.library()
    var (damaged, count, notes) = ([ConversionError](), 0, 0)
    let index = try library.reindexed { damaged.append($0) }
    try index.items(.document) { _ in count += 1 }
    try index.items(.note) { _ in notes += 1 }
    for error in damaged { Console.standard.report(error) }
    let json = JSONValue.object([
      .init("documents", .integer(count)), .init("notes", .integer(notes)),
      .init("damaged", .integer(damaged.count)),
    ])
    let all =
      Amounts.count(count, "documents") + (notes > 0 ? " and " + Amounts.count(notes, "notes") : "")
    Console.standard.print(work.output.json ? json.description : "indexed \(all)")
    try Console.standard.check()
    if let first = damaged.first { throw first.exitCode }
  }
}

struct CheckLibrary: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds what a crash or a careless hand left behind, and mends it.",
    discussion: """
      What is missing and can be made again is made again; what a change left behind that was stopped is removed. What \
      fairy does not know is named and left as it is.
      """)

  @Flag(help: "Say what there is, and change nothing.")
  var dryRun = false

  @Flag(help: "Remove originals that no page is made of.")
  var removeUnused = false

  @OptionGroup var work: LibraryWork

  func run() throws {
    var check =
      dryRun
      ? try LibraryCheck(try work.place.library())
      : LibraryCheck(mendingWith: try work.editor(), removesUnusedOriginals: removeUnused)
    try check.run()
    for finding in check.findings {
      Console.standard.print(
        work.output.json
          ? finding.json.description
          : "\(finding.path.display): \(finding.message)\(finding.action == .mended ? " (mended)" : "")"
      )
    }
    if check.findings.isEmpty, !work.output.json { Console.standard.print("all is well") }
    try Console.standard.check()
    // Scripts learn that something needs a hand.
    let hasTrouble = check.findings.contains { $0.action == .left && $0.kind.isTrouble }
    if hasTrouble { throw ConversionError(.damagedInput, "").exitCode }
  }
}

extension LibraryFinding {
  fileprivate var json: JSONValue {
    .object(
      path.members("path") + [
        .init("kind", .string(kind.rawValue)), .init("action", .string(action.rawValue)),
        .init("message", .string(message)),
      ])
  }
}

extension LibraryFinding.Kind {
  /// Whether something of a document is lost or cannot be read.
  fileprivate var isTrouble: Bool { [.unreadable, .missingOriginal, .missingFile].contains(self) }
}
