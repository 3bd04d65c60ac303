import ConverterCore

/// A source whose beginning can be looked at before it is read.
final class HeadedSource: ByteSource {
  /// A header of tar fits; the magic numbers of compressions do, too.
  static let headSize = 512

  private let upstream: any ByteSource
  /// What was looked at and not read yet.
  private var pending: UnsafeRawBufferPointer?
  /// Holds it where it came in several pieces.
  private var collected: [UInt8] = []
  private var stored: UnsafeMutableRawBufferPointer?

  init(_ upstream: any ByteSource) {
    self.upstream = upstream
  }

  deinit { stored?.deallocate() }

  var consumed: Int { upstream.consumed }

  /// The first bytes: at least ``headSize`` unless there are fewer. Called before ``next()``.
  func head() throws(ConversionError) -> UnsafeRawBufferPointer {
    if let pending { return pending }
    guard let first = try upstream.next() else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    if first.count >= Self.headSize {
      pending = first
      return first
    }
    collected = Array(first)
    while collected.count < Self.headSize, let more = try upstream.next() {
      collected += more
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: collected.count, alignment: 16)
    copy.copyBytes(from: collected)
    collected = []
    stored = copy
    pending = UnsafeRawBufferPointer(copy)
    return UnsafeRawBufferPointer(copy)
  }

  func next() throws(ConversionError) -> UnsafeRawBufferPointer? {
    if let bytes = pending, !bytes.isEmpty {
      pending = nil
      return bytes
    }
    return try upstream.next()
  }
}
