import ConverterCore

/// Walks over the fields of a part of the file; none of them leads out of it.
struct FieldCursor {
  let bytes: [UInt8]
  private(set) var position: Int
  private let end: Int

  /// - Parameter part: lies within `bytes`.
  init(_ bytes: [UInt8], _ part: Range<Int>) {
    self.bytes = bytes
    position = part.lowerBound
    end = part.upperBound
  }

  /// Bytes that are left.
  var left: Int { end - position }

  /// A number of 1 to 4 bytes, the lowest first; `nil` where fewer are left.
  mutating func number(_ width: Int) -> Int? {
    guard let place = take(width) else { return nil }
    return bytes.number(at: place.lowerBound, width: width, .little)
  }

  /// The place of the next bytes; `nil` where fewer are left.
  mutating func take(_ count: Int) -> Range<Int>? {
    guard count >= 0, count <= left else { return nil }
    defer { position += count }
    return position..<position + count
  }

  /// The place of the next bytes, with which those are passed over that fill them up to a multiple of four.
  ///
  /// At the end of the part the filling may be missing.
  mutating func takePadded(_ count: Int) -> Range<Int>? {
    guard let place = take(count) else { return nil }
    position += min(left, (4 - count % 4) % 4)
    return place
  }
}
