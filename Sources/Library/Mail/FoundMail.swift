public import ConverterCore
public import SystemPackage

/// A message that the index of a mailbox has found.
public struct FoundMail: Sendable, Equatable {
  public let mailbox: FilePath
  /// Its number in the mailbox, from 1 on.
  public let number: Int
  public let subject: String
  public let sender: String
  /// When it was sent; `nil` where it does not say.
  public let date: StoredDate?

  /// Reads a line of `fairy open MAILBOX --json`.
  ///
  /// - Returns: `nil` for what is no message.
  public init?(line: JSONValue, in mailbox: FilePath) {
    guard let number = line["index"]?.int, number > 0 else { return nil }
    (self.mailbox, self.number) = (mailbox, number)
    (subject, sender) = (line["subject"]?.text ?? "", line["from"]?.text ?? "")
    let moment = line["date"]?.text.flatMap { try? Moment(parsing: $0) }
    date = moment.flatMap { StoredDate(seconds: $0.seconds) }
  }
}

extension SearchWords {
  /// What the index of a mailbox is asked for: words that are all to be there, of which the last may go on. It knows no
  /// phrases.
  public var mailWords: [String] { wanted.flatMap(\.words) }

  /// The same for each thing that must not be there: messages that are found so are left out.
  public var unwantedMailWords: [[String]] { unwanted.map { $0.words + mailWords } }
}

extension FoundMail {
  /// The message among what is found elsewhere.
  ///
  /// Indexes of mailboxes do not say how well a message fits. One that has all words in its subject counts as much as what
  /// fits best in the library, one whose sender has some of them three quarters, any other half as much.
  ///
  /// - Parameter best: the score of what fits best in the library.
  func hit(_ words: SearchWords, best: Double) -> SearchHit {
    let finder = SnippetFinder(words)
    let share = finder.hasAll(subject) ? 1 : finder.hasAll("\(subject) \(sender)") ? 0.75 : 0.5
    return SearchHit(
      item: item, score: best * share, snippet: Self.snippet(finder, item, text: ""))
  }

  private var item: IndexedItem {
    let oldest = StoredDate(seconds: 0) ?? .now
    var item = IndexedItem(
      kind: .mail, key: "\(mailbox.lossyText)#\(number)",
      title: subject.isEmpty ? sender : subject, created: date ?? oldest,
      modified: date ?? oldest)
    item.note = sender
    return item
  }

  /// The text around the words, which stand on no page.
  fileprivate static func snippet(
    _ finder: SnippetFinder, _ item: IndexedItem, text: String
  ) -> SearchHit.Snippet {
    let found = finder.snippet(of: item, text.replacing(String(IndexedItem.pageBreak), with: " "))
    return SearchHit.Snippet(text: found.text, matches: found.matches, page: nil)
  }
}

extension SearchHit {
  /// The same with the place in the text of a message.
  public func showing(_ text: String, for words: SearchWords) -> SearchHit {
    var text = text
    while text.last?.isWhitespace == true { text.removeLast() }
    let snippet = FoundMail.snippet(SnippetFinder(words), item, text: text)
    return snippet.matches.isEmpty ? self : SearchHit(item: item, score: score, snippet: snippet)
  }
}

extension [SearchHit] {
  /// What is found in the library together with messages that are found in mailboxes.
  ///
  /// - Parameters:
  ///   - mails: in any order.
  ///   - words: what was looked for.
  ///   - order: best first, or newest first.
  ///   - most: how many are given.
  package func merged(
    with mails: [FoundMail], for words: SearchWords, by order: LibraryIndex.Order, most: Int
  ) -> [SearchHit] {
    let best = map(\.score).max().flatMap { $0 > 0 ? $0 : nil } ?? 1
    let all = self + mails.map { $0.hit(words, best: best) }
    // What is found first stays first among what is alike.
    let sorted = all.enumerated().sorted { one, other in
      let (a, b) = (one.element, other.element)
      if order == .best, a.score != b.score { return a.score > b.score }
      if a.item.modified != b.item.modified { return a.item.modified > b.item.modified }
      return one.offset < other.offset
    }
    return sorted.prefix(most).map(\.element)
  }
}
