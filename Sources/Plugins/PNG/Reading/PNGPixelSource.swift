import ConverterCore
import PictureModel

/// Decodes bands of a picture as they are asked for; an interlaced picture is one band.
final class PNGPixelSource: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int

  private let chunks: PNGChunkList
  private let rowByteCount: Int
  private var decoder: any PNGRowDecoder
  private let band: PixelBuffer
  private let context: ConversionContext
  private let input: InputFile
  private var y = 0

  /// About the size of a band; larger ones fall out of the processor's cache.
  static let bandByteCount = 1 << 19

  /// - Throws: `limitExceeded` before anything large is allocated; `damagedInput`.
  init(
    _ chunks: PNGChunkList, of input: InputFile, format: PixelFormat, in context: ConversionContext
  ) throws(ConversionError) {
    self.format = format
    self.context = context
    self.input = input
    self.chunks = chunks
    width = chunks.header.width
    height = chunks.header.height
    let isInterlaced = chunks.header.isInterlaced

    try context.limits.checkPixels(width: width, height: height)
    rowByteCount = width * format.samplesPerPixel * format.bytesPerSample
    let rows =
      isInterlaced ? height : min(height, max(16, Self.bandByteCount / rowByteCount & ~15))
    // A decoder keeps rows of its own, and rows of a buffer are padded.
    let (byteCount, isOverflow) = (rowByteCount + 63).multipliedReportingOverflow(
      by: isInterlaced ? rows + 2 : 2 * rows + 4)
    try context.limits.check(
      .memory, isOverflow ? .max : byteCount,
      for: isInterlaced ? "an interlaced picture of \(width)×\(height)" : "decoding \(rows) rows")

    decoder =
      if let fast = try PNGInflatedRows(chunks, of: input, in: context) { fast } else {
        try LibPNGRows(chunks, of: input, rowByteCount: rowByteCount, in: context)
      }
    band = PixelBuffer(format, width: width, height: rows)
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    guard y < height else { return nil }
    return try input.namedInErrors { () throws(ConversionError) in
      try decodeBand()
    }
  }

  private func decodeBand() throws(ConversionError) -> PixelBand {
    let first = y
    let count = min(band.height, height - y)
    if try !decoder.readRows(count, from: first, to: band.planes[0]) {
      decoder = try makeReference(before: first)
      _ = try decoder.readRows(count, from: first, to: band.planes[0])
    }
    y += count
    if y == height, try !decoder.finish() { _ = try makeReference(before: height).finish() }
    return PixelBand(band, y: first, height: count)
  }

  /// libpng, which says what is wrong, or else goes on at row `y`.
  private func makeReference(before y: Int) throws(ConversionError) -> LibPNGRows {
    let reference = try LibPNGRows(chunks, of: input, rowByteCount: rowByteCount, in: context)
    let passed = PixelBuffer(format, width: width, height: band.height)
    for row in stride(from: 0, to: y, by: band.height) {
      _ = try reference.readRows(min(band.height, y - row), from: row, to: passed.planes[0])
    }
    return reference
  }
}
