import ConverterCore
import FairyLibrary
import MailboxModel
import Runner
import SystemPackage

/// Asks the indexes of mailboxes, each in a sealed worker.
struct MailSearch {
  private let words: SearchWords
  private let limits: Limits
  private let workers: LookWorkers

  /// Of a word that is nearly everywhere, the last so many messages of a mailbox are taken.
  private static let mostMails = 2000
  /// How many messages are opened to show the place in their texts.
  private static let mostOpened = 20

  init(_ words: SearchWords, limits: Limits, sandbox: Sandbox.Policy) {
    (self.words, self.limits) = (words, limits)
    workers = LookWorkers(
      command: SealedProcess.command, sandbox: sandbox, programs: { SealedProcess.programs })
  }

  /// The messages that are found in a mailbox.
  ///
  /// - Returns: `nil` where there is no index of the mailbox as it is now.
  /// - Throws: `inputNotFound` where there is no mailbox; what reading it throws.
  func mails(in mailbox: FilePath) throws(ConversionError) -> [FoundMail]? {
    guard let index = try MailboxIndex(of: mailbox, in: nil).fresh() else { return nil }
    var unwanted: Set<Int> = []
    for words in words.unwantedMailWords {
      let found = try mails(in: mailbox, index, words)
      unwanted.formUnion(found.map(\.number))
    }
    return try mails(in: mailbox, index, words.mailWords).filter { !unwanted.contains($0.number) }
  }

  private func mails(
    in mailbox: FilePath, _ index: InputFile, _ words: [String]
  ) throws(ConversionError) -> [FoundMail] {
    var messages = MessageSelection()
    messages.search = [words.joined(separator: " ")]
    return try lines(of: mailbox, index, messages)
      .compactMap { FoundMail(line: $0, in: mailbox) }
  }

  /// The first messages among hits with the place in their texts.
  func showingTexts(_ hits: [SearchHit], of mails: [FoundMail]) -> [SearchHit] {
    var known: [String: FoundMail] = [:]
    for mail in mails { known["\(mail.mailbox.lossyText)#\(mail.number)"] = mail }
    var opened = 0
    return hits.map { hit in
      guard hit.item.kind == .mail, hit.snippet.matches.isEmpty, opened < Self.mostOpened,
        let mail = known[hit.item.key]
      else { return hit }
      opened += 1
      // What cannot be read is found all the same.
      return (try? text(of: mail)).map { hit.showing($0, for: words) } ?? hit
    }
  }

  private func text(of mail: FoundMail) throws(ConversionError) -> String {
    guard let index = try MailboxIndex(of: mail.mailbox, in: nil).fresh() else { return "" }
    var messages = MessageSelection()
    messages.message = "\(mail.number)"
    return try lines(of: mail.mailbox, index, messages).first?["text"]?.text ?? ""
  }

  /// What `fairy open MAILBOX --json` prints.
  private func lines(
    of mailbox: FilePath, _ index: InputFile, _ messages: MessageSelection
  ) throws(ConversionError) -> [JSONValue] {
    var options = ConversionOptions()
    options.reading.index = index
    options.reading.messages = messages
    var request = Request(
      input: .file(mailbox),
      target: try ContentType.named(ContentType.ID.data.rawValue, in: .builtin), output: .memory,
      options: options, limits: limits)
    request.unusedOptions = .note
    var page = PageDescription()
    page.isJSON = true
    let process = try LookProcess(
      LookRequest(.contents, of: request, on: page, threads: Cores.available),
      at: try DirectFiles().open(.file(mailbox), within: limits), by: workers)
    let audience = LastLines(most: Self.mostMails)
    let result = try process.result(for: audience) { _ in }
    if let error = result?.failure { throw error.resolved(by: limits).about(mailbox) }
    var lines: [JSONValue] = []
    for line in audience.lines { lines.append(try JSONValue(parsing: line)) }
    return lines
  }
}

/// Keeps the last lines that a worker has to show: messages stand in the order in which they came.
private final class LastLines: LookAudience {
  private(set) var lines: [[UInt8]] = []
  private var rest: [UInt8] = []
  private let most: Int
  var isGone = false

  /// The most bytes of a line: a message with its text.
  private static let longest = 1 << 26

  init(most: Int) { self.most = most }

  func write(_ bytes: [UInt8]) throws(ConversionError) {
    rest += bytes
    var begin = rest.startIndex
    while let end = rest[begin...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(Array(rest[begin..<end]))
      begin = end + 1
    }
    rest.removeFirst(begin)
    guard rest.count <= Self.longest else {
      throw ConversionError(.decoderCrashed, "its worker sent more than a message has")
    }
    if lines.count > 2 * most { lines.removeFirst(lines.count - most) }
  }

  /// What is odd about a mailbox is said when it is opened.
  func note(_ line: String) {}

  func takeScreen(
    _ body: (any WatchingScreen) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    throw ConversionError(.internalError, "a search in mail takes no screen")
  }
}
