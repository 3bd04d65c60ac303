internal import ConverterCore

/// Goes over a message that is not in memory for lines that begin with `--`, each byte read once.
final class DashWindow {
  private let message: MessageBytes
  private let context: ConversionContext
  private let end: Int
  /// Bytes of a line that are looked at.
  private let longest: Int
  /// Those that were found last, as places in the file.
  private var found: [Int] = []
  private var index = 0
  /// Where to look on: no line from here on was met, but for one that begins just here.
  private var position: Int
  /// Bytes of the message from `origin` on; lines that begin below `limit` are in it.
  private let bytes: ByteBuffer
  private var origin: Int
  private var limit: Int
  private var lines = LineSearchHandle(room: 1024)

  init(of message: MessageBytes, longest: Int, _ context: ConversionContext) {
    self.message = message
    self.context = context
    self.longest = longest
    end = message.stored.range.upperBound
    position = message.stored.range.lowerBound
    origin = position
    limit = position
    bytes = ByteBuffer(capacity: min(end - position, message.pieceSize + longest))
  }

  /// As ``DashLines/next(from:)``.
  func next(from start: Int) throws(ConversionError) -> Int? {
    while true {
      while index < found.count {
        if found[index] >= start { return found[index] }
        index += 1
      }
      // The line end before it is needed.
      position = max(position, start - 1)
      guard position < end else { return nil }
      if position >= limit - 1 { try read() }
      look()
    }
  }

  func line(at place: Int) -> HeldBytes {
    let start = place - origin
    return HeldBytes(bytes, start..<min(bytes.count, start + longest))
  }

  private func read() throws(ConversionError) {
    try context.checkpoint()
    origin = position
    limit = min(end, origin + message.pieceSize)
    bytes.removeAll()
    try message.read(origin..<min(end, limit + longest), into: bytes)
  }

  /// Goes on to the end of the window, or until there is no room for more.
  private func look() {
    found.removeAll(keepingCapacity: true)
    index = 0
    // With the second `-` of one just below the limit.
    let stop = min(bytes.count, limit + 1 - origin)
    let buffer = bytes
    let window = buffer.span[..<stop]
    let (places, next) = lines.find(in: window, from: position - origin)
    for place in places where window[Int(place)] == UInt8(ascii: "-") {
      found.append(origin + Int(place))
    }
    if next < stop {
      position = origin + next
    } else {
      // The last line end may be the one before a line at the limit.
      position = limit == end ? end : limit - 1
    }
  }
}
