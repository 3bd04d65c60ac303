internal import CLibLZMA
import ConverterCore

/// A stream of liblzma, which frees itself.
@safe final class LZMAStream {
  fileprivate let stream: UnsafeMutablePointer<lzma_stream>

  /// - Throws: `missingLibrary`.
  fileprivate init() throws(ConversionError) {
    try SystemLibrary.liblzma.open()
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: lzma_stream())
  }

  deinit {
    unsafe lzma_end(stream)
    unsafe stream.deallocate()
  }

  fileprivate func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    unsafe stream.pointee.next_in = unsafe input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_in = input.count
    unsafe stream.pointee.next_out = unsafe output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    unsafe stream.pointee.avail_out = output.count
    let outcome = unsafe lzma_code(stream, LZMA_RUN)
    // A buffer error only says that neither bytes nor room were left; more can follow.
    guard outcome == LZMA_OK || outcome == LZMA_STREAM_END || outcome == LZMA_BUF_ERROR else {
      throw DecodingFailure(outcome)
    }
    return unsafe DecodingStep(
      consumed: input.count - stream.pointee.avail_in,
      produced: output.count - stream.pointee.avail_out, isAtEnd: outcome == LZMA_STREAM_END)
  }
}

extension DecodingFailure {
  fileprivate init(_ outcome: lzma_ret) {
    switch outcome {
    case LZMA_MEM_ERROR, LZMA_MEMLIMIT_ERROR: self = .needsMemory
    case LZMA_OPTIONS_ERROR: self = .unsupported
    default: self = .damaged
    }
  }
}

/// Decodes xz (APPNOTE method 95).
final class XZDecoder: LibraryDecoder {
  let mayLackEnd = false
  private let stream: LZMAStream

  /// - Throws: `missingLibrary`.
  init(memory: Int) throws(ConversionError) {
    stream = try LZMAStream()
    guard unsafe lzma_stream_decoder(stream.stream, UInt64(memory), 0) == LZMA_OK else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is not enough memory to decode xz")
    }
  }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    try unsafe stream.decode(input, into: output)
  }
}

/// Decodes LZMA behind the header that ZIP puts before it (APPNOTE 5.8.8): a version, the length of the
/// properties, and these.
final class ZIPLZMADecoder: LibraryDecoder {
  private static let headerByteCount = 9

  /// Even with a mark at its end, nothing has to be behind the size that is known.
  let mayLackEnd: Bool
  private let stream: LZMAStream
  private let byteCount: Int
  private let memory: Int
  private var header: [UInt8] = []

  /// - Parameter byteCount: of the content; no larger dictionary is made than that.
  init(byteCount: Int, hasEndMark: Bool, memory: Int) throws(ConversionError) {
    stream = try LZMAStream()
    mayLackEnd = !hasEndMark
    self.byteCount = byteCount
    self.memory = memory
  }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    guard header.count < Self.headerByteCount else {
      return try unsafe stream.decode(input, into: output)
    }
    let taken = min(Self.headerByteCount - header.count, input.count)
    unsafe header += input.prefix(taken)
    if header.count == Self.headerByteCount { try begin() }
    return DecodingStep(consumed: taken, produced: 0, isAtEnd: false)
  }

  private func begin() throws(DecodingFailure) {
    guard header[2] == 5, header[3] == 0 else { throw .damaged }
    let outcome = unsafe fairy_liblzma_decode_raw(
      stream.stream, Array(header[4...]), UInt64(byteCount), UInt64(memory))
    guard outcome == LZMA_OK else { throw DecodingFailure(outcome) }
  }
}

extension SystemLibrary {
  static let liblzma = unsafe SystemLibrary(
    "liblzma", package: "liblzma5", opening: { unsafe fairy_liblzma_open() })
}
