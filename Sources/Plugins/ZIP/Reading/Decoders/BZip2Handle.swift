internal import CLibBZip2
import ConverterCore

/// Decodes bzip2 (APPNOTE method 12).
final class BZip2Decoder: LibraryDecoder {
  let mayLackEnd = false
  private let stream: UnsafeMutablePointer<bz_stream>

  /// - Throws: `missingLibrary`.
  init() throws(ConversionError) {
    try SystemLibrary.libbz2.open()
    stream = .allocate(capacity: 1)
    stream.initialize(to: bz_stream())
    guard BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is not enough memory to decode bzip2")
    }
  }

  deinit {
    _ = BZ2_bzDecompressEnd(stream)
    stream.deallocate()
  }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    // The library only reads its input, though its header does not say so. Pieces are far below 4 GB.
    stream.pointee.next_in = UnsafeMutableRawPointer(mutating: input.baseAddress)?
      .assumingMemoryBound(to: CChar.self)
    stream.pointee.avail_in = UInt32(input.count)
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: CChar.self)
    stream.pointee.avail_out = UInt32(output.count)
    let status = BZ2_bzDecompress(stream)
    guard status == BZ_OK || status == BZ_STREAM_END else {
      throw status == BZ_MEM_ERROR ? .needsMemory : .damaged
    }
    return DecodingStep(
      consumed: input.count - Int(stream.pointee.avail_in),
      produced: output.count - Int(stream.pointee.avail_out), isAtEnd: status == BZ_STREAM_END)
  }
}

extension SystemLibrary {
  static let libbz2 = SystemLibrary(
    "libbz2", package: "libbz2-1.0", opening: { fairy_libbzip2_open() })
}
