public import ConverterCore

/// The chosen messages of a mailbox, one after the other, on one thread.
public final class MessagePass {
  private let content: any MailboxContent
  private let source: any MessageSource
  private let matcher: MessageMatcher
  private let reader: MessageReader
  private let batch = MessageBatch()
  private var index = 0
  private var taken = 0

  /// How many messages were met so far, chosen or not.
  public private(set) var seen = 0

  public init(
    _ mailbox: Mailbox, in context: ConversionContext
  ) throws(ConversionError) {
    content = mailbox.content
    source = try content.messages(from: nil, in: context)
    matcher = MessageMatcher(mailbox.selection)
    reader = MessageReader(in: context)
  }

  /// How much of the mailbox has been passed, 0…1.
  public var fraction: Double { content.fraction(of: batch) }

  /// The next chosen message, which can be looked into until the one behind it is asked for.
  public func next() throws(ConversionError) -> Message? {
    guard taken < matcher.limit else { return nil }
    while true {
      while index < batch.messages.count {
        let found = FoundMessage(index, in: batch, by: reader)
        index += 1
        seen += 1
        guard matcher.mayMatch(found.stored), try matcher.matches(found) else { continue }
        taken += 1
        return try found.message
      }
      try reader.context.checkpoint()
      index = 0
      guard try source.claim(batch) else { return nil }
    }
  }
}

extension Mailbox {
  /// Works on the chosen messages on all threads, and takes the results in order, with a checkpoint a batch.
  ///
  /// - Parameters:
  ///   - context: has the threads, and is told how much is done.
  ///   - work: makes something of a message; several threads call it at once.
  ///   - finish: takes that, with where the message stands, in the order of the mailbox, until it returns false.
  /// - Returns: how many messages were met, and how many of them were chosen.
  @discardableResult
  public func forEachMessage<Result>(
    in context: ConversionContext,
    work: @escaping @Sendable (Message) throws(ConversionError) -> Result,
    finish: (Result, StoredMessage, MessageBatch) throws(ConversionError) -> Bool
  ) throws(ConversionError) -> (seen: Int, chosen: Int) {
    try forEachFound(
      in: context, work: { found throws(ConversionError) in try work(found.message) },
      finish: finish)
  }

  /// The same for what may not need the message itself.
  @discardableResult
  package func forEachFound<Result>(
    in context: ConversionContext,
    work: @escaping @Sendable (FoundMessage) throws(ConversionError) -> Result,
    finish: (Result, StoredMessage, MessageBatch) throws(ConversionError) -> Bool
  ) throws(ConversionError) -> (seen: Int, chosen: Int) {
    let source = try content.messages(from: nil, in: context)
    let matcher = MessageMatcher(selection)
    var (seen, chosen) = (0, 0)
    try context.inOrder(from: source) {
      MessagePiece<Result>(MessageReader(in: context))
    } claim: { source, piece throws(ConversionError) in
      try source.claim(piece.batch)
    } work: { piece throws(ConversionError) in
      piece.results.removeAll(keepingCapacity: true)
      for index in piece.batch.messages.indices {
        let found = FoundMessage(index, in: piece.batch, by: piece.reader)
        guard matcher.mayMatch(found.stored), try matcher.matches(found) else { continue }
        piece.results.append((found.stored, try work(found)))
      }
    } finish: { piece throws(ConversionError) in
      try context.checkpoint(content.fraction(of: piece.batch))
      seen += piece.batch.messages.count
      for (stored, result) in piece.results {
        guard chosen < matcher.limit else { return false }
        chosen += 1
        guard try finish(result, stored, piece.batch) else { return false }
      }
      return chosen < matcher.limit
    }
    try check(chosen: chosen, of: seen, in: context)
    return (seen, chosen)
  }

  /// Warns where none of the messages is one that is asked for.
  ///
  /// - Throws: `inputNotFound` where that is one certain message.
  public func check(
    chosen: Int, of seen: Int, in context: ConversionContext
  ) throws(ConversionError) {
    guard chosen == 0, !context.isViewing else { return }
    if selection.message != nil { throw noMessage }
    guard seen > 0 else { return }
    context.warn(
      seen == 1
        ? "its message is not one that is asked for"
        : "none of its \(seen.grouped) messages is one that is asked for")
  }
}

/// A batch on its way, and what was made of its messages.
private final class MessagePiece<Result> {
  let batch = MessageBatch()
  let reader: MessageReader
  var results: [(StoredMessage, Result)] = []

  init(_ reader: MessageReader) { self.reader = reader }
}
