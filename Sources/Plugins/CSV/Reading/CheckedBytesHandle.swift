import ConverterCore

/// Bytes at a fixed place that are read and written only up to their end.
///
/// They belong to a buffer that whoever made this keeps while it is used: the scanner moves text within a batch, so
/// that it needs the bytes and the list of cells at once.
@safe struct CheckedBytes {
  private let start: UnsafeMutablePointer<UInt8>
  let count: Int

  /// - Parameter count: bytes that are there from `start` on.
  init(_ start: UnsafeMutablePointer<UInt8>, count: Int) {
    unsafe (self.start, self.count) = unsafe (start, count)
  }

  /// Those that are in use now.
  init(_ buffer: ByteBuffer) { unsafe self.init(buffer.start, count: buffer.count) }

  @inline(__always)
  subscript(_ place: Int) -> UInt8 {
    get {
      precondition(place >= 0 && place < count)
      return unsafe start[place]
    }
    nonmutating set {
      precondition(place >= 0 && place < count)
      unsafe start[place] = newValue
    }
  }
}
