import ConverterCore

/// A source that can be read to its end after libarchive has seen enough of it.
final class TailedSource: ByteSource {
  /// How far behind the end of an archive other bytes are looked for.
  static let glance = 1 << 16

  private let upstream: any ByteSource
  /// Bytes that were given so far.
  private var given = 0
  /// Of the archive as it is stored.
  private let stored: Int
  private let limits: Limits

  /// - Parameter stored: bytes of the archive as it is stored.
  init(_ upstream: any ByteSource, stored: Int, within limits: Limits) {
    self.upstream = upstream
    self.stored = stored
    self.limits = limits
  }

  var consumed: Int { upstream.consumed }

  func advance() throws(ConversionError) -> Bool {
    guard try upstream.advance() else { return false }
    given += piece.count
    try checkGrowth()
    return true
  }

  var piece: Span<UInt8> {
    @_lifetime(borrow self) get {
      let upstream = upstream
      // The source above lives as long as this does.
      return unsafe _overrideLifetime(upstream.piece, borrowing: self)
    }
  }

  /// Contents that are passed over count, too: to expand them takes as long as to unpack them.
  private func checkGrowth() throws(ConversionError) {
    try limits.check(.expanded, given, for: "to expand the archive")
    let (most, overflow) = max(1, stored).multipliedReportingOverflow(by: limits.ratio)
    guard !overflow, given > max(most, 1 << 20) else { return }
    let times = given / max(1, stored) + 1
    throw ConversionError.exceeding(
      .init(.ratio, needed: times, of: limits),
      "the archive grows from \(stored) to \(given) bytes or more, \(times) times; the limit is "
        + "\(limits.ratio), as what grows that much is often made to fill the disk; if you trust it, "
        + "raise it with --limit ratio=\(max(times, limits.ratio * 2))")
  }

  /// Reads what is left.
  ///
  /// - Parameter position: how many bytes were used.
  /// - Returns: whether there are others than zeros behind it, as far as ``glance`` goes.
  func drain(after position: Int) throws(ConversionError) -> Bool {
    let unused = max(0, min(given - position, piece.count))
    var hasOthers = piece.extracting(last: unused).contains { $0 != 0 }
    let start = given
    while try advance() {
      if !hasOthers, given - start <= Self.glance { hasOthers = piece.contains { $0 != 0 } }
    }
    return hasOthers
  }
}
