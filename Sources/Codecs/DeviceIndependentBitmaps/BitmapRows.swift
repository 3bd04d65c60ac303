import ConverterCore
import PictureModel

/// The rows of pixels that are not compressed, read band by band: most bitmaps begin with their last row, so that is
/// from the end of the file.
final class BitmapRows: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int
  private let bitmap: Bitmap
  private let samples: BitmapSamples
  private let context: ConversionContext
  private let band: PixelBuffer
  private let rowByteCount: Int
  private var bytes: [UInt8]
  private var y = 0

  private static let bandByteCount = 1 << 19

  /// - Throws: `limitExceeded`.
  init(_ bitmap: Bitmap, in context: ConversionContext) throws(ConversionError) {
    self.bitmap = bitmap
    self.context = context
    (width, height) = (bitmap.width, bitmap.height)
    format = bitmap.format
    samples = BitmapSamples(bitmap, format)
    rowByteCount = Bitmap.rowByteCount(width, bitmap.header.bitCount)
    let own = PixelBuffer.byteCount(format, width: width, height: 1)
    let rows = min(height, max(16, Self.bandByteCount / own & ~15))
    try context.limits.check(
      .memory, (own + rowByteCount) * rows, for: "decoding \(rows) rows")
    band = PixelBuffer(format, width: width, height: rows)
    bytes = [UInt8](repeating: 0, count: rowByteCount * rows)
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    let rows = min(band.height, height - y)
    guard rows > 0 else { return nil }
    try context.checkpoint()
    let isTopDown = bitmap.header.isTopDown
    let first = isTopDown ? y : height - y - rows
    let offset = bitmap.pixels.lowerBound + first * rowByteCount
    let wanted = rows * rowByteCount
    let got = try bitmap.input.read(at: offset, into: &bytes, 0..<wanted)
    // The last row of the file may lack what would fill it up.
    guard got > wanted - 4 else {
      throw ConversionError(
        .readFailed, "became shorter while it was read", file: bitmap.input.path)
    }
    for row in 0..<rows {
      let place = (isTopDown ? row : rows - 1 - row) * rowByteCount
      let stored = bytes.span.extracting(place..<place + rowByteCount)
      unsafe samples.convert(stored, to: band.planes[0].row(row))
    }
    defer { y += rows }
    return PixelBand(band, y: y, height: rows)
  }
}
