import CLibDeflate
import ConverterCore

/// libdeflate's compressor with the wrapper that FlateDecode expects (RFC 1950).
struct DeflateHandle: ~Copyable {
  private let compressor: OpaquePointer

  /// - Parameter level: 1…12.
  /// - Throws: `missingLibrary`.
  init(level: Int) throws(ConversionError) {
    try DeflateLibrary.open()
    guard let compressor = libdeflate_alloc_compressor(Int32(clamping: level)) else {
      throw PDFFile.exhausted
    }
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  func deflate(_ bytes: [UInt8]) -> [UInt8] {
    let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { room, count in
      bytes.withUnsafeBytes {
        count = libdeflate_zlib_compress(
          compressor, $0.baseAddress, $0.count, room.baseAddress, room.count)
      }
    }
  }
}
