import ArgumentParser
import ConverterCore
import FairyLibrary
import SystemPackage

/// `fairy search`
struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Finds words in documents, their titles, tags and notes.",
    discussion: """
      All words have to be there; each is found where a word begins with it. "Words in quotes" follow each other, and -word \\
      must not be there. Accents and case do not matter.

        fairy search invoice plumber
        fairy search --newest '"new shoes" -draft'
      """)

  @Argument(help: "What to look for.")
  var words: [String]

  @Flag(help: "The newest first, rather than what fits best.")
  var newest = false

  @Option(name: .customLong("most"), help: ArgumentHelp("How many are shown.", valueName: "n"))
  var most = 20

  @OptionGroup var place: LibraryFlags
  @OptionGroup var output: OutputFlags

  func validate() throws {
    guard (1...10_000).contains(most) else { throw ValidationError("--most is 1 to 10,000") }
  }

  func run() throws {
    guard let wanted = SearchWords(words.joined(separator: " ")) else {
      throw ConversionError(.usage, "there is no word to look for")
    }
    let hits = try place.library().openedIndex()
      .search(wanted, by: newest ? .newest : .best, most: most)
    for hit in hits {
      Console.standard.print(output.json ? json(hit).description : lines(hit))
    }
    if hits.isEmpty, !output.json { Console.standard.note("fairy: nothing is found") }
    try Console.standard.check()
  }

  private func json(_ hit: SearchHit) -> JSONValue {
    .object([
      .init("kind", .string(hit.item.kind.rawValue)), .init("id", .string(hit.item.key)),
      .init("title", .string(hit.item.title)), .init("snippet", .string(hit.snippet.text)),
      .init("page", hit.snippet.page.map { .integer($0) } ?? .null),
      .init("score", .number((hit.score * 1000).rounded() / 1000)),
    ])
  }

  /// The title, and below it the text around the words, which are strong on a terminal.
  private func lines(_ hit: SearchHit) -> String {
    let page = hit.snippet.page.map { hit.item.pageCount > 1 ? ", page \($0)" : "" } ?? ""
    let name = hit.item.kind == .document ? "\(hit.item.key.prefix(8))  " : ""
    return "\(name)\(hit.item.title.printable)\(page)\n    \(marked(hit.snippet))"
  }

  private func marked(_ snippet: SearchHit.Snippet) -> String {
    let characters = Array(snippet.text)
    var (text, end) = ("", 0)
    for match in snippet.matches {
      text += String(characters[end..<match.lowerBound]).printable
      text += output.style.strong(String(characters[match]).printable)
      end = match.upperBound
    }
    return text + String(characters[end...]).printable
  }
}
