internal import CZlib
import ConverterCore

/// Inflates with zlib, where ISA-L is not installed.
@safe final class ZlibInflater: LibraryDecoder {
  let mayLackEnd = false
  private let stream: UnsafeMutablePointer<z_stream>

  init() throws(ConversionError) {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    guard unsafe fairy_zlib_inflate_raw(stream) == Z_OK else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is not enough memory to inflate the content")
    }
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    // zlib only reads its input, though its header does not say so. Pieces are far below 4 GB.
    unsafe stream.pointee.next_in = unsafe UnsafeMutableRawPointer(mutating: input.baseAddress)?
      .assumingMemoryBound(to: Bytef.self)
    unsafe stream.pointee.avail_in = uInt(input.count)
    unsafe stream.pointee.next_out = unsafe output.baseAddress?.assumingMemoryBound(to: Bytef.self)
    unsafe stream.pointee.avail_out = uInt(output.count)
    let status = unsafe inflate(stream, Z_NO_FLUSH)
    guard status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else { throw .damaged }
    return unsafe DecodingStep(
      consumed: input.count - Int(stream.pointee.avail_in),
      produced: output.count - Int(stream.pointee.avail_out), isAtEnd: status == Z_STREAM_END)
  }
}
