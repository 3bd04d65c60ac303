import ConverterCore
import PictureModel

/// A picture of an animation (WebP Container Specification, "Animation").
struct WebPFrame: Sendable, Equatable {
  let bitstream: WebPBitstream
  let part: AnimationPart
  /// In milliseconds.
  let duration: Int

  /// Reads an ANMF chunk.
  ///
  /// - Parameter cursor: of the file, for the beginnings of chunks.
  init(
    _ chunk: RIFFChunk, of input: InputFile, canvas: (width: Int, height: Int)
  ) throws(ConversionError) {
    var cursor = RIFFCursor(input, in: chunk.body)
    let head = try cursor.head(of: chunk, 16)
    let fields = stride(from: 0, through: 12, by: 3).compactMap {
      head.number(at: $0, width: 3, .little)
    }
    guard head.count == 16, fields.count == 5 else {
      throw .damaged("the ANMF chunk at byte \(chunk.start) ends within its header")
    }
    let (width, height) = (fields[2] + 1, fields[3] + 1)
    let rectangle = PixelRectangle(
      x: fields[0] * 2, y: fields[1] * 2, width: width, height: height)
    duration = fields[4]
    guard rectangle.x + width <= canvas.width, rectangle.y + height <= canvas.height else {
      throw .damaged(
        "the picture in the ANMF chunk at byte \(chunk.start) lies outside the canvas of "
          + "\(canvas.width)×\(canvas.height)")
    }
    cursor = RIFFCursor(input, in: chunk.body.lowerBound + 16..<chunk.body.upperBound)
    var images = WebPImages()
    while let inner = try cursor.next(), images.first == nil {
      try images.take(inner, with: &cursor)
    }
    guard let bitstream = images.first else {
      throw .damaged("the ANMF chunk at byte \(chunk.start) holds no picture")
    }
    guard bitstream.width == width, bitstream.height == height else {
      throw .damaged(
        "the ANMF chunk at byte \(chunk.start) is for \(width)×\(height) pixels, "
          + "its picture has \(bitstream.width)×\(bitstream.height)")
    }
    self.bitstream = bitstream
    part = AnimationPart(
      rectangle, blending: head[15] & 2 == 0 ? .over : .replace,
      disposal: head[15] & 1 == 0 ? .keep : .clear, isOpaque: !bitstream.hasAlpha)
  }
}

/// The coded pictures among chunks, of which the first counts.
struct WebPImages {
  private(set) var first: WebPBitstream?
  private var alpha: RIFFChunk?

  /// - Returns: whether the chunk is part of a picture.
  @discardableResult
  mutating func take(
    _ chunk: RIFFChunk, with cursor: inout RIFFCursor
  ) throws(ConversionError) -> Bool {
    switch chunk.type {
    case .alpha:
      if alpha == nil { alpha = chunk }
    case .lossy, .lossless:
      if first == nil { first = try WebPBitstream(chunk, alpha: alpha, with: &cursor) }
    default:
      return false
    }
    return true
  }
}
