import ConverterCore
import PictureModel

/// A page in layers, coded.
struct CodedLayers {
  let paper: CodedPicture
  /// Where ink of each colour is, and the colour's samples.
  let inks: [(mask: CodedPicture, colour: [UInt8])]
}

extension PictureCoding {
  /// Of paper, where none is named.
  private static let paperQuality = Quality(0.5)

  /// Whether ink and paper of a picture may be coded apart: it is a scan whose light was made even, and no quality is
  /// asked for that layers do not have.
  static func mayHaveLayers(_ facts: PictureFacts, _ options: PicturePageOptions) -> Bool {
    guard options.coding == .layers, (options.quality?.value ?? 0) < 0.9, facts.isEvenScan else {
      return false
    }
    let channels = facts.format.channels
    return facts.sampleDepth == 8 && !facts.format.hasAlpha
      && (channels == .gray || channels == .rgb)
  }

  /// - Returns: `nil` where one JPEG is smaller, or looks more like the page.
  func layers(of picture: Picture) throws(ConversionError) -> CodedLayers? {
    let facts = picture.facts
    let format: PixelFormat = facts.format.channels == .gray ? .gray8 : .rgb8
    let pixels = try PixelBuffer(
      collecting: try picture.pixels(for: PixelDemand([format]), in: context), in: context)
    let dpi = facts.metadata.dotsPerInch?.x ?? PictureLayout.usualDPI
    guard let layers = try MixedRaster.layers(of: pixels, dpi: dpi, in: context) else { return nil }
    let quality = options.quality ?? Self.paperQuality
    let paper = try JPEGImageEncoderHandle.encode(layers.paper, quality: quality, in: context)
    let masks = layers.inks.map { JBIG2Encoder.encode($0.mask) }
    let byteCount = masks.reduce(paper.count) { $0 + $1.count }
    let whole = try JPEGImageEncoderHandle.encode(
      Raster(pixels), quality: options.quality ?? Self.usualQuality, in: context)
    guard byteCount < whole.count else { return nil }
    context.note(
      "pixels", .changed,
      why: "ink and paper of scans are coded apart: ink by a threshold, in a few colours, paper as "
        + "JPEG quality \(quality.percent) % with fewer pixels")
    return CodedLayers(
      paper: CodedPicture(
        .jpeg, width: layers.paper.width, height: layers.paper.height,
        samples: layers.paper.channels == 1 ? .gray : .rgb, bitDepth: 8
      ) { _ in paper },
      inks: zip(layers.inks, masks).map { ink, bytes in
        let mask = CodedPicture(
          .jbig2, width: ink.mask.width, height: ink.mask.height, samples: .gray, bitDepth: 1
        ) { _ in bytes }
        return (mask, ink.colour)
      })
  }
}

extension PictureFacts {
  /// Whether it is a scan of a page whose paper was made white.
  var isEvenScan: Bool {
    guard case .object(let members)? = scan else { return false }
    return members.contains {
      $0.key == "filter" && ($0.value == .string("color") || $0.value == .string("gray"))
    }
  }
}
