import ConverterCore
import MailboxModel

/// Messages that are a file each.
final class MessageFiles: MessageSource {
  /// A file, and what of it is the message.
  struct Found {
    var file: InputFile
    var range: Range<Int>
    var flags = ""
    /// When the file was last written, in seconds since 1970.
    var time: Int?
  }

  private let open: (Int) throws(ConversionError) -> Found?
  /// That of the message before the next.
  private var number: Int
  private var isOver = false
  private var lines = LineSearchHandle()

  /// Messages of a batch of which none is held.
  private static let mostInBatch = 64
  /// Bytes of messages after which a batch ends, since what is made of all of them is in memory at once; and of a
  /// message that is held: of longer ones each window is read when it is needed.
  private static let mostBytes = 4 << 20

  private let holds: Bool
  private let averageByteCount: Int

  /// - Parameters:
  ///   - first: the number of the first message.
  ///   - holds: whether each is a batch of its own, with its bytes; else many are one, and are read when they are
  ///     looked into.
  ///   - averageByteCount: of a message, about, which tells how far the next one is.
  ///   - open: opens the message of a number, from 1; `nil` behind the last. It is asked in order.
  init(
    from first: Int = 1, holding holds: Bool, averageByteCount: Int = 0,
    _ open: @escaping (Int) throws(ConversionError) -> Found?
  ) {
    number = first - 1
    self.holds = holds
    self.averageByteCount = averageByteCount
    self.open = open
  }

  func claim(_ batch: MessageBatch) throws(ConversionError) -> Bool {
    batch.removeAll()
    batch.mark = MessageMark(number: number + 1, position: number * averageByteCount)
    let most = holds ? 1 : Self.mostInBatch
    var byteCount = 0
    while !isOver, batch.messages.count < most, byteCount < Self.mostBytes {
      guard let found = try open(number + 1) else {
        isOver = true
        break
      }
      number += 1
      byteCount += min(found.range.count, Self.mostBytes)
      batch.messages.append(
        StoredMessage(
          number: number, file: found.file, range: found.range, flags: found.flags,
          fileTime: found.time))
      if holds, found.range.count <= Self.mostBytes { try hold(found, in: batch) }
    }
    return !batch.messages.isEmpty
  }

  private func hold(_ found: Found, in batch: MessageBatch) throws(ConversionError) {
    let count = found.range.count
    batch.origin = found.range.lowerBound
    guard try batch.bytes.append(count, of: found.file, at: found.range.lowerBound) == count else {
      throw ConversionError(.readFailed, "became shorter while it was read; try it again")
    }
    let buffer = batch.bytes
    let bytes = buffer.span
    var start = 0
    while start < count {
      let (places, next) = lines.find(in: bytes, from: start)
      for place in places where bytes[Int(place)] == 0x2D { batch.dashes.append(place) }
      start = next
    }
    batch.messages[0].isHeld = true
    batch.messages[0].dashes = 0..<batch.dashes.count
  }
}

extension FileTimes {
  /// The last modification in seconds since 1970.
  var modifiedSecond: Int { modified / 1_000_000_000 }
}
