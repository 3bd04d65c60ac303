import ConverterCore

/// The pixels of a picture in memory, as they came when they were asked for last.
final class HeldPixels {
  private let picture: Picture
  private let context: ConversionContext
  private var buffer: PixelBuffer?
  private var demand: (formats: [PixelFormat], frame: Int)?

  init(_ picture: Picture, in context: ConversionContext) {
    self.picture = picture
    self.context = context
  }

  /// - Throws: `limitExceeded` where they do not fit into memory, and whatever decoding throws.
  func buffer(for demand: PixelDemand) throws(ConversionError) -> PixelBuffer {
    // Who prefers other formats might get others of the picture itself, and other samples.
    if let buffer, let last = self.demand, last == (demand.formats, demand.frame) { return buffer }
    buffer = nil
    var whole = demand
    whole.sufficientSize = nil
    let collected = try PixelBuffer(
      collecting: try picture.pixels(for: whole, in: context), in: context)
    (buffer, self.demand) = (collected, (demand.formats, demand.frame))
    return collected
  }
}
