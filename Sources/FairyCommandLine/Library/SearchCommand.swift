import ArgumentParser
import ConverterCore
import FairyLibrary
import SystemPackage

/// `fairy search`
struct SearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Finds words in documents, their titles, tags and notes, in photos and in mail.",
    discussion: """
      All words have to be there; each is found where a word begins with it. "Words in quotes" follow each other, and -word \
      must not be there. Accents and case do not matter. Mailboxes are those that the settings of the library name, as far \
      as they have an index, which fairy open --index makes; there all words but the last are whole.

        fairy search invoice plumber
        fairy search --newest '"new shoes" -draft'
      """)

  @Argument(help: ArgumentHelp("What to look for.", valueName: "word"))
  var words: [String]

  @Flag(help: "The newest first, rather than what fits best.")
  var newest = false

  @Option(name: .customLong("most"), help: ArgumentHelp("How many are shown.", valueName: "n"))
  var most = 20

  @OptionGroup var work: LibraryWork

  func validate() throws {
    guard (1...10_000).contains(most) else { throw ValidationError("--most is 1 to 10,000") }
  }

  func run() throws {
    guard let wanted = SearchWords(words.joined(separator: " ")) else {
      throw ConversionError(.usage, "there is no word to look for")
    }
    let library = try work.place.library()
    let order: LibraryIndex.Order = newest ? .newest : .best
    var hits = try library.readableIndex().search(wanted, by: order, most: most)
    var failures: [ConversionError] = []
    let mailboxes = try library.settings().mailboxes
    if !mailboxes.isEmpty {
      let search = MailSearch(wanted, limits: work.limits.limits, sandbox: work.sandbox.policy)
      let mails = mails(in: mailboxes, search, &failures)
      hits = hits.merged(with: mails, for: wanted, by: order, most: most)
      hits = search.showingTexts(hits, of: mails)
    }
    for hit in hits {
      Console.standard.print(work.output.json ? json(hit).description : lines(hit))
    }
    for error in failures { Console.standard.report(error) }
    if hits.isEmpty, !work.output.json { Console.standard.note("fairy: nothing is found") }
    try Console.standard.check()
    if !failures.isEmpty { throw ExitCode(failures: failures.map(\.code)) }
  }

  /// A mailbox that cannot be searched keeps nothing else from being found.
  private func mails(
    in mailboxes: [FilePath], _ search: MailSearch, _ failures: inout [ConversionError]
  ) -> [FoundMail] {
    var found: [FoundMail] = []
    for mailbox in mailboxes {
      do throws(ConversionError) {
        if let mails = try search.mails(in: mailbox) {
          found += mails
        } else {
          Console.standard.note(
            "fairy: \(mailbox.display): has no index as it is now, and was not searched; "
              + "fairy open --index makes one")
        }
      } catch {
        failures.append(error)
      }
    }
    return found
  }

  private func json(_ hit: SearchHit) -> JSONValue {
    .object([
      .init("kind", .string(hit.item.kind.rawValue)), .init("id", .string(hit.item.key)),
      .init("title", .string(hit.item.title)), .init("snippet", .string(hit.snippet.text)),
      .init("page", hit.snippet.page.map { .integer($0) } ?? .null),
      .init("score", .number((hit.score * 1000).rounded() / 1000)),
      .init("modified", .string(hit.item.modified.description)),
    ])
  }

  /// The title, and below it the text around the words, which are strong on a terminal.
  private func lines(_ hit: SearchHit) -> String {
    let page = hit.snippet.page.map { hit.item.pageCount > 1 ? ", page \($0)" : "" } ?? ""
    return "\(name(hit))\(hit.item.title.printable)\(page)\n    \(marked(hit.snippet))"
  }

  /// What the verbs of its kind call it.
  private func name(_ hit: SearchHit) -> String {
    switch hit.item.kind {
    case .document: "\(hit.item.key.prefix(8))  "
    case .note: "note \(hit.item.key)  "
    case .mail: "\(hit.item.key.printable)  "
    case .file: ""
    }
  }

  private func marked(_ snippet: SearchHit.Snippet) -> String {
    let characters = Array(snippet.text)
    var (text, end) = ("", 0)
    for match in snippet.matches {
      text += String(characters[end..<match.lowerBound]).printable
      text += work.output.style.strong(String(characters[match]).printable)
      end = match.upperBound
    }
    return text + String(characters[end...]).printable
  }
}
