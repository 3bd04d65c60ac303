import ArchiveModel
import ConverterCore

/// Turns compressed bytes into content as they come.
protocol StreamDecoder: AnyObject {
  /// Whether the data need not say where it ends, so that the size has to.
  var mayLackEnd: Bool { get }

  /// Decodes as much as is there and fits.
  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
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
  private var input = UnsafeRawBufferPointer(start: nil, count: 0)
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

  func next() throws(ConversionError) -> UnsafeRawBufferPointer? {
    while !isDone {
      let output = outputSpace
      let step = try decode(into: output)
      input = UnsafeRawBufferPointer(rebasing: input[step.consumed...])
      let piece = UnsafeRawBufferPointer(rebasing: output[..<step.produced])
      try check.add(piece)
      if step.isAtEnd || decoder.mayLackEnd && check.remaining == 0 {
        try finish()
      } else if step.produced == 0 {
        try takeInput(after: step)
      }
      if step.produced > 0 { return piece }
    }
    return nil
  }

  /// Room for one byte more than is expected shows contents that go on.
  private var outputSpace: UnsafeMutableRawBufferPointer {
    let most = buffer.reserve(Self.pieceByteCount)
    guard let remaining = check.remaining, remaining < most.count else { return most }
    return UnsafeMutableRawBufferPointer(
      rebasing: most[..<(decoder.mayLackEnd ? remaining : remaining + 1)])
  }

  private func decode(
    into output: UnsafeMutableRawBufferPointer
  ) throws(ConversionError) -> DecodingStep {
    do throws(DecodingFailure) {
      return try decoder.decode(input, into: output)
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
    if input.isEmpty, let piece = try source.next(check.errors) {
      input = piece
    } else if step.consumed == 0 {
      throw check.errors.damaged(
        input.isEmpty ? "its compressed bytes end too early" : "its compressed bytes are damaged")
    }
  }

  private func finish() throws(ConversionError) {
    isDone = true
    let rest = input.count + source.remaining
    guard rest == 0 || decoder.mayLackEnd else {
      throw check.errors.damaged(Self.trailingBytes(rest))
    }
    // An authentication code is about all bytes.
    while try source.next(check.errors) != nil {}
    try source.finish()
    try check.finish()
  }
}
