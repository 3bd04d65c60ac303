import ConverterCore
import PictureModel

extension PNGChunkList {
  /// The rows as they are; `nil` for what no other format stores so: interlaced rows, an alpha channel, a
  /// palette with transparency, Apple's variant.
  func coded(of input: InputFile, in context: ConversionContext) -> CodedPicture? {
    guard !isApple, !header.isInterlaced, !header.hasAlphaChannel else { return nil }
    let samples: CodedPicture.Samples
    switch header.colourType {
    case .gray: samples = .gray
    case .rgb: samples = .rgb
    case .indexed:
      guard let palette, transparency.map({ $0.bytes.allSatisfy { $0 == 255 } }) ?? true else {
        return nil
      }
      samples = .indexed(Array(palette.bytes.prefix(3 * paletteCount)))
    case .grayAlpha, .rgba: return nil
    }
    var coded = CodedPicture(
      .png, width: header.width, height: header.height, samples: samples, bitDepth: header.bitDepth
    ) { _ throws(ConversionError) in
      try input.namedInErrors { () throws(ConversionError) in
        try rows(of: input, in: context)
      }
    }
    if header.colourType != .indexed, let key = transparency?.bytes {
      let values = stride(from: 0, to: key.count - 1, by: 2).map {
        Int(key[$0]) << 8 | Int(key[$0 + 1])
      }
      // Only as many bits as a sample has count (section 11.3.2.1).
      coded.colourKey = values.map { $0 & ((1 << header.bitDepth) - 1) }
    }
    return coded
  }

  /// What the IDAT chunks hold, one behind the other.
  ///
  /// - Throws: `damagedInput` where a checksum is wrong.
  private func rows(
    of input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    try context.limits.check(.memory, pictureByteCount, for: "the coded picture")
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pictureByteCount)
    var cursor = PNGChunkCursor(input, at: pictureData.lowerBound)
    while cursor.offset < pictureData.upperBound {
      try context.checkpoint()
      bytes += try cursor.chunk(try cursor.next()).bytes
    }
    return bytes
  }
}
