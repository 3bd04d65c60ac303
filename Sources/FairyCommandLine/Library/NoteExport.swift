import ArgumentParser
import ConverterCore
import FairyLibrary
import SystemPackage

struct ExportNotes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes notes to files, or to standard output.",
    discussion: """
      A file that is there stays.

        fairy notes export -o notes.md            all of them in one file: .txt, .md or .json
        fairy notes export 3 5 -o texts/          a file each, named by its photo
        fairy notes export 3                      to standard output
        fairy notes export --as json | jq -r '.[].text'
      """)

  /// What becomes of notes.
  enum Form: String, CaseIterable { case txt, md, json }

  @Argument(
    help: ArgumentHelp("Notes, by their numbers or photos. (default: all)", valueName: "note"))
  var notes: [NoteWord] = []

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "A file, a folder for a file each, or - for standard output. (default: -)",
      valueName: "path"))
  var output: PathArgument?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "txt, md (Markdown), json (with all that is known). (default: as the file is called, else txt)",
      valueName: "form"),
    transform: { try TypedValue.choice($0) })
  var form: Form?

  @OptionGroup var work: NoteWork

  /// Whether there is to be a file for each.
  private var isFolder: Bool { output.map { $0.path.isFolder || $0.text.hasSuffix("/") } ?? false }

  func validate() throws {
    if work.output.json, output == nil || output?.isDash == true {
      throw ValidationError(
        "standard output cannot take notes and JSON about them at once: name a file with -o, or use --as json"
      )
    }
  }

  func run() throws {
    let book = try work.book()
    let chosen = notes.isEmpty ? book.notes : try notes.notes(in: book)
    guard let output, !output.isDash else {
      Console.standard.print(bytes: Array(Self.text(of: chosen, as: form ?? .txt).utf8))
      return try Console.standard.check()
    }
    let form = try form ?? named(output.path)
    if isFolder {
      try Self.make(output.path)
      for note in chosen {
        let name = DocumentExport.fileName(of: note.title) + ".\(form.rawValue)"
        let text = form == .json ? "\(note.json)\n" : Self.text(of: [note], as: form)
        let path = try Self.write(text, to: output.path.appending(name), conflict: .rename)
        tell([note], path)
      }
    } else {
      let text = Self.text(of: chosen, as: form)
      tell(chosen, try Self.write(text, to: output.path, conflict: .fail))
    }
    try Console.standard.check()
  }

  /// The form that the name of a file says.
  private func named(_ path: FilePath) throws(ConversionError) -> Form {
    guard !isFolder, let word = path.extension?.lowercased() else { return .txt }
    guard let form = Form(rawValue: word) else {
      throw ConversionError(
        .usage, "notes become .txt, .md or .json; --as says which of them this is", file: path)
    }
    return form
  }

  private static func text(of notes: [Note], as form: Form) -> String {
    switch form {
    case .txt: notes.map { $0.text + "\n" }.joined(separator: "\n")
    case .md: notes.map(\.markdown).joined(separator: "\n")
    case .json: "\(JSONValue.array(notes.map(\.json)))\n"
    }
  }

  private static func make(_ folder: FilePath) throws(ConversionError) {
    do {
      try folder.makeFolders(mode: 0o777)
    } catch {
      throw ConversionError(
        .cannotCreateOutput, "cannot be made: \(error)", file: folder, cause: error)
    }
  }

  private static func write(
    _ text: String, to path: FilePath, conflict: OutputFile.ConflictPolicy
  ) throws(ConversionError) -> FilePath {
    let file = try OutputFile(.file(path))
    try file.write(Array(text.utf8))
    try file.complete()
    return try file.publish(conflict: conflict) ?? path
  }

  private func tell(_ notes: [Note], _ path: FilePath) {
    let ids = notes.map { JSONValue.string("\($0.number)") }
    let json = JSONValue.object([.init("notes", .array(ids))] + path.members("output"))
    Console.standard.print(work.output.json ? json.description : path.display)
  }
}
