/// The last 64 KiB of an output, which matches are copied from, and the room for what is new.
struct Deflate64Window: ~Copyable, ~Escapable {
  /// Each place in it is taken modulo its size.
  static let byteCount = 1 << 16

  /// What is known of the window between two pieces of output.
  struct Fill {
    fileprivate var place = 0
    /// Bytes that there have been, up to the size of the window.
    fileprivate(set) var count = 0
  }

  private var output: MutableSpan<UInt8>
  private var bytes: MutableSpan<UInt8>
  private(set) var fill: Fill
  /// Bytes in the current output.
  private(set) var produced = 0

  /// - Parameter bytes: ``byteCount`` of them, as they were with `fill`.
  @_lifetime(copy output, copy bytes)
  init(
    _ output: consuming MutableSpan<UInt8>, over bytes: consuming MutableSpan<UInt8>, _ fill: Fill
  ) {
    precondition(bytes.count == Self.byteCount)
    self.output = output
    self.bytes = bytes
    self.fill = fill
  }

  var hasRoom: Bool { produced < output.count }

  /// Where there is no room, nothing is written.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    guard hasRoom else { return }
    output[produced] = byte
    produced &+= 1
    bytes[fill.place] = byte
    fill.place = (fill.place &+ 1) & (Self.byteCount &- 1)
    if fill.count < Self.byteCount { fill.count &+= 1 }
  }

  /// - Parameter distance: 1 to the count of the fill.
  /// - Returns: how many bytes there was no room for.
  mutating func copy(_ length: Int, from distance: Int) -> Int {
    let count = min(length, output.count - produced)
    for _ in 0..<count { append(bytes[(fill.place &- distance) & (Self.byteCount &- 1)]) }
    return length - count
  }
}
