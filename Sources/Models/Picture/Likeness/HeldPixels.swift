import ConverterCore

/// The pixels of a picture in memory, in the format in which they were asked for last.
final class HeldPixels {
  private let picture: Picture
  private let context: ConversionContext
  private var buffer: PixelBuffer?
  private var frame = 0

  init(_ picture: Picture, in context: ConversionContext) {
    self.picture = picture
    self.context = context
  }

  /// - Throws: `limitExceeded` where they do not fit into memory, and whatever decoding throws.
  func buffer(for demand: PixelDemand) throws(ConversionError) -> PixelBuffer {
    if let buffer, frame == demand.frame, demand.formats.contains(buffer.format) { return buffer }
    buffer = nil
    var whole = demand
    whole.sufficientSize = nil
    let collected = try PixelBuffer(
      collecting: try picture.pixels(for: whole, in: context), in: context)
    (buffer, frame) = (collected, demand.frame)
    return collected
  }
}
