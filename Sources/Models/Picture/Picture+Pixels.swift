public import ConverterCore

extension Picture {
  /// The pixels in one of the demand's formats.
  ///
  /// - Precondition: the demand names at least one format.
  public func pixels(
    for demand: PixelDemand, in context: ConversionContext
  ) throws(ConversionError) -> any PixelSource {
    try open(demand)
  }

  /// A picture from pixels as they are stored: cut to `crop`, then turned by `orientation`.
  ///
  /// This is the one place where orientation is applied.
  ///
  /// - Parameters:
  ///   - facts: with the stored width and height; the picture's facts get the size as shown.
  ///   - crop: in stored pixels; must lie within them.
  ///   - open: gives the stored pixels.
  public init(
    stored facts: PictureFacts, crop: PixelRectangle? = nil, orientation: Orientation,
    in context: ConversionContext, siblings: [Sibling<Picture>] = [],
    open: @escaping (PixelDemand) throws(ConversionError) -> any PixelSource
  ) {
    self.init(facts, siblings: siblings, open: open)
  }
}

/// A part of a picture, in whole pixels.
public struct PixelRectangle: Sendable, Equatable {
  public var x, y, width, height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
