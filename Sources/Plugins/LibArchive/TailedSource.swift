import ConverterCore

/// A source that can be read to its end after libarchive has seen enough of it.
final class TailedSource: ByteSource {
  /// How far behind the end of an archive other bytes are looked for.
  static let glance = 1 << 16

  private let upstream: any ByteSource
  /// The piece that was given last.
  private var last = UnsafeRawBufferPointer(start: nil, count: 0)
  /// Bytes that were given so far.
  private var given = 0

  init(_ upstream: any ByteSource) {
    self.upstream = upstream
  }

  var consumed: Int { upstream.consumed }

  func next() throws(ConversionError) -> UnsafeRawBufferPointer? {
    guard let bytes = try upstream.next() else {
      last = UnsafeRawBufferPointer(start: nil, count: 0)
      return nil
    }
    last = bytes
    given += bytes.count
    return bytes
  }

  /// Reads what is left.
  ///
  /// - Parameter position: how many bytes were used.
  /// - Returns: whether there are others than zeros behind it, as far as ``glance`` goes.
  func drain(after position: Int, within limits: Limits) throws(ConversionError) -> Bool {
    let unused = max(0, min(given - position, last.count))
    var hasOthers = last.suffix(unused).contains { $0 != 0 }
    let start = given
    while let bytes = try next() {
      if !hasOthers, given - start <= Self.glance { hasOthers = bytes.contains { $0 != 0 } }
      try limits.check(.expanded, given - start, for: "what follows the end of the archive")
    }
    return hasOthers
  }
}
