import ConverterCore
import PictureModel
import Scanning

/// A page of ink on paper in layers (mixed raster content, ITU-T T.44): paper and pictures with few pixels, and over
/// them ink of a few colours with as many as the page has, each colour a mask of one bit a pixel.
struct MixedRaster {
  /// What is painted in one colour.
  struct Ink {
    /// Where it is: samples of 0 are painted.
    let mask: Bitmap
    /// As many samples as the page has channels.
    let colour: [UInt8]
  }

  /// Everything but ink.
  let paper: Raster
  /// None where the page is blank.
  let inks: [Ink]

  /// Below it one bit, even of more pixels, shows letters worse than gray.
  private static let poorestDPI = 120.0
  /// Letters of fewer pixels an inch have edges that one bit does not show.
  private static let leastDPI = 200.0
  /// The most pixels of a page that is enlarged for its edges.
  private static let mostEnlarged = 12_000_000
  /// Of paper without pictures and with some, in pixels an inch.
  private static let (paperDPI, pictureDPI) = (100.0, 150.0)
  /// Pages with more of pictures are better one picture.
  private static let mostPictures = 0.4

  /// - Parameters:
  ///   - pixels: 8 bits a sample, gray or RGB, lit evenly.
  ///   - dpi: pixels an inch.
  /// - Returns: `nil` where the layers would not look like the page.
  static func layers(
    of pixels: PixelBuffer, dpi: Double, in context: ConversionContext
  ) throws(ConversionError) -> MixedRaster? {
    guard dpi >= poorestDPI else { return nil }
    // Beside the page: its lightness, the threshold's result, and a byte for the surroundings of ink.
    let enlarges = dpi < leastDPI && pixels.width * pixels.height * 4 <= mostEnlarged
    let byteCount = pixels.width * pixels.height * (pixels.format.samplesPerPixel + 4)
    try context.limits.check(
      .memory, enlarges ? 4 * byteCount : byteCount,
      for: "the layers of a page of \(pixels.width)×\(pixels.height)")
    let page = Raster(enlarges ? enlarged(pixels) : pixels)
    return try layers(of: page, dpi: enlarges ? 2 * dpi : dpi, in: context)
  }

  private static func layers(
    of page: Raster, dpi: Double, in context: ConversionContext
  ) throws(ConversionError) -> MixedRaster? {
    var mask = InkMask(page, dpi: dpi)
    try context.checkpoint()
    let pictures = mask.removePictures()
    guard pictures <= mostPictures else { return nil }
    try context.checkpoint()
    let wanted = pictures > 0.01 ? pictureDPI : paperDPI
    let paper = PaperPlane(page, without: mask, step: max(1, Int((dpi / wanted).rounded())))
    try context.checkpoint()
    let colours = InkColours(page, mask, cell: max(3, Int(dpi / 60)))
    try context.checkpoint()
    let loss = LayerLoss(page, mask, paper, colours)
    guard loss.isSmall else { return nil }
    return MixedRaster(paper: paper.raster, inks: colours.inks(of: mask))
  }

  /// Twice as wide and high, between pixels.
  private static func enlarged(_ pixels: PixelBuffer) -> PixelBuffer {
    Rectification(
      Quad(width: Double(pixels.width), height: Double(pixels.height)), width: 2 * pixels.width,
      height: 2 * pixels.height
    ).rectified(pixels)
  }
}

extension Raster {
  /// - Parameter pixels: 8 bits a sample, interleaved.
  init(_ pixels: PixelBuffer) {
    let channels = pixels.format.samplesPerPixel
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.width * pixels.height * channels)
    for y in 0..<pixels.height {
      // A row has `channels` bytes for each pixel of the width.
      unsafe bytes += UnsafeBufferPointer(
        start: pixels.planes[0].row(y, as: UInt8.self), count: pixels.width * channels)
    }
    self.init(width: pixels.width, height: pixels.height, channels: channels, bytes: bytes)
  }
}
