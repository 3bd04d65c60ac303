import ConverterCore
import PictureModel

/// Decodes bands of a picture as they are asked for; an interlaced picture is one band.
final class PNGPixelSource: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int

  private let decoder: PNGDecodingHandle
  private let isInterlaced: Bool
  private let band: PixelBuffer
  private let context: ConversionContext
  private let input: InputFile
  private var y = 0

  /// About the size of a band; larger ones fall out of the processor's cache.
  private static let bandByteCount = 1 << 19

  /// - Throws: `limitExceeded` before anything large is allocated; `damagedInput`.
  init(
    _ chunks: PNGChunkList, of input: InputFile, format: PixelFormat, in context: ConversionContext
  ) throws(ConversionError) {
    self.format = format
    self.context = context
    self.input = input
    width = chunks.header.width
    height = chunks.header.height
    isInterlaced = chunks.header.isInterlaced

    try context.limits.checkPixels(width: width, height: height)
    let rowByteCount = width * format.samplesPerPixel * format.bytesPerSample
    let rows =
      isInterlaced ? height : min(height, max(16, Self.bandByteCount / rowByteCount & ~15))
    // libpng keeps two rows of its own, and rows of a buffer are padded.
    let (byteCount, isOverflow) = (rowByteCount + 63).multipliedReportingOverflow(by: rows + 2)
    try context.limits.check(
      .memory, isOverflow ? .max : byteCount,
      for: isInterlaced ? "an interlaced picture of \(width)×\(height)" : "decoding \(rows) rows")

    decoder = try PNGDecodingHandle.open(
      chunks.stream(of: input, in: context), header: chunks.header, isApple: chunks.isApple)
    guard decoder.rowByteCount == rowByteCount else {
      throw ConversionError(
        .internalError,
        "libpng gives rows of \(decoder.rowByteCount) bytes, expected were \(rowByteCount)")
    }
    band = PixelBuffer(format, width: width, height: rows)
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    guard y < height else { return nil }
    do {
      return try decodeBand()
    } catch {
      throw error.about(input.path)
    }
  }

  private func decodeBand() throws(ConversionError) -> PixelBand {
    let first = y
    let count = min(band.height, height - y)
    for _ in 0..<(isInterlaced ? 7 : 1) { try readRows(count, from: first) }
    y += count
    if y == height {
      try decoder.finish()
      for warning in decoder.warnings { context.warn("the picture data: \(warning)") }
    }
    return PixelBand(band, y: first, height: count)
  }

  /// Reads into the band, and lets the conversion be stopped now and then.
  private func readRows(_ count: Int, from first: Int) throws(ConversionError) {
    let plane = band.planes[0]
    let step = max(1, Self.bandByteCount / plane.stride)
    for row in stride(from: 0, to: count, by: step) {
      try context.checkpoint()
      try decoder.readRows(
        to: plane.row(row), stride: plane.stride, count: min(step, count - row), at: first + row)
    }
  }
}

extension PNGChunkList {
  /// What libpng is given to decode.
  fileprivate func stream(
    of input: InputFile, in context: ConversionContext
  ) -> PNGInputStream {
    var parts = [PNGInputStream.Part.bytes(Self.signature + headerChunk.serialized)]
    if let palette, header.colourType == .indexed { parts.append(.bytes(palette.serialized)) }
    if let transparency { parts.append(.bytes(transparency.serialized)) }
    if isApple {
      // Apple leaves out the head of the zlib stream (RFC 1950), and the check value at its end,
      // in whose place any four bytes do as the decoder is told not to look at them.
      parts.append(.bytes(PNGChunk(type: .data, bytes: [0x78, 0x01]).serialized))
      parts.append(.file(pictureData))
      parts.append(.bytes(PNGChunk(type: .data, bytes: [0, 0, 0, 0]).serialized))
    } else {
      parts.append(.file(pictureData))
    }
    parts.append(.bytes(PNGChunk(type: .end, bytes: []).serialized))
    return PNGInputStream(parts, of: input, in: context)
  }
}
