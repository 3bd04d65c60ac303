internal import ConverterCore

/// Where lines of a message begin with `--`, in order: what may divide its parts.
struct DashLines {
  private let bytes: MessageBytes
  private let end: Int
  /// Those that were found with the message; positions in its batch.
  private let known: (places: ArraySlice<UInt32>, origin: Int)?
  private var index = 0
  /// Of a message that is not in memory.
  private let window: DashWindow?

  /// Bytes of a line that may be a boundary: RFC 2046 allows 70 for the boundary itself.
  private static let longest = 1024

  init(_ bytes: MessageBytes, in batch: MessageBatch?, _ context: ConversionContext) {
    self.bytes = bytes
    end = bytes.stored.range.upperBound
    if bytes.isHeld, let batch {
      known = (batch.dashes[bytes.stored.dashes], batch.origin)
      index = bytes.stored.dashes.lowerBound
      window = nil
    } else {
      known = nil
      window = DashWindow(of: bytes, longest: Self.longest, context)
    }
  }

  /// The next one from `start` on, again and again until it is asked from further on.
  mutating func next(from start: Int) throws(ConversionError) -> Int? {
    if let window { return try window.next(from: start) }
    guard let known else { return nil }
    while index < known.places.endIndex {
      let place = known.origin + Int(known.places[index])
      if place >= end { return nil }
      if place >= start { return place }
      index += 1
    }
    return nil
  }

  /// The line at the place that was given last and what is behind it, valid until the next is asked for.
  func line(at place: Int) throws(ConversionError) -> HeldBytes {
    if let window { return window.line(at: place) }
    return try bytes.bytes(place..<min(end, place + Self.longest))
  }
}
