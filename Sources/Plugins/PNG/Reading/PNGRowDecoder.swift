import ConverterCore
import PictureModel

/// Decodes the rows of a picture in their order, as native samples.
protocol PNGRowDecoder: AnyObject {
  /// Reads the next rows into the first ones of `plane`.
  ///
  /// - Parameter first: the number of the first of them in the picture.
  /// - Returns: `false` where something is wrong that another decoder may look at; no row was read then.
  func readRows(
    _ count: Int, from first: Int, to plane: PixelBuffer.Plane
  ) throws(ConversionError) -> Bool

  /// Looks at what stands behind the last row; `false` as above.
  func finish() throws(ConversionError) -> Bool
}

/// libpng: every kind of file, and the reference for damaged ones.
final class LibPNGRows: PNGRowDecoder {
  private let decoder: PNGDecodingHandle
  private let context: ConversionContext
  private let passes: Int

  /// - Throws: `damagedInput`.
  init(
    _ chunks: PNGChunkList, of input: InputFile, rowByteCount: Int, in context: ConversionContext
  ) throws(ConversionError) {
    self.context = context
    passes = chunks.header.isInterlaced ? 7 : 1
    decoder = try PNGDecodingHandle.open(
      chunks.stream(of: input, in: context), header: chunks.header, isApple: chunks.isApple)
    guard decoder.rowByteCount == rowByteCount else {
      throw ConversionError(
        .internalError,
        "libpng gives rows of \(decoder.rowByteCount) bytes, expected were \(rowByteCount)")
    }
  }

  /// Of an interlaced picture all rows are read at once.
  func readRows(
    _ count: Int, from first: Int, to plane: PixelBuffer.Plane
  ) throws(ConversionError) -> Bool {
    // The conversion can be stopped now and then.
    let step = max(1, PNGPixelSource.bandByteCount / plane.stride)
    for _ in 0..<passes {
      for row in stride(from: 0, to: count, by: step) {
        try context.checkpoint()
        try unsafe decoder.readRows(
          to: plane.row(row), stride: plane.stride, count: min(step, count - row), at: first + row)
      }
    }
    return true
  }

  func finish() throws(ConversionError) -> Bool {
    try decoder.finish()
    for warning in decoder.warnings { context.warn("the picture data: \(warning)") }
    return true
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
