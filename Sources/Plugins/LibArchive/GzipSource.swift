import ConverterCore

/// What a gzip file holds (RFC 1952): all of its members, one after the other, checksums compared.
final class GzipSource: ByteSource {
  private static let blockSize = 1 << 18

  private let upstream: any ByteSource
  private let context: ConversionContext
  private let inflate: InflateHandle
  private let block = ByteBuffer(capacity: blockSize)
  private var state = State.betweenMembers
  /// How many bytes of the piece of upstream were used.
  private var used = 0
  private var members = 0

  private enum State {
    case betweenMembers, inMember, ended
  }

  init(_ upstream: any ByteSource, in context: ConversionContext) throws(ConversionError) {
    self.upstream = upstream
    self.context = context
    inflate = try InflateHandle()
  }

  var consumed: Int { upstream.consumed }

  func advance() throws(ConversionError) -> Bool {
    try context.checkpoint()
    block.removeAll()
    while block.count < Self.blockSize, state != .ended {
      if rest.isEmpty, try upstream.advance() { used = 0 }
      switch state {
      case .betweenMembers: try beginMember()
      case .inMember: try expand()
      case .ended: break
      }
    }
    return block.count > 0
  }

  var piece: Span<UInt8> {
    @_lifetime(borrow self) get {
      let block = block
      // The source holds the block for as long as it lives.
      return unsafe _overrideLifetime(block.span, borrowing: self)
    }
  }

  /// Compressed bytes that were taken from upstream and not used yet.
  private var rest: Span<UInt8> {
    @_lifetime(borrow self) get {
      let upstream = upstream
      // The source above lives as long as this does.
      return unsafe _overrideLifetime(upstream.piece.dropFirst(used), borrowing: self)
    }
  }

  /// Looks whether another member follows.
  ///
  /// Zeros behind the last one are padding; `gzip` ignores anything else, too, but says so.
  private func beginMember() throws(ConversionError) {
    guard let first = rest.first else {
      if members == 0 { throw .gzipDamaged("it ends before any data") }
      state = .ended
      return
    }
    if members == 0 || first == 0x1F {
      inflate.reset()
      members += 1
      state = .inMember
      return
    }
    if rest.contains(where: { $0 != 0 }) {
      context.warn("bytes after the end of the gzip data are ignored")
      state = .ended
      return
    }
    used += rest.count
  }

  private func expand() throws(ConversionError) {
    guard !rest.isEmpty else { throw .gzipDamaged("it ends too early") }
    try block.append(upTo: Self.blockSize - block.count) { (space) throws(ConversionError) in
      let step = try inflate.expand(rest, into: &space)
      used += step.taken
      if step.isEnd { state = .betweenMembers }
      return step.given
    }
  }
}

extension ConversionError {
  static func gzipDamaged(_ what: String) -> ConversionError {
    ConversionError(.damagedInput, "the gzip data is damaged: \(what)")
  }
}
