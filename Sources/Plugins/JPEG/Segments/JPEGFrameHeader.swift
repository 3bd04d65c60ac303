internal import ConverterCore

extension JPEGSegments {
  /// Width and height by the start of frame; `nil` without one.
  func frameSize() throws(ConversionError) -> (width: Int, height: Int)? {
    guard let payload = try frameHeader()?.payload, payload.count >= 6 else { return nil }
    return Self.size(payload)
  }

  /// Behind the bits of a sample, height and width; `nil` where the header ends before.
  private static func size(_ payload: [UInt8]) -> (width: Int, height: Int)? {
    guard let height = payload.number(at: 1, width: 2, .big),
      let width = payload.number(at: 3, width: 2, .big)
    else { return nil }
    return (width, height)
  }

  private func frameHeader() throws(ConversionError) -> (marker: JPEGMarker, payload: [UInt8])? {
    guard let frame = segments.first(where: \.marker.isFrame) else { return nil }
    return (frame.marker, try input.read(at: frame.payload.lowerBound, count: frame.payload.count))
  }

  /// Refuses what libjpeg could only name by a number.
  ///
  /// - Throws: `damagedInput` without a start of frame; `unsupportedContent` for processes and
  ///   precisions that libjpeg-turbo 2.1 does not have; `limitExceeded` for too many pixels.
  func checkFrame(limits: Limits) throws(ConversionError) {
    guard let (marker, payload) = try frameHeader(), payload.count >= 6,
      let (width, height) = Self.size(payload)
    else {
      throw ConversionError(.damagedInput, "its header does not say how large the picture is")
    }
    if let process = marker.unsupportedProcess {
      throw ConversionError(
        .unsupportedContent, "it is coded as \(process), which libjpeg cannot decode")
    }
    guard payload[0] == 8 else {
      throw ConversionError(
        .unsupportedContent,
        "its samples have \(payload[0]) bits, and libjpeg decodes JPEG pictures of 8 bits alone")
    }
    guard height > 0 else {
      throw ConversionError(
        .unsupportedContent,
        "its height is only told after the first scan (a DNL marker), which libjpeg cannot decode")
    }
    guard width > 0 else { throw ConversionError(.damagedInput, "its width is 0") }
    try limits.checkPixels(width: width, height: height)
  }
}
