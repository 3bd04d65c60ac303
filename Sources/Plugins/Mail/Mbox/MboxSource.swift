import ConverterCore
import MailboxModel

/// Finds where the messages of an mbox file begin and end.
///
/// The file is read once, in windows. What a window has of a message whose end it does not have is carried into
/// the next, so that a message is in one piece, up to ``Sizes/mostHeld`` bytes; of a longer one the end is looked
/// for, and whoever wants its bytes reads them again.
final class MboxSource: MessageSource {
  /// How much is in memory; tests make it small, so that all happens at each of its edges.
  struct Sizes {
    /// Bytes that are read at a time.
    var window = 1 << 20
    /// Bytes of a message that are kept together.
    var mostHeld = 4 << 20
    /// Bytes behind the beginning of a line that decide on what it is.
    var lookahead = 2048
  }

  private let input: InputFile
  private let sizes: Sizes
  private let quoting: MboxQuoting
  private var number: Int
  /// Where the bytes begin that have not been read.
  private var offset: Int
  /// What the last window has left, from the message under way on.
  private let carried = ByteBuffer(capacity: 1 << 16)
  private var carriedDashes: [UInt32] = []
  /// The message under way.
  private var open: OpenMessage?
  /// Where lines have not been looked for yet.
  private var scanned: Int
  private var lines = LineSearchHandle()
  private var isOver = false

  struct OpenMessage {
    /// Where its dividing line begins, or its header where it has none.
    var extent: Int
    var header: Int
    /// Up to where a line `From ` is a part of it, as its Content-Length says.
    var quiet: Int
    /// Whether there is such a line.
    var hasBareFrom = false
  }

  init(
    _ input: InputFile, from mark: MessageMark?, quoting: MboxQuoting, sizes: Sizes = Sizes()
  ) {
    self.input = input
    self.quoting = quoting
    self.sizes = sizes
    number = mark?.number ?? 1
    offset = mark?.position ?? 0
    scanned = offset
  }

  private var isAtEnd: Bool { offset >= input.byteCount }

  func claim(_ batch: MessageBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    guard !isOver else { return false }
    batch.origin = offset - carried.count
    let left = carried
    batch.bytes.append(left.span)
    swap(&batch.dashes, &carriedDashes)
    carriedDashes.removeAll(keepingCapacity: true)
    carried.removeAll()
    batch.mark = MessageMark(number: number, position: batch.origin)
    repeat {
      try readOn(batch)
      if open == nil { try begin(batch) }
      guard open != nil else { continue }
      try split(batch)
      if batch.messages.isEmpty, !isAtEnd, batch.bytes.count > sizes.mostHeld {
        try passLongMessage(batch)
      }
    } while batch.messages.isEmpty && !isAtEnd
    if isAtEnd, !isOver { finish(batch) }
    carryRest(of: batch)
    return !batch.messages.isEmpty
  }

  /// Adds a window.
  private func readOn(_ batch: MessageBatch) throws(ConversionError) {
    let count = min(sizes.window, input.byteCount - offset)
    guard count > 0 else { return }
    guard try batch.bytes.append(count, of: input, at: offset) == count else {
      throw ConversionError(.readFailed, "became shorter while it was read; try it again")
    }
    offset += count
  }

  /// Opens the first message, once enough is there to tell: at a dividing line, or where there is none at the first
  /// line that is not blank.
  private func begin(_ batch: MessageBatch) throws(ConversionError) {
    let buffer = batch.bytes
    let bytes = buffer.span
    var start = 0
    while start < bytes.count, bytes[start] == 0x0A || bytes[start] == 0x0D { start += 1 }
    guard isAtEnd || start + sizes.lookahead <= bytes.count else {
      batch.bytes.removeFirst(start)
      batch.origin += start
      return
    }
    let line = line(at: start, bytes)
    if line.isFrom, let end = line.end {
      try open(at: batch.origin + start, header: batch.origin + end, batch)
    } else {
      try open(at: batch.origin + start, header: batch.origin + start, batch)
    }
    scanned = batch.origin + start
  }

  /// The line at a place, of which the lookahead is seen, whatever else is in memory.
  @_lifetime(copy bytes)
  private func line(at place: Int, _ bytes: Span<UInt8>) -> MboxLine {
    let seen = min(bytes.count, place + sizes.lookahead)
    return MboxLine(bytes[..<seen], at: place, isWhole: isAtEnd && seen == bytes.count)
  }

  private func open(at extent: Int, header: Int, _ batch: MessageBatch) throws(ConversionError) {
    let end = try ContentLength(input, batch, header: header).end
    open = OpenMessage(extent: extent, header: header, quiet: end ?? header)
  }

  /// Goes over the lines that have not been looked at, and ends messages where others begin.
  private func split(_ batch: MessageBatch) throws(ConversionError) {
    while true {
      let buffer = batch.bytes
      let end = buffer.count
      let from = scanned - batch.origin
      guard from < end else { return }
      let (places, next) = lines.find(in: buffer.span, from: from)
      for place in places {
        guard buffer.span[Int(place)] == UInt8(ascii: "F") else {
          batch.dashes.append(place)
          continue
        }
        guard try look(at: Int(place), batch) else {
          // It cannot be told yet: it is looked at again when there is more.
          scanned = batch.origin + Int(place) - 1
          return
        }
      }
      scanned = batch.origin + next
      // The last bytes may be the beginning of a mark.
      if next >= end, !isAtEnd {
        scanned = max(batch.origin + from, batch.origin + end - 5)
        while let last = batch.dashes.last, batch.origin + Int(last) > scanned {
          batch.dashes.removeLast()
        }
        return
      }
    }
  }

  /// Looks at a line `From `.
  ///
  /// - Returns: `false` where more bytes are needed to tell what it is.
  private func look(at place: Int, _ batch: MessageBatch) throws(ConversionError) -> Bool {
    let position = batch.origin + place
    guard let current = open, position >= current.header else { return true }
    guard position >= current.quiet else {
      open?.hasBareFrom = true
      return true
    }
    guard isAtEnd || place + sizes.lookahead <= batch.bytes.count else { return false }
    let buffer = batch.bytes
    let line = line(at: place, buffer.span)
    guard line.divides, let end = line.end else {
      open?.hasBareFrom = true
      return true
    }
    close(current, before: place, batch)
    try open(at: position, header: batch.origin + end, batch)
    return true
  }

  /// Ends a message in front of the line at `place`.
  private func close(_ message: OpenMessage, before place: Int, _ batch: MessageBatch) {
    let buffer = batch.bytes
    let bytes = buffer.span
    var end = place
    // One blank line stands between messages.
    if end >= 2, bytes[end - 1] == 0x0A {
      if bytes[end - 2] == 0x0A {
        end -= 1
      } else if end >= 3, bytes[end - 2] == 0x0D, bytes[end - 3] == 0x0A {
        end -= 2
      }
    }
    let isHeld = message.extent >= batch.origin
    let isAlone = number == 1 && isOver && message.header == message.extent
    let first = batch.messages.last.map { $0.isHeld ? $0.dashes.upperBound : 0 } ?? 0
    batch.messages.append(
      StoredMessage(
        number: number, file: input,
        range: message.header..<max(message.header, batch.origin + end),
        extent: message.extent..<batch.origin + place, isHeld: isHeld,
        dashes: isHeld ? first..<batch.dashes.count : 0..<0,
        isQuoted: quoting.isQuoted(message),
        fileTime: isAlone ? input.times?.modifiedSecond : nil))
    number += 1
  }

  /// Goes on to the end of a message of which the batch is full, and drops its bytes on the way.
  private func passLongMessage(_ batch: MessageBatch) throws(ConversionError) {
    while batch.messages.isEmpty, !isAtEnd {
      // A blank line before the next line is to be seen.
      let kept = max(0, scanned - batch.origin - 4)
      batch.bytes.removeFirst(kept)
      batch.origin += kept
      batch.dashes.removeAll(keepingCapacity: true)
      try readOn(batch)
      try split(batch)
    }
  }

  /// Ends the last message.
  private func finish(_ batch: MessageBatch) {
    isOver = true
    guard let current = open, current.extent < input.byteCount else { return }
    close(current, before: batch.bytes.count, batch)
    open = nil
  }

  /// Keeps what belongs to the message under way, and leaves the batch what belongs to its messages.
  private func carryRest(of batch: MessageBatch) {
    guard !isOver, let open else { return }
    let first = open.extent - batch.origin
    let buffer = batch.bytes
    carried.append(buffer.span[first...])
    batch.bytes.count = first
    let dashes = batch.messages.last.map { $0.isHeld ? $0.dashes.upperBound : 0 } ?? 0
    carriedDashes += batch.dashes[dashes...].lazy.filter { Int($0) >= first }.map {
      $0 - UInt32(first)
    }
    batch.dashes.removeSubrange(dashes...)
  }
}
