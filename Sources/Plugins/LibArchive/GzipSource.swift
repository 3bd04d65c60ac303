import ConverterCore

/// What a gzip file holds (RFC 1952): all of its members, one after the other, checksums compared.
final class GzipSource: ByteSource {
  private static let blockSize = 1 << 18

  private let upstream: any ByteSource
  private let context: ConversionContext
  private let inflate: InflateHandle
  private let block: UnsafeMutableRawBufferPointer
  private var state = State.betweenMembers
  /// Compressed bytes that were taken from upstream and not used yet.
  private var rest = UnsafeRawBufferPointer(start: nil, count: 0)
  private var members = 0

  private enum State {
    case betweenMembers, inMember, ended
  }

  init(_ upstream: any ByteSource, in context: ConversionContext) throws(ConversionError) {
    self.upstream = upstream
    self.context = context
    inflate = try InflateHandle()
    block = .allocate(byteCount: Self.blockSize, alignment: 16)
  }

  deinit { block.deallocate() }

  var consumed: Int { upstream.consumed }

  func next() throws(ConversionError) -> UnsafeRawBufferPointer? {
    try context.checkpoint()
    var filled = 0
    while filled < block.count, state != .ended {
      if rest.isEmpty { rest = try upstream.next() ?? rest }
      switch state {
      case .betweenMembers: try beginMember()
      case .inMember:
        filled += try expand(into: UnsafeMutableRawBufferPointer(rebasing: block[filled...]))
      case .ended: break
      }
    }
    return filled == 0 ? nil : UnsafeRawBufferPointer(rebasing: block[..<filled])
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
    rest = UnsafeRawBufferPointer(start: nil, count: 0)
  }

  private func expand(
    into space: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> Int {
    guard !rest.isEmpty else { throw .gzipDamaged("it ends too early") }
    let step = try inflate.expand(rest, into: space)
    rest = UnsafeRawBufferPointer(rebasing: rest[step.taken...])
    if step.isEnd { state = .betweenMembers }
    return step.given
  }
}

extension ConversionError {
  static func gzipDamaged(_ what: String) -> ConversionError {
    ConversionError(.damagedInput, "the gzip data is damaged: \(what)")
  }
}
