internal import CVectors
internal import ConverterCore

/// Where lines of a message begin with `--`, in order: what may divide its parts.
struct DashLines {
  private let bytes: MessageBytes
  private let end: Int
  /// Those that were found with the message; positions in its batch.
  private let known: (places: ArraySlice<UInt32>, origin: Int)?
  private var index = 0
  /// Those of the last window, as places in the file.
  private var found: [Int] = []
  /// Where to look on.
  private var position: Int

  init(_ bytes: MessageBytes, in batch: MessageBatch?) {
    self.bytes = bytes
    end = bytes.stored.range.upperBound
    position = bytes.stored.range.lowerBound
    if bytes.isHeld, let batch {
      known = (batch.dashes[bytes.stored.dashes], batch.origin)
      index = bytes.stored.dashes.lowerBound
    } else {
      known = nil
    }
  }

  /// The next one from `start` on, again and again until it is asked from further on.
  mutating func next(from start: Int) throws(ConversionError) -> Int? {
    if let known {
      while index < known.places.endIndex {
        let place = known.origin + Int(known.places[index])
        if place >= end { return nil }
        if place >= start { return place }
        index += 1
      }
      return nil
    }
    while true {
      while index < found.count {
        if found[index] >= start { return found[index] }
        index += 1
      }
      guard position < end else { return nil }
      if start - 1 > position { position = start - 1 }
      try look()
    }
  }

  /// Goes over one more window.
  private mutating func look() throws(ConversionError) {
    found.removeAll(keepingCapacity: true)
    index = 0
    let window = try bytes.bytes(position..<min(end, position + bytes.pieceSize))
    guard let base = window.bindMemory(to: UInt8.self).baseAddress else {
      position = end
      return
    }
    var places = [UInt32](repeating: 0, count: 1024)
    var next = 0
    let count = places.withUnsafeMutableBufferPointer {
      fairy_mail_lines(
        base, 0, window.count, FAIRY_INSTRUCTIONS_BEST, &next, $0.baseAddress, $0.count)
    }
    for place in places[..<count] where window[Int(place)] == UInt8(ascii: "-") {
      found.append(position + Int(place))
    }
    let isLast = position + window.count >= end
    // A mark may be cut by the end of the window.
    position = next < window.count ? position + next : isLast ? end : position + window.count - 5
    while !isLast, let last = found.last, last > position { found.removeLast() }
  }
}
