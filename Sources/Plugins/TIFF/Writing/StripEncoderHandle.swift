import CLibTIFF
import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A strip as libtiff coded it.
@safe final class StripEncoderHandle {
  private let coded: UnsafeMutablePointer<UInt8>
  let byteCount: Int

  var bytes: Span<UInt8> {
    @_lifetime(borrow self) get {
      // libtiff gave `byteCount` bytes, which are freed with this value.
      let bytes = unsafe UnsafeRawBufferPointer(start: coded, count: byteCount)
      return unsafe _overrideLifetime(Span(borrowing: bytes), borrowing: self)
    }
  }

  /// What the samples are.
  struct Layout {
    let width: Int
    let rows: Int
    /// Together in a pixel.
    let samples: Int
    let bits: Int
    let isFloat: Bool
    /// Field 262, which JPEG alone asks for.
    let photometric: Int
    let isBigEndian: Bool
  }

  /// - Parameters:
  ///   - samples: whole rows without gaps.
  ///   - predictor: field 317; 1 for none.
  ///   - quality: of JPEG, 1…100.
  ///   - level: of deflate, 1…12; `nil` for the usual one.
  /// - Throws: `unsupportedContent` where libtiff was built without the way of compressing, `missingLibrary`,
  ///   `limitExceeded`.
  init(
    _ samples: Span<UInt8>, _ layout: Layout, compression: PageCoding.Compression,
    predictor: Int, quality: Int = 0, level: Int? = nil
  ) throws(ConversionError) {
    try SystemLibrary.libtiff.open()
    guard fairy_tiff_knows(UInt16(compression.rawValue)) else {
      throw ConversionError(
        .unsupportedContent,
        "libtiff here cannot compress with \(compression); --set compression=deflate can")
    }
    var strip = fairy_tiff_strip(
      width: UInt32(layout.width), height: UInt32(layout.rows), samples: UInt16(layout.samples),
      bits: UInt16(layout.bits), photometric: UInt16(layout.photometric),
      compression: UInt16(compression.rawValue), predictor: UInt16(predictor),
      is_float: layout.isFloat, is_big_endian: layout.isBigEndian, quality: Int32(quality),
      level: Int32(level ?? 0))
    var count = 0
    let coded = unsafe samples.withUnsafeBufferPointer { samples in
      unsafe fairy_tiff_encode(&strip, samples.baseAddress, samples.count, &count)
    }
    guard let coded = unsafe coded else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "libtiff could not code a strip of \(layout.rows) rows")
    }
    unsafe self.coded = coded
    byteCount = count
  }

  deinit { unsafe free(coded) }
}
