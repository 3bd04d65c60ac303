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
    return coded
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
    guard !keepsMetadata else {
      return try input.read(at: range.lowerBound, count: end - range.lowerBound)
    }
    var bytes: [UInt8] = [0xFF, JPEGMarker.startOfImage.rawValue]
    var start = range.lowerBound + 2
    for segment in segments.segments {
      start = segment.payload.upperBound
      guard segment.isNeeded else { continue }
      bytes += try input.read(
        at: segment.payload.lowerBound - 4, count: segment.payload.count + 4)
    }
    return bytes + (try input.read(at: start, count: end - start))
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

extension JPEGSegments.Segment {
  /// Whether pixels depend on it: all but applications' segments and comments, of which JFIF's and Adobe's say
  /// what the colours are.
  fileprivate var isNeeded: Bool {
    switch marker.rawValue {
    case 0xE0, 0xEE: true
    case 0xE1...0xEF, JPEGMarker.comment.rawValue: false
    default: true
    }
  }
}
