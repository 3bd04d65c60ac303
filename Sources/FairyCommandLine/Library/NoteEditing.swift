import ArgumentParser
import ConverterCore
import FairyLibrary
import Runner
import SystemPackage

struct EditNote: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Corrects the text of a note; what was recognised is kept.",
    discussion: """
      Without an option the text is opened in the editor that VISUAL or EDITOR names.

        fairy notes edit 3
        fairy notes edit 3 --text "Bakery Miller, 12.50"
        sed 's/0/O/' corrected.txt | fairy notes edit 3 --stdin
        fairy notes edit 3 --recognized
      """)

  @Argument(help: ArgumentHelp("The note, by its number or photo.", valueName: "note"))
  var note: NoteWord

  @Option(parsing: .unconditional, help: ArgumentHelp("The new text.", valueName: "text"))
  var text: String?

  @Flag(help: "Take the new text from standard input.")
  var stdin = false

  @Flag(help: "Let what was recognised hold again.")
  var recognized = false

  @OptionGroup var work: NoteWork

  func validate() throws {
    guard [text != nil, stdin, recognized].count(where: \.self) <= 1 else {
      throw ValidationError("the new text comes from one place: --text, --stdin or --recognized")
    }
  }

  func run() throws {
    let book = try work.book()
    let old = try note.note(in: book)
    let changed = try book.correct(old.number, to: try newText(old))
    if changed == old, !work.output.json {
      Console.standard.note("fairy: the text is as it was")
    } else {
      work.tell("corrected ", changed)
    }
    try Console.standard.check()
  }

  private func newText(_ old: Note) throws(ConversionError) -> String? {
    if recognized { return nil }
    if let text { return text }
    let bytes = try stdin ? Self.standardInput() : TextEditor.edit(old.text)
    guard let new = String(validating: bytes, as: UTF8.self) else {
      throw ConversionError(.damagedInput, "the new text is not UTF-8; nothing was changed")
    }
    // Editors and pipes end the last line.
    return new.hasSuffix("\n") ? String(new.dropLast()) : new
  }

  private static func standardInput() throws(ConversionError) -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      while bytes.count <= 1 << 24 {
        let more = try FileDescriptor.standardInput.bytes(atMost: 1 << 16)
        if more.isEmpty { break }
        bytes += more
      }
    } catch {
      throw ConversionError(
        .readFailed, "standard input could not be read: \(error)", cause: error)
    }
    return bytes
  }
}

/// The editor of the user.
private enum TextEditor {
  private static var command: String {
    for name in ["VISUAL", "EDITOR"] {
      if let word = Environment[name], word.contains(where: { !$0.isWhitespace }) { return word }
    }
    return "vi"
  }

  /// The text as it is once the editor has ended.
  ///
  /// - Throws: `interrupted` where it has ended without success: what it has written counts not.
  static func edit(_ text: String) throws(ConversionError) -> [UInt8] {
    let folder = try PrivateFolder()
    defer { folder.remove() }
    let path = folder.path.appending("note.txt")
    let output = try OutputFile(.file(path))
    try output.write(Array((text + "\n").utf8))
    try output.complete()
    _ = try output.publish(conflict: .overwrite)
    let status = try TerminalProgram.run(command, [path.string])
    guard status == 0 else {
      throw ConversionError(
        .interrupted,
        "the editor \"\(command.printable)\" ended with status \(status), and nothing was changed; "
          + "VISUAL or EDITOR names another")
    }
    let file = try InputFile(path: path)
    return try file.read(at: 0, count: file.byteCount)
  }
}
