internal import ConverterCore
internal import MIME

/// Decides which messages are meant, by what costs least first.
struct MessageMatcher: Sendable {
  /// The most messages.
  let limit: Int
  private let selection: MessageSelection
  private let from, to, subject, text: [FoldedWord]
  private let patterns: AttachmentPatterns
  private let one: One?

  /// The one message that is meant.
  private enum One: Sendable {
    case number(Int)
    case id(String)
    case word(FoldedWord)
  }

  init(_ selection: MessageSelection) {
    self.selection = selection
    from = selection.from.map(FoldedWord.init)
    to = selection.to.map(FoldedWord.init)
    subject = selection.subject.map(FoldedWord.init)
    text = selection.text.map(FoldedWord.init)
    patterns = AttachmentPatterns(selection)
    one =
      switch ChosenMessage(selection) {
      case nil: nil
      case .number(let number): .number(number)
      case .id(let id): .id(id)
      case .word(let word): .word(FoldedWord(word))
      }
    limit = min(selection.limit ?? .max, one == nil ? .max : 1)
  }

  /// Whether it may be one that is meant, as far as that is known before anything is read of it.
  func mayMatch(_ stored: StoredMessage) -> Bool {
    if case .number(let number) = one, number != stored.number { return false }
    if let least = selection.largerThan, stored.byteCount <= least { return false }
    return true
  }

  func matches(_ found: FoundMessage) throws(ConversionError) -> Bool {
    if selection.isEverything { return true }
    guard try matchesHeader(found) else { return false }
    if selection.hasAttachment || !patterns.isEverything {
      guard try hasFile(found) else { return false }
    }
    guard !text.isEmpty else { return true }
    return try BodyText(of: found.message).contain(text)
  }

  private func hasFile(_ found: FoundMessage) throws(ConversionError) -> Bool {
    let files = try found.files
    guard patterns.isEverything else {
      // What is in a container of Outlook's is seen when it is opened.
      return files.contains { patterns.take($0.name) || $0.isOfOutlook }
    }
    return files.contains { $0.isProper }
  }

  private func matchesHeader(_ found: FoundMessage) throws(ConversionError) -> Bool {
    if selection.after != nil || selection.before != nil {
      guard let moment = try found.moment else { return false }
      if let after = selection.after, moment < after { return false }
      if let before = selection.before, moment >= before { return false }
    }
    if !subject.isEmpty {
      let text = try found.subject
      guard subject.allSatisfy({ $0.isIn(text) }) else { return false }
    }
    if !from.isEmpty {
      let people = try found.senders
      guard from.allSatisfy({ $0.isIn(people) }) else { return false }
    }
    if !to.isEmpty {
      let people = try found.recipients
      guard to.allSatisfy({ $0.isIn(people) }) else { return false }
    }
    switch one {
    case nil, .number: return true
    case .id(let id): return ChosenMessage.bare(try found.messageID) == id
    case .word(let word):
      if word.isIn(try found.subject) { return true }
      if word.isIn(try found.senders) { return true }
      if word.isIn(try found.recipients) { return true }
      return try BodyText(of: found.message).contain([word])
    }
  }
}
