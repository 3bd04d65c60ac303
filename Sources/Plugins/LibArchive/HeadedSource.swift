import ConverterCore

/// A source whose beginning can be looked at before it is read.
final class HeadedSource: ByteSource {
  /// A header of tar fits; the magic numbers of compressions do, too.
  static let headSize = 512

  private let upstream: any ByteSource
  private var state = State.start
  /// The beginning, where it came in several pieces.
  private var collected: [UInt8] = []

  private enum State {
    case start
    /// The beginning was looked at and not read yet.
    case looked
    /// The beginning is read.
    case head
    /// What comes is that of the source above.
    case rest
  }

  init(_ upstream: any ByteSource) {
    self.upstream = upstream
  }

  var consumed: Int { upstream.consumed }

  /// The first bytes: at least ``headSize`` unless there are fewer. Called before ``advance()``.
  func head() throws(ConversionError) -> [UInt8] {
    if state == .start { try look() }
    return piece.array
  }

  private func look() throws(ConversionError) {
    let upstream = upstream
    guard try upstream.advance() else { return }
    state = .looked
    guard upstream.piece.count < Self.headSize else { return }
    collected = upstream.piece.array
    while collected.count < Self.headSize {
      guard try upstream.advance() else { return }
      collected.append(upstream.piece)
    }
  }

  func advance() throws(ConversionError) -> Bool {
    if state == .looked {
      state = .head
      return true
    }
    state = .rest
    return try upstream.advance()
  }

  var piece: Span<UInt8> {
    @_lifetime(borrow self) get {
      let (upstream, collected) = (upstream, collected)
      if state == .rest || collected.isEmpty {
        // The source above lives as long as this does.
        return unsafe _overrideLifetime(upstream.piece, borrowing: self)
      }
      // What was collected is not changed any more.
      return unsafe _overrideLifetime(collected.span, borrowing: self)
    }
  }
}
