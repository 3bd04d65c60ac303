import ArgumentParser
import ConverterCore
import FairyLibrary
import SystemPackage

/// `fairy notes`
struct NotesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes",
    abstract: "Keeps the words of photos: shows, corrects and exports them.",
    discussion: """
      A note of a photo is made with fairy triage --decide text. What was recognised is kept when a note is corrected by hand.

        fairy triage --decide text invoice.png
        fairy notes list
        fairy notes edit 1 --text "Bakery Miller, 12.50"
        fairy notes show 1 >note.txt
        fairy notes export -o notes.md

      A note is named by its number, or by its photo.
      """,
    subcommands: [
      ListNotes.self, ShowNotes.self, EditNote.self, ExportNotes.self, RemoveNotes.self,
    ])
}

/// What the verbs of notes share.
struct NoteWork: ParsableArguments {
  @OptionGroup var place: LibraryFlags
  @OptionGroup var output: OutputFlags

  func book() throws(ConversionError) -> NoteBook { try NoteBook(try place.library()) }

  /// Says what became of a note: a line, or its JSON.
  func tell(_ what: String, _ note: Note) {
    Console.standard.print(output.json ? note.json.description : "\(what)\(note.line)")
  }
}

/// A note, as it is named on the command line: its number, or the path of its photo.
struct NoteWord: ExpressibleByArgument {
  let word: PathArgument

  init?(argument: String) {
    guard let word = PathArgument(argument: argument) else { return nil }
    self.word = word
  }

  /// - Throws: `inputNotFound` where there is none.
  func note(in book: NoteBook) throws(ConversionError) -> Note {
    if let number = Int(word.text) { return try book.note(number) }
    guard let note = book.note(of: try PhotoFolder.photo(at: word.path)) else {
      throw ConversionError(
        .inputNotFound, "has no note; fairy triage --decide text makes one", file: word.path)
    }
    return note
  }
}

extension [NoteWord] {
  /// The notes that are meant; all are found before the first is used.
  func notes(in book: NoteBook) throws(ConversionError) -> [Note] {
    var notes: [Note] = []
    for word in self { notes.append(try word.note(in: book)) }
    return notes
  }
}

struct ListNotes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Shows all notes, the last changed first.")

  @Option(
    help: ArgumentHelp(
      "Only receipt, document, screenshot or other, as their words tell. (default: all)",
      valueName: "group"),
    transform: { try TypedValue.choice($0) })
  var group: NoteGroup?

  @OptionGroup var work: NoteWork

  func run() throws {
    let notes = try work.book().notes.filter { group == nil || $0.recognized.group == group }
    for note in notes { work.tell("", note) }
    if notes.isEmpty, !work.output.json {
      let kind = group.map { "there is no \($0.rawValue) among the notes" }
      Console.standard.note(
        "fairy: \(kind ?? "there is no note; fairy triage --decide text PHOTO makes one")")
    }
    try Console.standard.check()
  }
}

struct ShowNotes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows the text of notes.")

  @Argument(help: ArgumentHelp("Notes, by their numbers or photos.", valueName: "note"))
  var notes: [NoteWord]

  @Flag(help: "Show what was recognised, whatever somebody has made of it.")
  var recognized = false

  @OptionGroup var work: NoteWork

  func run() throws {
    for note in try notes.notes(in: try work.book()) {
      if work.output.json {
        Console.standard.print(note.json.description)
        continue
      }
      // The text alone goes to where it is copied.
      Console.standard.note("fairy: \(note.line)\n  \(note.facts)")
      let text = recognized ? note.recognized.text : note.text
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        Console.standard.print(String(line).printable)
      }
    }
    try Console.standard.check()
  }
}

struct RemoveNotes: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes notes; their photos stay as they are.")

  @Argument(help: ArgumentHelp("Notes, by their numbers or photos.", valueName: "note"))
  var notes: [NoteWord]

  @OptionGroup var work: NoteWork

  func run() throws {
    let book = try work.book()
    let found = try notes.notes(in: book)
    try book.remove(found.map(\.number))
    for note in found { work.tell("removed ", note) }
    try Console.standard.check()
  }
}

extension Note {
  /// `3  IMG_0001.jpg · receipt · 2026-11-22 · Bakery Miller`
  var line: String {
    let first = text.split(separator: "\n").first { $0.contains { !$0.isWhitespace } } ?? ""
    let begin = first.count > 60 ? "\(first.prefix(59))…" : String(first)
    let parts = [
      title.printable, recognized.group.rawValue, String(created.description.prefix(10)),
      begin.printable,
    ]
    return "\(number)  \(parts.joined(separator: " · "))"
  }

  /// Why it is in its group, the language, and whether somebody has corrected it.
  var facts: String {
    let language = recognized.language.map { "; language: \($0)" } ?? ""
    let hand = correction == nil ? "" : "; corrected by hand"
    return (recognized.reason + language + hand + "; photo: ").printable + photo.path.display
  }
}
