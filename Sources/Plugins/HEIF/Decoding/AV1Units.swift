/// The OBUs of AV1 data (AV1 specification, 5.3), up to the first that is damaged.
struct AV1Units: Sequence, IteratorProtocol {
  struct Unit {
    let type: Int
    let content: Range<Int>
  }

  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Unit? {
    guard position < bytes.count else { return nil }
    let header = bytes[position]
    position += header & 4 != 0 ? 2 : 1
    guard position <= bytes.count else { return nil }
    // A unit without a size is the last one.
    let count = header & 2 != 0 ? size() : bytes.count - position
    guard let count, count <= bytes.count - position else {
      position = bytes.count
      return nil
    }
    defer { position += count }
    return Unit(type: Int(header >> 3 & 15), content: position..<position + count)
  }

  /// A number in leb128 (section 4.10.5).
  private mutating func size() -> Int? {
    var size = 0
    for shift in stride(from: 0, to: 56, by: 7) {
      guard position < bytes.count else { return nil }
      let byte = bytes[position]
      position += 1
      size |= Int(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return size }
    }
    return nil
  }
}
