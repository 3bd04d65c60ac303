public import ConverterCore

/// The messages of a mailbox, as often as they are asked for.
public protocol MailboxContent: Sendable {
  /// Bytes that the messages take where they are stored; about, where each is a file of its own.
  var byteCount: Int { get }

  /// How many messages there are, where that is known without counting.
  var messageCount: Int? { get }

  /// Whether reading can begin at a mark.
  var isSeekable: Bool { get }

  /// The one file that holds all messages, of which an index can be made; `nil` where there is none.
  var indexable: InputFile? { get }

  /// Begins to read at the first message, or at a mark that an earlier batch had.
  func messages(
    from mark: MessageMark?, in context: ConversionContext
  ) throws(ConversionError) -> sending any MessageSource
}

extension MailboxContent {
  public var indexable: InputFile? { nil }

  /// How much of the content comes before a batch, 0…1.
  public func fraction(of batch: MessageBatch) -> Double {
    min(1, Double(batch.mark?.position ?? 0) / Double(max(1, byteCount)))
  }
}

/// Messages that come one batch after the other.
///
/// To find where messages begin has an order and is quick; to look into them has none and is not. So a source
/// only finds them (``/ConverterCore/ConversionContext/inOrder(lanes:from:_:claim:work:finish:)``).
public protocol MessageSource: AnyObject {
  /// Finds the next messages.
  ///
  /// - Returns: `false` where there are no more; the batch is then empty.
  func claim(_ batch: MessageBatch) throws(ConversionError) -> Bool
}

/// A place in a mailbox from which it can be read again.
public struct MessageMark: Sendable, Hashable {
  /// The number of the first message behind it, from 1.
  public let number: Int
  /// Bytes of the content before it, of which ``MailboxContent/byteCount`` are all.
  public let position: Int

  public init(number: Int, position: Int) {
    self.number = number
    self.position = position
  }
}

/// Some messages that follow each other, most of them with their bytes.
///
/// It is used again and again for the next messages, and belongs to one thread at a time.
public final class MessageBatch {
  public var messages: [StoredMessage] = []
  /// What an index says of each of them; empty where there is none.
  public var indexed: [IndexedMessage] = []
  /// Bytes of the mailbox from ``origin`` on; where there is an index, texts of that.
  public let bytes = ByteBuffer(capacity: 1 << 16)
  /// Where in the file ``bytes`` begin.
  public var origin = 0
  /// Where in ``bytes`` lines begin with `--`, in order.
  public var dashes: [UInt32] = []
  /// Where the batch can be read again from.
  public var mark: MessageMark?

  public init() {}

  /// Makes it empty, with its room kept.
  public func removeAll() {
    messages.removeAll(keepingCapacity: true)
    indexed.removeAll(keepingCapacity: true)
    bytes.removeAll()
    origin = 0
    dashes.removeAll(keepingCapacity: true)
    mark = nil
  }
}

/// Where a message stands, before anything in it is looked at.
public struct StoredMessage: Sendable {
  /// Its number in the mailbox, from 1.
  public var number: Int
  /// The file that it is in.
  public var file: InputFile
  /// From its first header field to the end of its body.
  public var range: Range<Int>
  /// All that belongs to it where it is stored: with the line that divides it from the one before, and the blank
  /// line behind it.
  public var extent: Range<Int>
  /// Whether its bytes are in the batch.
  public var isHeld: Bool
  /// Which of ``MessageBatch/dashes`` are in it; of no meaning for one that is not held.
  public var dashes: Range<Int>
  /// Whether lines that begin with `From ` have a `>` before them.
  public var isQuoted: Bool
  /// What Maildir says of it by letters of its name: `S` for seen, `R` for replied, `F` for flagged.
  public var flags: String
  /// When its file was last written, in seconds since 1970; `nil` where it shares the file with others.
  public var fileTime: Int?

  public init(
    number: Int, file: InputFile, range: Range<Int>, extent: Range<Int>? = nil,
    isHeld: Bool = false, dashes: Range<Int> = 0..<0, isQuoted: Bool = false, flags: String = "",
    fileTime: Int? = nil
  ) {
    self.number = number
    self.file = file
    self.range = range
    self.extent = extent ?? range
    self.isHeld = isHeld
    self.dashes = dashes
    self.isQuoted = isQuoted
    self.flags = flags
    self.fileTime = fileTime
  }

  public var byteCount: Int { range.count }
}

extension StoredMessage {
  /// Whether a line divides it from the message before.
  public var hasDividingLine: Bool { extent.lowerBound < range.lowerBound }
}
