/// The last 64 KiB of an output, which matches are copied from.
struct Deflate64Window: ~Copyable {
  private static let byteCount = 1 << 16

  /// Each place in it is taken modulo its size.
  private let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: byteCount, alignment: 64)
  private var place = 0
  /// Bytes that there have been, up to the size of the window.
  private(set) var filled = 0
  private var output = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// Bytes in the current output.
  private(set) var produced = 0

  deinit { bytes.deallocate() }

  /// Goes on with other room.
  mutating func begin(_ output: UnsafeMutableRawBufferPointer) {
    self.output = output
    produced = 0
  }

  var hasRoom: Bool { produced < output.count }

  /// Where there is no room, nothing is written.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    guard hasRoom else { return }
    output[produced] = byte
    produced &+= 1
    bytes[place] = byte
    place = (place &+ 1) & (Self.byteCount &- 1)
    if filled < Self.byteCount { filled &+= 1 }
  }

  /// - Parameter distance: 1 to ``filled``.
  /// - Returns: how many bytes there was no room for.
  mutating func copy(_ length: Int, from distance: Int) -> Int {
    let count = min(length, output.count - produced)
    for _ in 0..<count { append(bytes[(place &- distance) & (Self.byteCount &- 1)]) }
    return length - count
  }
}
