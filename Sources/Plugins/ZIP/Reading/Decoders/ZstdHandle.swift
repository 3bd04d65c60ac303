internal import CLibZstd
import ConverterCore

/// Decodes Zstandard (APPNOTE method 93).
final class ZstdDecoder: LibraryDecoder {
  let mayLackEnd = false
  private let stream: OpaquePointer

  /// - Throws: `missingLibrary`.
  init() throws(ConversionError) {
    try SystemLibrary.libzstd.open()
    guard let stream = ZSTD_createDStream() else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is not enough memory to decode zstd")
    }
    self.stream = stream
    // The library's own default, 128 MiB: what `zstd` itself refuses without --long.
    _ = ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, 27)
  }

  deinit { _ = ZSTD_freeDStream(stream) }

  func decode(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(DecodingFailure) -> DecodingStep {
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let rest = ZSTD_decompressStream(stream, &target, &source)
    guard ZSTD_isError(rest) == 0 else { throw .damaged }
    // Without input, a new frame would begin.
    let isAtEnd = rest == 0 && (source.pos > 0 || target.pos > 0)
    return DecodingStep(consumed: source.pos, produced: target.pos, isAtEnd: isAtEnd)
  }
}

extension SystemLibrary {
  static let libzstd = SystemLibrary(
    "libzstd", package: "libzstd1", opening: { fairy_libzstd_open() })
}
