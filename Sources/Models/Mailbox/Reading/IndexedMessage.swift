public import ConverterCore
public import MIME

/// What an index holds of a message beside where it stands, so that a list need not open it.
///
/// Its texts are UTF-8 at places in a buffer, which is ``MessageBatch/bytes`` where it is read.
public struct IndexedMessage: Sendable {
  /// As ``Message/moment``.
  public var moment: Int?
  public var date: MailDate?
  public var isRaw = false
  /// How many of its files count as attached: a condition of a search, which is not read back.
  public private(set) var attachedCount = 0
  /// As ``MessageSummary`` has them, and the people of Bcc; `nil` where there is no such field.
  public var from, to, cc, bcc, subject, messageID: Range<Int>?
  /// ``MessageSummary/files`` as JSON; `nil` where there are none.
  public var files: Range<Int>?

  public init() {}

  /// - Parameters:
  ///   - message: the one to be listed.
  ///   - texts: its texts are appended to it.
  public init(of message: Message, texts: ByteBuffer) throws(ConversionError) {
    func add(_ text: String?) -> Range<Int>? {
      guard let text else { return nil }
      let start = texts.count
      texts.append(text.utf8Span.span)
      return start..<texts.count
    }
    let summary = try MessageSummary(of: message)
    moment = try message.moment
    date = summary.date
    isRaw = summary.isRaw
    attachedCount = summary.attachedFiles.count
    from = add(summary.from)
    to = add(summary.to)
    cc = add(summary.cc)
    bcc = add(message.people("bcc")?.text)
    subject = add(summary.subject)
    messageID = add(summary.messageID)
    if !summary.files.isEmpty {
      let start = texts.count
      SummaryAsJSON.append(summary.files, to: texts)
      files = start..<texts.count
    }
  }

  static func text(at place: Range<Int>?, in texts: ByteBuffer) -> String? {
    place.map { String(decoding: texts.span[$0]) }
  }
}

extension MessageSummary {
  /// What an index says of a message.
  ///
  /// - Throws: `damagedInput` where what it says of files is none of fairy's.
  init(
    of stored: StoredMessage, _ indexed: IndexedMessage, in texts: ByteBuffer
  ) throws(ConversionError) {
    func text(_ place: Range<Int>?) -> String? { IndexedMessage.text(at: place, in: texts) }
    number = stored.number
    date = indexed.date
    from = text(indexed.from)
    to = text(indexed.to)
    cc = text(indexed.cc)
    subject = text(indexed.subject)
    messageID = text(indexed.messageID)
    byteCount = stored.byteCount
    isRaw = indexed.isRaw
    flags = stored.flags
    if let place = indexed.files {
      files = try File.list(parsing: texts.span[place].array)
    } else {
      files = []
    }
  }
}

extension MessageSummary.File {
  /// The files that ``SummaryAsJSON`` has written.
  fileprivate static func list(parsing json: [UInt8]) throws(ConversionError) -> [Self] {
    var files: [Self] = []
    for value in try JSONValue(parsing: json).elements ?? [] {
      guard let mediaType = value["mediaType"]?.text, let part = value["part"]?.text,
        let count = value["bytes"]?.int, count >= 0,
        let role = Bodies.Role(rawValue: value["role"]?.text ?? Bodies.Role.attachment.rawValue)
      else {
        throw ConversionError(.damagedInput, "the index is damaged: its list of files is none")
      }
      files.append(
        Self(
          name: value["name"]?.text, mediaType: mediaType, byteCount: count, role: role, part: part)
      )
    }
    return files
  }
}
