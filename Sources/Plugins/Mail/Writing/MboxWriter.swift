import ConverterCore
import MIME
import MailboxModel

/// Writes mbox files. Messages of an mbox keep all their bytes, with the lines that divide them; others get such a
/// line and a blank one behind them, and their own lines that begin with `From ` are quoted (mboxrd).
struct MboxWriter: Writer {
  typealias Model = Mailbox
  typealias Options = MailOptions

  let name = "mbox"
  let types: [ContentType.ID] = ["public.mbox"]

  func writesFrontToBack(as _: ContentType.ID) -> Bool { true }

  func write(
    _ model: Mailbox, as type: ContentType.ID, to output: OutputFile, options: MailOptions,
    in context: WritingContext
  ) throws(ConversionError) {
    let lines = MboxLines(output)
    try model.forEachMessage(in: context.conversion) { message throws(ConversionError) in
      message.stored.hasDividingLine ? nil : try DividingLine(for: message).bytes
    } finish: { line, stored, batch throws(ConversionError) in
      try lines.add(line, stored, in: batch)
      return true
    }
    try lines.finish()
  }
}

/// An mbox while it is written. One thread at a time adds to it.
private final class MboxLines {
  private let output: OutputFile
  /// The last bytes written.
  private var tail: [UInt8] = []
  /// Whether the last message is not of an mbox, so that its blank line is still to come.
  private var isOpen = false
  /// Where the last message ends in its file.
  private var end: (file: InputFile, offset: Int)?
  private let text = ByteBuffer(capacity: 1 << 12)
  private let piece = ByteBuffer(capacity: 1 << 12)

  init(_ output: OutputFile) { self.output = output }

  /// - Parameter line: divides the message from the one before; `nil` where it has such a line itself.
  func add(
    _ line: [UInt8]?, _ stored: StoredMessage, in batch: MessageBatch
  ) throws(ConversionError) {
    let extent = line == nil ? stored.extent : stored.range
    // What stands together in a file is divided there, whatever stands between.
    let isNext = line == nil && end?.file === stored.file && end?.offset == extent.lowerBound
    if isOpen || !isNext { try endMessage() }
    isOpen = line != nil
    end = (stored.file, extent.upperBound)
    var quoting = line == nil || stored.isQuoted ? nil : FromQuoting(adds: true)
    if let line { try write(line) }
    guard !stored.isHeld else {
      let first = extent.lowerBound - batch.origin
      let buffer = batch.bytes
      return try write(buffer.span[first..<first + extent.count], &quoting, isLast: true)
    }
    var start = extent.lowerBound
    let piece = piece
    while start < extent.upperBound {
      let count = min(extent.upperBound - start, 1 << 18)
      piece.removeAll()
      guard try piece.append(count, of: stored.file, at: start) == count else {
        throw ConversionError(.readFailed, "became shorter while it was read; try it again")
      }
      start += count
      try write(piece.span, &quoting, isLast: start == extent.upperBound)
    }
  }

  private func write(
    _ bytes: Span<UInt8>, _ quoting: inout FromQuoting?, isLast: Bool
  ) throws(ConversionError) {
    guard quoting != nil else { return try write(bytes) }
    let text = text
    text.removeAll()
    quoting?.append(bytes, isLast: isLast, to: text)
    try write(text.span)
  }

  private func write(_ bytes: Span<UInt8>) throws(ConversionError) {
    guard !bytes.isEmpty else { return }
    tail = Array((tail + bytes.extracting(last: 4).array).suffix(4))
    try output.write(bytes)
  }

  /// Puts a blank line behind a message that has none, or whose blank lines are its content, before another one.
  private func endMessage() throws(ConversionError) {
    guard let last = tail.last else { return }
    if last != 0x0A { try write([0x0A]) }
    if isOpen || !endsBlank { try write(lineEnd) }
  }

  /// Ends the file. A last message that ends with a blank line gets another, since one is taken away where it is
  /// read.
  func finish() throws(ConversionError) {
    if isOpen, endsBlank { try write(lineEnd) }
  }

  private var endsBlank: Bool {
    tail.suffix(2) == [0x0A, 0x0A] || tail.suffix(3) == [0x0A, 0x0D, 0x0A]
  }

  /// As the last line has it.
  private var lineEnd: [UInt8] { tail.suffix(2) == [0x0D, 0x0A] ? [0x0D, 0x0A] : [0x0A] }

  private func write(_ bytes: [UInt8]) throws(ConversionError) {
    let text = text
    text.removeAll()
    text.append(bytes)
    try write(text.span)
  }
}

/// `From anna@example.org Thu Jan  1 00:00:10 2004`
private struct DividingLine {
  let bytes: [UInt8]

  /// RFC 5321, 4.5.3.1: 64 and 255 characters around an at sign.
  private static let longestSender = 320

  init(for message: Message) throws(ConversionError) {
    let people = message.people("return-path") ?? message.people("from")
    let address = people?.addresses.first?.address ?? ""
    let sender = address.filter { !$0.isWhitespace && $0.isASCII }
    let time = try message.time
    // Of a line without end nobody sees the date.
    let isUsual = (1...Self.longestSender).contains(sender.utf8.count)
    bytes = Array(
      "From \(isUsual ? sender : "MAILER-DAEMON") \(MailDate.asctime(time ?? 0))\n".utf8)
  }
}
