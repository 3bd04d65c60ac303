internal import CLibBZip2
import ConverterCore

/// Decodes bzip2 (APPNOTE method 12).
@safe final class BZip2Decoder: LibraryDecoder {
  let mayLackEnd = false
  private let stream: UnsafeMutablePointer<bz_stream>

  /// - Throws: `missingLibrary`.
  init() throws(ConversionError) {
    try SystemLibrary.libbz2.open()
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: bz_stream())
    guard unsafe BZ2_bzDecompressInit(stream, 0, 0) == BZ_OK else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is not enough memory to decode bzip2")
    }
  }

  deinit {
    _ = unsafe BZ2_bzDecompressEnd(stream)
    unsafe stream.deallocate()
  }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    // The library only reads its input, though its header does not say so. Pieces are far below 4 GB.
    unsafe stream.pointee.next_in = unsafe UnsafeMutableRawPointer(mutating: input.baseAddress)?
      .assumingMemoryBound(to: CChar.self)
    unsafe stream.pointee.avail_in = UInt32(input.count)
    unsafe stream.pointee.next_out = unsafe output.baseAddress?.assumingMemoryBound(to: CChar.self)
    unsafe stream.pointee.avail_out = UInt32(output.count)
    let status = unsafe BZ2_bzDecompress(stream)
    guard status == BZ_OK || status == BZ_STREAM_END else {
      throw status == BZ_MEM_ERROR ? .needsMemory : .damaged
    }
    return unsafe DecodingStep(
      consumed: input.count - Int(stream.pointee.avail_in),
      produced: output.count - Int(stream.pointee.avail_out), isAtEnd: status == BZ_STREAM_END)
  }
}

extension SystemLibrary {
  static let libbz2 = unsafe SystemLibrary(
    "libbz2", package: "libbz2-1.0", opening: { unsafe fairy_libbzip2_open() })
}
