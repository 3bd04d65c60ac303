import ArgumentParser
import ConverterCore
import FairyLibrary
import Scanning
import SystemPackage

/// `fairy library`
struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library",
    abstract: "Keeps documents: scanned pages, their words, and PDFs of them.",
    discussion: """
      A document is a draft until it is saved; then it has a PDF in which words can be searched. What came in is kept, so \
      that pages can be cropped, turned and filtered anew at any time. All is in plain files in one folder.

        fairy library new receipt.jpg --title "New shoes"
        fairy library list
        fairy library rotate 1 --pages 1 --by 90
        fairy library save 1
        fairy library export 1 -o receipts/

      A document is named by its number in the list, its title, or the first characters of its identifier.
      """,
    subcommands: [
      ListDocuments.self, ShowDocument.self, NewDocument.self, AddPages.self, OrderPages.self,
      RotatePages.self, CropPage.self, FilterPages.self, RetakePage.self, RemovePages.self,
      RenameDocument.self, TagDocument.self, NoteDocument.self, SaveDocuments.self,
      ExportDocuments.self, ShareDocument.self, SyncLibrary.self,
      TrashDocuments.self, RestoreDocuments.self, CheckLibrary.self, ReindexLibrary.self,
    ])
}

struct ListDocuments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Shows all documents, the newest first.",
    discussion:
      "A change does not move a document in the list: its number stays until there is a newer one.")

  @Flag(help: "Show those in the trash instead.")
  var trash = false

  @OptionGroup var work: LibraryWork

  func run() throws {
    let library = try work.place.library()
    var reports: [DocumentReport] = []
    var failures: [ConversionError.Code] = []
    if trash {
      reports = try library.trashedDocuments { error in
        Console.standard.report(error)
        failures.append(error.code)
      }.map { DocumentReport($0) }
    } else {
      try library.readableIndex().items(.document) { reports.append(DocumentReport($0)) }
    }
    let digits = "\(reports.count)".count
    for (index, report) in reports.enumerated() {
      let number = "\(index + 1)"
      let margin = String(repeating: " ", count: digits - number.count)
      Console.standard.print(
        work.output.json ? report.json.description : "\(margin)\(number)  \(report.line)")
    }
    if reports.isEmpty, failures.isEmpty, !work.output.json {
      Console.standard.note(
        trash
          ? "fairy: the trash is empty"
          : "fairy: the library is empty; fairy library new PHOTO makes a document")
    }
    try Console.standard.check()
    if !failures.isEmpty { throw ExitCode(failures: failures) }
  }
}

struct NewDocument: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Makes a draft of photos of paper.")

  @Argument(help: ArgumentHelp("Photos, in the order of their pages.", valueName: "photo"))
  var photos: [PathArgument] = []

  @Option(help: ArgumentHelp("What it is called. (default: the time)", valueName: "text"))
  var title: String?

  @OptionGroup(title: "Pages") var look: LookFlags
  @OptionGroup var work: LibraryWork

  func run() throws {
    let editor = try work.editor()
    let title = try title ?? editor.library.settings().newTitle
    let made = try editor.create(title: title, of: photos.map(\.path), look.options)
    try work.tell("made", made)
  }
}

/// How pages are looked for.
struct LookFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "auto, color (paper white, ink and stamps as they are), gray, bw (black and white), photo (nothing changed). (default: auto)",
      valueName: "filter"),
    transform: { try TypedValue.choice($0) })
  var filter: ScannedPage.Filter?

  @Flag(help: "Take the whole picture for the page.")
  var noCrop = false

  @Flag(help: "Make two pages of an open book.")
  var split = false

  var options: LookOptions {
    var options = LookOptions()
    options.filter = filter ?? .auto
    (options.crops, options.splits) = (!noCrop, split)
    return options
  }
}
