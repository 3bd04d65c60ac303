import ConverterCore
import PictureModel
import Scanning

/// A page as words are read: in gray whose light was made even.
struct PageGray {
  let pixels: PixelBuffer
  /// Pixels an inch.
  let dpi: Double

  /// - Parameters:
  ///   - shown: the page as it is shown, or what is read best of it.
  ///   - sufficientDPI: pixels an inch that are enough; it may have more.
  /// - Throws: what decoding throws.
  init(
    of shown: Picture, sufficientDPI: Double? = nil, in context: ConversionContext
  ) throws(ConversionError) {
    let picture = try (try shown.legible?.open() ?? shown).readable(in: context)
    let full = picture.credibleDPI
    var demand = PixelDemand([.gray8])
    if let sufficientDPI, sufficientDPI < full {
      let part = sufficientDPI / full
      demand.sufficientSize = (
        Int((Double(picture.facts.width) * part).rounded(.up)),
        Int((Double(picture.facts.height) * part).rounded(.up))
      )
    }
    let gray = try PixelBuffer(
      collecting: try picture.pixels(for: demand, in: context), in: context)
    pixels = Self.evened(gray)
    dpi = full * Double(gray.width) / Double(max(1, picture.facts.width))
  }

  /// A page of black and white alone has no light to be made even: large black parts would only be taken for shadow.
  private static func evened(_ gray: PixelBuffer) -> PixelBuffer {
    guard !gray.isBlackAndWhite else { return gray }
    let light = PaperLight(of: gray)
    return light.isEven ? gray : light.flattened(gray)
  }
}

extension PixelBuffer {
  /// Whether all of 1,000 samples but one are nearly black or nearly white.
  var isBlackAndWhite: Bool {
    var between = 0
    for y in 0..<height {
      // A row has a byte for each pixel of the width.
      let row = unsafe planes[0].row(y, as: UInt8.self)
      for x in 0..<width where unsafe (8..<248).contains(row[x]) { between += 1 }
      if between * 1000 > width * height { return false }
    }
    return true
  }
}

extension Picture {
  /// The picture as gray can be made of it: flattened on white, in sRGB.
  fileprivate func readable(in context: ConversionContext) throws(ConversionError) -> Picture {
    let target = Capabilities(format: "words", items: [], alpha: false, maximumBitDepth: 8)
    let own = context.forCompanion()
    var picture = self
    for transform in context.registry.transforms(of: Picture.self) {
      picture = try transform.apply(
        to: picture, for: target, options: ConversionOptions(), in: own)
    }
    return picture
  }

  /// Pixels an inch: what the file says where that makes a page of a possible size, else as if the longer side were
  /// 11.7 inches, as of A4.
  fileprivate var credibleDPI: Double {
    let longer = Double(max(facts.width, facts.height))
    if let said = facts.metadata.dotsPerInch {
      let dpi = (said.0 + said.1) / 2
      if dpi >= 90, dpi <= 2400, (1.5...50).contains(longer / dpi) { return dpi }
    }
    return min(max(longer / 11.7, 70), 600)
  }
}
