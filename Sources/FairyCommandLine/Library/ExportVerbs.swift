import ArgumentParser
import ConverterCore
import FairyLibrary
import SystemPackage

struct ExportDocuments: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Copies PDFs of documents, or pictures of their pages, to where you need them.",
    discussion: """
      Copies are named by the titles of the documents; a file that is there stays, and the copy gets a number.

        fairy library export 1                    to the folder of the settings, else ~/Documents/fairy
        fairy library export 1 2 -o receipts/     to another one
        fairy library export 1 --save images      a picture a page: TITLE-001.jpg and so on
        fairy library export 1 -o - | lpr         its PDF to standard output
      """)

  @Argument(help: ArgumentHelp("Documents.", valueName: "document"))
  var documents: [String]

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "A folder, a file that ends in .pdf, or - for standard output. (default: the folders of the settings)",
      valueName: "path"))
  var output: PathArgument?

  @Option(
    help: ArgumentHelp(
      "What is stored: pdf, images (a file a page, named -001 and so on), both, or none (the PDF goes to standard output). (default: as in the settings, pdf)",
      valueName: "what"),
    transform: { try TypedValue.choice($0) })
  var save: SaveWay?

  @OptionGroup var work: LibraryWork

  func validate() throws {
    if output?.isDash == true, let save, save != .none, save != .pdf {
      throw ValidationError(
        "--save \(save.rawValue) makes several files: name a folder with -o DIR/")
    }
    if save == SaveWay.none, let output, !output.isDash {
      throw ValidationError("--save none stores nothing, and -o names a place for it")
    }
  }

  func run() throws {
    let library = try work.place.library()
    let index = try library.readableIndex()
    // All are found before the first is copied.
    let ids = try documents.compactMap { DocumentID(try DocumentWord($0).document(in: index).key) }
    let settings = try library.settings()
    let way = output?.isDash == true ? SaveWay.none : save ?? settings.saving
    if way == .none { return try print(ids, of: library) }
    if let file = file(way) {
      try DocumentExport.copy(
        try library.document(ids[0]).savedDocument(), to: file, conflict: .fail)
      return try tell(try library.document(ids[0]), [file])
    }
    let folder = output?.path
    let export = try DocumentExport(
      way, documentFolder: try folder ?? settings.exportFolder(ofImages: false),
      imageFolder: try folder ?? settings.exportFolder(ofImages: true))
    var failures: [ConversionError.Code] = []
    for id in ids {
      do throws(ConversionError) {
        let document = try library.document(id)
        try tell(document, try export.run(document))
      } catch {
        Console.standard.report(error)
        failures.append(error.code)
      }
    }
    if !failures.isEmpty { throw ExitCode(failures: failures) }
  }

  /// The one file that is to be made.
  private func file(_ way: SaveWay) -> FilePath? {
    guard documents.count == 1, way == .pdf, let output, !output.path.isFolder,
      !output.text.hasSuffix("/"), output.path.extension?.lowercased() == "pdf"
    else { return nil }
    return output.path
  }

  private func print(_ ids: [DocumentID], of library: DocumentLibrary) throws(ConversionError) {
    guard ids.count == 1 else {
      throw ConversionError(
        .usage, "standard output takes the PDF of one document: name a folder with -o DIR/")
    }
    try StandardOutput.checkFor(work.output)
    try StandardOutput.write(try library.document(ids[0]).savedDocument())
  }

  private func tell(
    _ document: DocumentFolder, _ files: [FilePath]
  ) throws(ConversionError) {
    if work.output.json {
      let metadata = try document.metadata()
      let json = JSONValue.object([
        .init("id", .string(metadata.id.description)), .init("title", .string(metadata.title)),
        .init("outputs", .array(files.map { .string($0.lossyText) })),
      ])
      Console.standard.print(json.description)
    } else {
      for file in files { Console.standard.print(file.display) }
    }
    try Console.standard.check()
  }
}

/// A PDF that goes to standard output.
enum StandardOutput {
  /// - Throws: `usage` where it cannot take a PDF.
  static func checkFor(_ flags: OutputFlags) throws(ConversionError) {
    if flags.json {
      throw ConversionError(.usage, "standard output cannot take the result and JSON at once")
    }
    if Console.isTerminal {
      throw ConversionError(
        .usage, "standard output is a terminal; name a file with -o, or send it somewhere: | or >")
    }
  }

  static func write(_ file: FilePath) throws(ConversionError) {
    let output = try OutputFile(.standardOutput)
    try InputFile(path: file).write(to: output)
    try output.complete()
    try output.publish()
  }
}

struct ShareDocument: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Makes a copy of a document's PDF that is ready to be sent.",
    discussion: """
      The copy says no more than its pages show: no title, no times, no program. It is made in a folder that nobody but \
      you can enter, and its path is printed; it goes after a day.

        xdg-email --attach "$(fairy library share 1)"
        fairy library share 1 -o to-the-bank.pdf
      """)

  @OptionGroup var document: DocumentArgument

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("A file or a folder for it, or - for standard output.", valueName: "path"))
  var output: PathArgument?

  @OptionGroup var work: LibraryWork

  func run() throws {
    let interruption = try DocumentWork.interruption()
    let editor = try work.editor(until: interruption)
    let folder = try editor.library.document(try document.id(in: editor))
    let source = try folder.savedDocument()
    let name = DocumentExport.fileName(of: try folder.metadata().title) + ".pdf"
    if output?.isDash == true { try StandardOutput.checkFor(work.output) }
    let copy = try place(for: name)
    try work.pages(until: interruption).makeBareCopy(of: source, at: copy, conflict: .fail)
    guard output?.isDash != true else {
      defer { copy.removeFile() }
      return try StandardOutput.write(copy)
    }
    let json = JSONValue.object(
      [.init("id", .string(folder.id.description))] + copy.members("output"))
    Console.standard.print(work.output.json ? json.description : copy.display)
    try Console.standard.check()
  }

  private func place(for name: String) throws(ConversionError) -> FilePath {
    guard let output, !output.isDash else { return try SharePlace.folder().appending(name) }
    let isFolder = output.path.isFolder || output.text.hasSuffix("/")
    return isFolder ? output.path.appending(name) : output.path
  }
}

/// Where copies are until they are sent.
enum SharePlace {
  /// How long they are kept, in seconds.
  private static let age = 86_400

  /// A new folder, which nobody but the user can enter.
  static func folder() throws(ConversionError) -> FilePath {
    guard let place = place else {
      throw ConversionError(
        .usage, "nothing says where the copy could be: HOME is not set; name a file with -o")
    }
    do {
      try place.makeFolders(mode: 0o700)
    } catch {
      throw ConversionError(
        .cannotCreateOutput, "cannot be made: \(error)", file: place, cause: error)
    }
    removeOld(in: place)
    guard let folder = place.makeTemporaryFolder("XXXXXX") else {
      throw ConversionError(
        .cannotCreateOutput, "no folder can be made in it; name a file with -o", file: place)
    }
    return folder
  }

  /// One that goes when the user logs out, where the system has it.
  private static var place: FilePath? {
    for name in ["XDG_RUNTIME_DIR", "XDG_CACHE_HOME"] {
      if let path = Environment.path(name), path.isAbsolute { return path.appending("fairy/share") }
    }
    return Environment.path("HOME").map { $0.appending(".cache/fairy/share") }
  }

  private static func removeOld(in place: FilePath) {
    guard let open = try? OpenFolder(path: place, follows: false) else { return }
    for item in (try? open.items()) ?? [] where item.isFolder {
      guard let status = try? open.status(of: item.name),
        FileTimes(status).modified / 1_000_000_000 < LocalTime.seconds - age,
        let old = try? open.folder(item.name)
      else { continue }
      old.removeContents()
      try? open.remove(item.name, isFolder: true)
    }
  }
}
