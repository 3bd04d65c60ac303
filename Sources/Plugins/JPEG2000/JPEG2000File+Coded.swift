import ConverterCore
import JPEG2000
import PictureModel

extension JPEG2000File {
  /// The file as it is; `nil` for what viewers of other formats make different things of: YCbCr, palettes, signed
  /// samples, premultiplied opacity, components in an unusual order or of different sizes.
  func coded(_ channels: Channels, in context: ConversionContext) -> CodedPicture? {
    let isEven = codestream.components.allSatisfy { ($0.horizontal, $0.vertical) == (1, 1) }
    guard channels.isPlain, !channels.isInverted, !codestream.isHighThroughput,
      isEven, !channels.isPremultiplied
    else { return nil }
    let samples: CodedPicture.Samples? =
      switch channels.model {
      case .gray: .gray
      case .rgb: .rgb
      case .cmyk: .cmyk
      // Poppler 22 shows its planes as red, green and blue.
      case .ycc: nil
      }
    guard let samples else { return nil }
    var coded = CodedPicture(
      .jpx, width: codestream.width, height: codestream.height, samples: samples,
      bitDepth: channels.bitDepth
    ) { keepsMetadata throws(ConversionError) in
      try input.namedInErrors { () throws(ConversionError) in
        try codedBytes(channels, keepsMetadata: keepsMetadata, in: context)
      }
    }
    coded.hasAlpha = channels.alpha != nil
    return coded
  }

  private func codedBytes(
    _ channels: Channels, keepsMetadata: Bool, in context: ConversionContext
  ) throws(ConversionError) -> [UInt8] {
    try context.limits.check(.memory, input.byteCount, for: "the coded picture")
    guard !isBare else {
      let data = try input.read(at: 0, count: input.byteCount)
      let header = JP2Boxes.header(
        of: codestream, colour: .enumerated(channels.model == .gray ? 17 : 16),
        alpha: channels.alpha == nil ? nil : channels.model.count)
      return JP2Boxes.start + header + JP2Boxes.box("jp2c", data)
    }
    var bytes: [UInt8] = []
    var start = 0
    for box in keepsMetadata ? [] : metadataBoxes {
      bytes += try input.read(at: start, count: box.lowerBound - start)
      start = box.upperBound
    }
    return bytes + (try input.read(at: start, count: input.byteCount - start))
  }
}
