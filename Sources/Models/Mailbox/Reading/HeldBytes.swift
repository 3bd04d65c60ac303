internal import ConverterCore

/// Bytes of a message: a part of a buffer, until that is filled anew.
struct HeldBytes {
  private let buffer: ByteBuffer
  private let place: Range<Int>

  init(_ buffer: ByteBuffer, _ place: Range<Int>) {
    self.buffer = buffer
    self.place = place
  }

  /// All that a buffer holds.
  init(_ buffer: ByteBuffer) {
    self.init(buffer, 0..<buffer.count)
  }

  var count: Int { place.count }

  var span: Span<UInt8> {
    @_lifetime(borrow self) get { buffer.span[place] }
  }
}
