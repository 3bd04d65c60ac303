import CLibTIFF
import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A strip as libtiff coded it.
struct StripEncoderHandle: ~Copyable {
  private let coded: UnsafeMutablePointer<UInt8>
  private let count: Int

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: coded, count: count) }

  /// - Parameter samples: whole rows without gaps.
  /// - Throws: `unsupportedContent` where libtiff was built without the way of compressing, `missingLibrary`,
  ///   `limitExceeded`.
  init(
    _ samples: UnsafeRawBufferPointer, rows: Int, _ coding: PageCoding, isBigEndian: Bool
  ) throws(ConversionError) {
    try TIFFDecoderHandle.load()
    let compression = UInt16(coding.compression.rawValue)
    guard fairy_tiff_knows(compression) else {
      throw ConversionError(
        .unsupportedContent,
        "libtiff here cannot compress with \(coding.compression); --set compression=deflate can")
    }
    var strip = fairy_tiff_strip(
      width: UInt32(coding.width), height: UInt32(rows), samples: UInt16(coding.samplesPerPixel),
      bits: UInt16(coding.bits), photometric: UInt16(coding.photometric),
      compression: compression, has_predictor: coding.hasPredictor, is_big_endian: isBigEndian,
      quality: Int32(coding.quality))
    var count = 0
    let data = samples.bindMemory(to: UInt8.self)
    guard let coded = fairy_tiff_encode(&strip, data.baseAddress, data.count, &count) else {
      throw ConversionError(.limitExceeded, "libtiff could not code a strip of \(rows) rows")
    }
    self.coded = coded
    self.count = count
  }

  deinit { free(coded) }
}
