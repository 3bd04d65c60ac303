internal import ConverterCore
internal import PictureModel

extension JPEGStream {
  /// The stream as it is; `nil` for arithmetic coding, which few decoders know.
  var coded: CodedPicture? {
    guard !frame.isArithmetic else { return nil }
    let samples: CodedPicture.Samples =
      switch frame.colours {
      case .gray: .gray
      case .rgb, .ycbcr: .rgb
      case .cmyk, .ycck: .cmyk
      }
    var coded = CodedPicture(
      .jpeg, width: frame.width, height: frame.height, samples: samples, bitDepth: 8
    ) { keepsMetadata throws(ConversionError) in
      try input.namedInErrors { () throws(ConversionError) in
        try codedBytes(keepsMetadata: keepsMetadata)
      }
    }
    coded.isInverted = frame.hasAdobeSegment && samples == .cmyk
    coded.isPlainRGB = frame.colours == .rgb
    coded.check = { () throws(ConversionError) in try checkData() }
    return coded
  }

  /// Reads all coefficients, of which no pixel is made.
  private func checkData() throws(ConversionError) {
    let stored = PictureOrigin(
      "public.jpeg", in: input, at: range, width: frame.width, height: frame.height,
      orientation: .upright)
    let damage: String?
    do throws(ConversionError) {
      damage = try JPEGCoefficients(of: stored, recut: false, in: context).damage
    } catch {
      guard error.code == .damagedInput else { throw error.about(input.path) }
      // Its words are those for a picture of which nothing is written.
      throw ConversionError(.damagedInput, "its data is damaged or cut off", file: input.path)
    }
    guard let damage else { return }
    throw ConversionError(.damagedInput, "its data is damaged; \(damage)", file: input.path)
  }

  private func codedBytes(keepsMetadata: Bool) throws(ConversionError) -> [UInt8] {
    var end = range.upperBound
    if let index = try segments.multiPictureIndex() {
      // Pictures that follow in the file are none of this one.
      for entry in index.entries where range.contains(entry.range.lowerBound) {
        end = min(end, entry.range.lowerBound)
      }
    }
    try context.limits.check(.memory, end - range.lowerBound, for: "the coded picture")
    warnIfCutOff(
      at: end, try input.read(at: max(range.lowerBound, end - (1 << 16)), count: 1 << 16))
    var bytes = try input.read(at: range.lowerBound, count: end - range.lowerBound)
    if !keepsMetadata { bytes.keepPictureData() }
    return bytes
  }

  private func warnIfCutOff(at end: Int, _ tail: [UInt8]) {
    let marker = [0xFF, JPEGMarker.endOfImage.rawValue]
    for index in stride(from: tail.count - 2, through: 0, by: -1)
    where tail[index] == marker[0] && tail[index + 1] == marker[1] {
      return
    }
    context.warn("the picture data end without the mark of their end: the picture may be cut off")
  }
}
