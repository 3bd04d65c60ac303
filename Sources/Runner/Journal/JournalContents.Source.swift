import ConverterCore
import SystemPackage

extension JournalContents.Source {
  /// Up to `count` bytes; fewer only at the end.
  func bytes(at offset: Int, count: Int) throws(ConversionError) -> [UInt8] {
    let buffer = ByteBuffer(capacity: count)
    while buffer.count < count {
      let got = try read(count - buffer.count, at: offset + buffer.count, into: buffer)
      if got == 0 { break }
    }
    return buffer.array
  }

  /// The line that begins at `offset`, without its line feed, cut where it is longer than `longest`.
  func line(at offset: Int, longest: Int) throws(ConversionError) -> [UInt8] {
    var count = 1 << 11
    while true {
      let bytes = try bytes(at: offset, count: count)
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) { return Array(bytes[..<end]) }
      if bytes.count < count || count >= longest { return bytes }
      count *= 4
    }
  }

  /// Hands over every line that ends with a line feed, and where it begins; `nil` for a line longer
  /// than `longest`.
  ///
  /// - Returns: the offset behind the last line feed.
  func scan(
    from start: Int, longestLine: Int, _ body: (Span<UInt8>?, Int) -> Void
  ) throws(ConversionError) -> Int {
    // The beginning of a line that has not ended yet stands at the start of the buffer.
    let (buffer, room) = (ByteBuffer(capacity: longestLine + 1), longestLine + 1)
    var isTooLong = false
    var offset = start
    var end = start
    while try read(room - buffer.count, at: offset + buffer.count, into: buffer) > 0 {
      var used = 0
      while let newline = buffer.span.firstOffset(of: UInt8(ascii: "\n"), from: used) {
        body(isTooLong ? nil : buffer.span[used..<newline], offset + used)
        isTooLong = false
        used = newline + 1
        end = offset + used
      }
      if buffer.count - used == room {
        isTooLong = true
        used = buffer.count
      }
      offset += used
      buffer.removeFirst(used)
    }
    return end
  }

  /// Appends up to `count` bytes.
  ///
  /// - Returns: how many came; none at the end.
  private func read(
    _ count: Int, at offset: Int, into buffer: ByteBuffer
  ) throws(ConversionError) -> Int {
    switch self {
    case .bytes(let bytes):
      let part = bytes.span.dropFirst(offset).prefix(count)
      buffer.append(part)
      return part.count
    case .file(let file):
      return try buffer.append(count, of: file, at: offset)
    case .descriptor(let descriptor):
      do {
        return try buffer.append(count, from: descriptor, at: offset)
      } catch {
        throw ConversionError(.readFailed, "could not be read: \(error)", cause: error)
      }
    }
  }
}
