public import ConverterCore
internal import MIME

/// The content of a part as it was before it was made fit for mail, piece by piece.
///
/// It belongs to the message that it is of, and to one thread.
public final class ContentStream {
  private let message: Message
  fileprivate let range: Range<Int>
  fileprivate let encoding: TransferEncoding
  private var position: Int
  private let isPlain: Bool
  private var decoder: ContentDecoder
  private var unquoting: FromQuoting?
  private let unquoted = ByteBuffer(capacity: 1 << 10)
  private let decoded = ByteBuffer(capacity: 1 << 10)
  private var isOver = false

  init(_ message: Message, _ range: Range<Int>, _ encoding: TransferEncoding) {
    self.message = message
    self.range = range
    position = range.lowerBound
    self.encoding = encoding
    isPlain = encoding == .identity
    decoder = ContentDecoder(encoding)
    unquoting =
      message.stored.isQuoted && encoding != .base64
      ? FromQuoting(adds: false) : nil
  }

  /// The next piece, of any length above 0, valid until the next call; `nil` after the last.
  @_lifetime(borrow self)
  public func next() throws(ConversionError) -> Span<UInt8>? {
    guard let piece = try nextPiece() else { return nil }
    // Its buffer lives as long as this and the message, and is not changed before the next call.
    return unsafe _overrideLifetime(piece.span, borrowing: self)
  }

  private func nextPiece() throws(ConversionError) -> HeldBytes? {
    while !isOver {
      try message.reader.context.checkpoint()
      let end = min(range.upperBound, position + message.bytes.pieceSize)
      var piece = try message.bytes.bytes(position..<end)
      position = end
      isOver = end == range.upperBound
      if unquoting != nil {
        unquoted.removeAll()
        unquoting?.append(piece.span, isLast: isOver, to: unquoted)
        piece = HeldBytes(unquoted)
      }
      if !isPlain {
        decoded.removeAll()
        decoder.decode(piece.span, isLast: isOver, into: decoded)
        piece = HeldBytes(decoded)
      }
      if piece.count > 0 { return piece }
    }
    return nil
  }

  /// What was odd about the encoding, in a few words, once all has been read; `nil` where all was well.
  public var fault: String? {
    if decoder.isTruncated { return "its content ends too early" }
    if decoder.isDamaged { return "its content is not what its checksum says" }
    if decoder.oddBytes > 0 { return "\(decoder.oddBytes) bytes of its encoding are none" }
    return nil
  }
}

extension Message {
  /// The content of a part.
  public func content(of part: Part) -> ContentStream {
    ContentStream(self, part.body, part.encoding)
  }

  /// The content of a file.
  public func content(of attachment: Attachment) -> ContentStream {
    guard let file = attachment.embedded else { return content(of: attachment.part) }
    let start = attachment.part.body.lowerBound
    return ContentStream(
      self, start + file.range.lowerBound..<start + file.range.upperBound, file.encoding)
  }

  /// The beginning of the content of a file, which the first `count` of its encoded bytes say.
  public func beginning(of attachment: Attachment, from count: Int) -> ContentStream {
    let whole = content(of: attachment)
    return ContentStream(
      self, whole.range.lowerBound..<min(whole.range.upperBound, whole.range.lowerBound + count),
      whole.encoding)
  }

  /// The message as it is, but for the quoting of its lines.
  public var wholeContent: ContentStream { ContentStream(self, stored.range, .identity) }

  /// How many bytes the content of a part has.
  public func byteCount(of part: Part) throws(ConversionError) -> Int {
    if part.encoding == .identity, !stored.isQuoted { return part.body.count }
    guard part.encoding == .base64 else { return try content(of: part).count() }
    var measure = Base64Measure()
    var count = 0
    try bytes.forEachPiece(of: part.body) { piece, isLast in
      count = measure.add(piece.span, isLast: isLast)
      return true
    }
    return count
  }

  /// How many bytes the content of a file has.
  public func byteCount(of attachment: Attachment) throws(ConversionError) -> Int {
    guard attachment.embedded != nil else { return try byteCount(of: attachment.part) }
    return try content(of: attachment).count()
  }

  /// The whole content of a part.
  ///
  /// - Returns: at most `most` bytes, and whether these are all.
  func content(
    of part: Part, atMost most: Int
  ) throws(ConversionError) -> (bytes: ByteBuffer, isWhole: Bool) {
    try content(of: part).gathered(atMost: most)
  }
}

extension ContentStream {
  /// What is left of it.
  ///
  /// - Returns: at most `most` bytes, and whether these are all.
  func gathered(atMost most: Int) throws(ConversionError) -> (bytes: ByteBuffer, isWhole: Bool) {
    let content = ByteBuffer(capacity: min(most, range.count) + 64)
    while let piece = try next() {
      let room = most - content.count
      content.append(piece.prefix(room))
      if piece.count > room { return (content, false) }
    }
    return (content, true)
  }

  fileprivate func count() throws(ConversionError) -> Int {
    var count = 0
    while let piece = try next() { count += piece.count }
    return count
  }
}
