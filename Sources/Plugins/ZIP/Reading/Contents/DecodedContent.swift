import ArchiveModel
import ConverterCore

/// Turns compressed bytes into content as they come.
protocol StreamDecoder: AnyObject {
  /// Whether the data need not say where it ends, so that the size has to.
  var mayLackEnd: Bool { get }

  /// Decodes as much as is there and fits.
  func decode(
    _ input: Span<UInt8>, into output: inout MutableSpan<UInt8>
  ) throws(DecodingFailure) -> DecodingStep
}

struct DecodingStep {
  let consumed: Int
  let produced: Int
  let isAtEnd: Bool
}

/// Why compressed bytes cannot be decoded.
enum DecodingFailure: Error {
  case damaged
  case needsMemory
  case unsupported
}

/// A content that is decoded piece by piece.
final class DecodedContent: EntryStream {
  private static let pieceByteCount = 256 << 10

  private let source: EntrySource
  private let decoder: any StreamDecoder
  private let buffer: ByteBuffer
  private var check: ContentCheck
  private var isDone = false

  init(
    _ source: EntrySource, _ decoder: any StreamDecoder, into buffer: ByteBuffer,
    _ check: ContentCheck
  ) {
    self.source = source
    self.decoder = decoder
    self.buffer = buffer
    self.check = check
  }

  static func trailingBytes(_ count: Int) -> String {
    "\(count) bytes come after the end of its compressed content"
  }

  @_lifetime(borrow self)
  func next() throws(ConversionError) -> Span<UInt8>? {
    let buffer = buffer
    while !isDone {
      let step = try decode()
      source.use(step.consumed)
      try check.add(buffer.span)
      if step.isAtEnd || decoder.mayLackEnd && check.remaining == 0 {
        try finish()
      } else if step.produced == 0 {
        try takeInput(after: step)
      }
      // The content holds the buffer for as long as it lives.
      if step.produced > 0 { return unsafe _overrideLifetime(buffer.span, borrowing: self) }
    }
    return nil
  }

  /// Room for one byte more than is expected shows contents that go on.
  private var room: Int {
    let most = Self.pieceByteCount
    guard let remaining = check.remaining, remaining < most else { return most }
    return decoder.mayLackEnd ? remaining : remaining + 1
  }

  private func decode() throws(ConversionError) -> DecodingStep {
    var step = DecodingStep(consumed: 0, produced: 0, isAtEnd: false)
    buffer.removeAll()
    do throws(DecodingFailure) {
      try buffer.append(upTo: room) { (room) throws(DecodingFailure) in
        let source = source
        step = try decoder.decode(source.piece, into: &room)
        return step.produced
      }
      return step
    } catch {
      switch error {
      case .damaged: throw check.errors.damaged("its compressed bytes are damaged")
      case .needsMemory:
        throw check.errors.memory
      case .unsupported:
        throw check.errors.error(
          .unsupportedContent, "its compressed bytes are of a kind that the library cannot decode")
      }
    }
  }

  /// Gets more to decode, unless the decoder is still at work on what it has.
  private func takeInput(after step: DecodingStep) throws(ConversionError) {
    let source = source
    let isUsedUp = source.piece.isEmpty
    if isUsedUp, try source.advance(check.errors) { return }
    guard step.consumed > 0 else {
      throw check.errors.damaged(
        isUsedUp ? "its compressed bytes end too early" : "its compressed bytes are damaged")
    }
  }

  private func finish() throws(ConversionError) {
    isDone = true
    let source = source
    let rest = source.piece.count + source.remaining
    guard rest == 0 || decoder.mayLackEnd else {
      throw check.errors.damaged(Self.trailingBytes(rest))
    }
    // An authentication code is about all bytes.
    while try source.advance(check.errors) {}
    try source.finish()
    try check.finish()
  }
}
