internal import CLibZstd
import ConverterCore

/// Decodes Zstandard (APPNOTE method 93).
@safe final class ZstdDecoder: LibraryDecoder {
  let mayLackEnd = false
  private let stream: OpaquePointer

  /// - Throws: `missingLibrary`.
  init() throws(ConversionError) {
    try SystemLibrary.libzstd.open()
    guard let stream = unsafe ZSTD_createDStream() else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is not enough memory to decode zstd")
    }
    unsafe self.stream = unsafe stream
    // The library's own default, 128 MiB: what `zstd` itself refuses without --long.
    _ = unsafe ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, 27)
  }

  deinit { _ = unsafe ZSTD_freeDStream(stream) }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    var source = unsafe ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = unsafe ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let rest = unsafe ZSTD_decompressStream(stream, &target, &source)
    guard ZSTD_isError(rest) == 0 else { throw .damaged }
    // Without input, a new frame would begin.
    let isAtEnd = unsafe rest == 0 && (source.pos > 0 || target.pos > 0)
    return unsafe DecodingStep(consumed: source.pos, produced: target.pos, isAtEnd: isAtEnd)
  }
}

extension SystemLibrary {
  static let libzstd = unsafe SystemLibrary(
    "libzstd", package: "libzstd1", opening: { unsafe fairy_libzstd_open() })
}
