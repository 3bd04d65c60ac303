import ConverterCore
import MIME
import MailboxModel

/// Writes mbox files. Messages of an mbox keep all their bytes, with the lines that divide them; others get such a
/// line, and their own lines that begin with `From ` are quoted (mboxrd).
struct MboxWriter: Writer {
  typealias Model = Mailbox
  typealias Options = MailOptions

  let name = "mbox"
  let types: [ContentType.ID] = ["public.mbox"]

  func capabilities(for type: ContentType.ID, options: MailOptions) -> Mailbox.Capabilities {
    Mailbox.Capabilities()
  }

  func write(
    _ model: Mailbox, as type: ContentType.ID, to output: OutputFile, options: MailOptions,
    in context: ConversionContext
  ) throws(ConversionError) {
    let lines = MboxLines(output)
    let all = Double(max(1, model.content.byteCount))
    try model.forEachMessage(in: context) { message throws(ConversionError) in
      message.stored.hasDividingLine ? nil : try DividingLine(for: message).bytes
    } finish: { line, stored, batch throws(ConversionError) in
      try context.checkpoint(min(1, Double(stored.extent.lowerBound) / all))
      try lines.add(line, stored, in: batch)
      return true
    }
  }
}

/// An mbox while it is written. One thread at a time adds to it.
private final class MboxLines {
  private let output: OutputFile
  /// The last bytes written.
  private var tail: [UInt8] = [0x0A, 0x0A]
  private let text = ByteBuffer(capacity: 1 << 12)
  private let piece = ByteBuffer(capacity: 1 << 12)

  init(_ output: OutputFile) { self.output = output }

  /// - Parameter line: divides the message from the one before; `nil` where it has such a line itself.
  func add(
    _ line: [UInt8]?, _ stored: StoredMessage, in batch: MessageBatch
  ) throws(ConversionError) {
    try endMessage(beforeNewLine: line != nil)
    var quoting = line == nil || stored.isQuoted ? nil : FromQuoting(adds: true)
    if let line { try output.write(line) }
    let extent = stored.extent
    guard !stored.isHeld else {
      let first = extent.lowerBound - batch.origin
      let bytes = UnsafeRawBufferPointer(
        rebasing: batch.bytes.bytes[first..<first + extent.count])
      return try write(bytes, &quoting, isLast: true)
    }
    var start = extent.lowerBound
    while start < extent.upperBound {
      let count = min(extent.upperBound - start, 1 << 18)
      piece.removeAll()
      let room = UnsafeMutableRawBufferPointer(start: piece.reserve(count), count: count)
      piece.count = try stored.file.read(at: start, into: room)
      guard piece.count == count else {
        throw ConversionError(.readFailed, "became shorter while it was read; try it again")
      }
      start += count
      try write(piece.bytes, &quoting, isLast: start == extent.upperBound)
    }
  }

  private func write(
    _ bytes: UnsafeRawBufferPointer, _ quoting: inout FromQuoting?, isLast: Bool
  ) throws(ConversionError) {
    guard quoting != nil else { return try write(bytes) }
    text.removeAll()
    quoting?.append(bytes, isLast: isLast, to: text)
    try write(text.bytes)
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(ConversionError) {
    guard !bytes.isEmpty else { return }
    tail = Array((tail + Array(bytes.suffix(4))).suffix(4))
    try output.write(bytes)
  }

  /// Sees to the blank line before a line that divides messages. One that was there before stays as it was, unless it
  /// would stand within a line.
  private func endMessage(beforeNewLine isNew: Bool) throws(ConversionError) {
    let isCRLF = tail.suffix(2) == [0x0D, 0x0A]
    let isEnded = tail.last == 0x0A
    guard !isEnded || isNew else { return }
    let isBlank = tail.suffix(2) == [0x0A, 0x0A] || tail == [0x0D, 0x0A, 0x0D, 0x0A]
    guard !isBlank else { return }
    try output.write(isCRLF ? [0x0D, 0x0A] : isEnded ? [0x0A] : [0x0A, 0x0A])
    tail = [0x0A, 0x0A]
  }
}

/// `From anna@example.org Thu Jan  1 00:00:10 2004`
private struct DividingLine {
  let bytes: [UInt8]

  init(for message: Message) throws(ConversionError) {
    let people = message.people("return-path") ?? message.people("from")
    let address = people?.addresses.first?.address ?? ""
    let sender = address.filter { !$0.isWhitespace && $0.isASCII }
    let moment = try message.moment ?? message.stored.file.times.map { $0.modified / 1_000_000_000 }
    bytes = Array(
      "From \(sender.isEmpty ? "MAILER-DAEMON" : sender) \(MailDate.asctime(moment ?? 0))\n".utf8)
  }
}
