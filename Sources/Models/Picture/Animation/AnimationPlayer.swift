public import ConverterCore

/// Gives the pictures of an animation one after the other, each whole, from parts that build on each other.
///
/// It goes on from the last picture, or from the nearest one before that hides all others.
public final class AnimationPlayer {
  public let parts: [AnimationPart]
  private let format: PixelFormat
  /// The same, with alpha where parts have it.
  private let partFormat: PixelFormat
  private let width: Int
  private let height: Int
  private let context: ConversionContext
  private let decode: (Int, PixelFormat) throws(ConversionError) -> PixelBuffer
  private var canvas: AnimationCanvas?
  /// The part that was shown last.
  private var shown = -1

  /// - Parameters:
  ///   - parts: each lies within the picture.
  ///   - format: gray or RGB of 8 or 16 bits, opaque or with straight alpha.
  ///   - width: of the whole picture, in pixels.
  ///   - height: of the whole picture.
  ///   - context: its limit for memory applies.
  ///   - decode: gives the pixels of a part, which have the part's size, in the format that is asked for: this
  ///     one, with alpha also where parts of an opaque animation have it.
  public init(
    _ parts: [AnimationPart], format: PixelFormat, width: Int, height: Int,
    in context: ConversionContext,
    decode: @escaping (Int, PixelFormat) throws(ConversionError) -> PixelBuffer
  ) {
    self.parts = parts
    self.format = format
    var partFormat = format
    if parts.contains(where: { !$0.isOpaque }) { partFormat.alpha = .straight }
    self.partFormat = partFormat
    self.width = width
    self.height = height
    self.context = context
    self.decode = decode
  }

  /// - Throws: `limitExceeded`; what decoding throws.
  public func source(of frame: Int) throws(ConversionError) -> any PixelSource {
    guard parts.indices.contains(frame) else {
      throw ConversionError(
        .internalError, "picture \(frame + 1) of \(parts.count) of an animation was asked for")
    }
    try context.limits.checkPixels(width: width, height: height)
    // The canvas, what is handed out, a part, and what lies below it.
    let (bytes, overflow) = PixelBuffer.byteCount(partFormat, width: width, height: height)
      .multipliedReportingOverflow(by: 4)
    try context.limits.check(.memory, overflow ? .max : bytes, for: "an animation")
    let canvas = canvas ?? AnimationCanvas(partFormat, width: width, height: height)
    self.canvas = canvas
    let start = parts[...frame].lastIndex { $0.hidesAll(width: width, height: height) } ?? 0
    if shown > frame || shown < start - 1 {
      canvas.clear()
      shown = start - 1
    }
    while shown < frame {
      try context.checkpoint()
      let next = shown + 1
      // What fails must not be gone on from.
      shown = .max
      let pixels = try decode(next, partFormat)
      guard pixels.format == partFormat, pixels.width == parts[next].rectangle.width,
        pixels.height == parts[next].rectangle.height
      else {
        throw ConversionError(
          .internalError, "a part of an animation was decoded to another size or format")
      }
      canvas.show(pixels, as: parts[next])
      shown = next
    }
    return BufferSource(canvas.copy(as: format))
  }
}
