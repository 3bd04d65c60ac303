import ConverterCore

/// A stream whose last bytes can be put back, and that may end earlier than its source.
final class RereadableStream {
  private let stream: any ByteStream
  /// How many bytes are left of the stream itself; `nil` for all of it.
  private var left: Int?
  /// Bytes that were put back.
  private let pending = ByteBuffer(capacity: 64)
  private var pendingStart = 0

  init(_ stream: any ByteStream, byteCount: Int? = nil) {
    self.stream = stream
    left = byteCount
  }

  /// Adds the next bytes, at most `count`, to the end of `buffer`.
  ///
  /// - Returns: whether there were any.
  func read(into buffer: ByteBuffer, atMost count: Int) throws(ConversionError) -> Bool {
    let pending = pending
    let waiting = pending.count - pendingStart
    if waiting > 0 {
      let taken = min(waiting, count)
      buffer.append(pending.span[pendingStart..<pendingStart + taken])
      pendingStart += taken
      // A few bytes are no reason for a batch of their own.
      if waiting * 2 > count { return true }
      _ = try readStream(into: buffer, atMost: count - taken)
      return true
    }
    return try readStream(into: buffer, atMost: count)
  }

  private func readStream(
    into buffer: ByteBuffer, atMost count: Int
  ) throws(ConversionError) -> Bool {
    let before = buffer.count
    let more = try stream.read(into: buffer, atMost: min(count, left ?? count))
    if let left { self.left = left - (buffer.count - before) }
    return more
  }

  /// Puts what `buffer` has from an offset on, which was read last, back.
  func putBack(_ buffer: ByteBuffer, from offset: Int) {
    let count = buffer.count - offset
    if pendingStart == pending.count {
      pending.removeAll()
      pendingStart = 0
      pending.append(buffer.span[offset...])
    } else {
      // All of it came from here, where it still stands.
      pendingStart -= count
    }
  }
}
