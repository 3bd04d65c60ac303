import ConverterCore
import PictureModel

/// The pixels of a coded picture, which are handed out as far as they are decoded.
///
/// libwebp writes to one buffer for the whole picture. It is given the file piece by piece, so that a consumer
/// works on rows that are still in the processor's cache, and so that a conversion can be stopped.
final class WebPPixelSource: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int
  private let buffer: PixelBuffer
  private let decoder: WebPDecodingHandle
  private let input: InputFile
  private let data: Range<Int>
  private let context: ConversionContext
  /// Bytes that libwebp was given.
  private var given = 0
  /// Rows that are decoded, and those that were handed out.
  private var ready = 0
  private var y = 0

  private static let pieceSize = 1 << 16

  /// - Parameters:
  ///   - format: planes for a lossy picture, or RGB.
  ///   - sufficientSize: in which the picture may come, where that is smaller.
  /// - Throws: `limitExceeded` before anything large is allocated; `missingLibrary`.
  init(
    _ bitstream: WebPBitstream, of input: InputFile, format: PixelFormat,
    sufficientSize: (width: Int, height: Int)?, in context: ConversionContext
  ) throws(ConversionError) {
    self.format = format
    self.input = input
    self.context = context
    data = bitstream.data
    let pixels = try context.limits.checkPixels(width: bitstream.width, height: bitstream.height)
    let scaled = sufficientSize.flatMap { bitstream.scaled(to: $0) }
    (width, height) = scaled ?? (bitstream.width, bitstream.height)
    // libwebp holds lossless pictures, and opacity that is coded like them, as words. No side is over 16384.
    let held = pixels * (bitstream.isLossless || bitstream.hasAlpha ? 5 : 1)
    try context.limits.check(
      .memory, held + data.count + PixelBuffer.byteCount(format, width: width, height: height),
      for: "a picture of \(width)×\(height)")
    buffer = PixelBuffer(format, width: width, height: height)
    decoder = try WebPDecodingHandle(
      byteCount: data.count, to: buffer, isScaled: scaled != nil, threads: context.threads)
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    guard y < height else { return nil }
    do throws(ConversionError) {
      while ready < height, ready - y < 16 { try decodeMore() }
    } catch {
      throw error.about(input.path)
    }
    let first = y
    y = ready == height ? height : ready & ~15
    return PixelBand(buffer, y: first, bufferRow: first, height: y - first)
  }

  /// All rows, where none was handed out.
  func whole() throws(ConversionError) -> PixelBuffer {
    while ready < height { try decodeMore() }
    return buffer
  }

  private func decodeMore() throws(ConversionError) {
    try context.checkpoint()
    guard given < data.count else {
      throw .damaged("the picture data end after \(ready) of \(height) rows")
    }
    // Some beginnings are read anew as long as they are not whole: never for more than twice their length.
    let piece = ready == 0 ? max(Self.pieceSize, given) : Self.pieceSize
    let count = min(piece, data.count - given)
    let got = try decoder.read(count, of: input, at: data.lowerBound + given, to: given)
    guard got == count else {
      throw ConversionError(.readFailed, "became shorter while it was read")
    }
    given += count
    ready = try decoder.decode(given)
  }
}

extension WebPBitstream {
  /// The size in which libwebp gives the picture where `size` is enough; `nil` for its own.
  ///
  /// Scaling costs something, too, which pays where far fewer pixels are left.
  fileprivate func scaled(
    to size: (width: Int, height: Int)
  ) -> (width: Int, height: Int)? {
    guard size.width > 0, size.height > 0, size.width <= width / 2, size.height <= height / 2
    else { return nil }
    return size
  }
}
