public import ConverterCore
public import PictureModel

/// Reads QOI files.
public struct QOIReader: Reader {
  public let name = "QOI"
  public let types: [ContentType.ID] = ["org.qoiformat.qoi"]

  public init() {}

  /// - Throws: `damagedInput`, also for a file that is cut off; `limitExceeded`; `readFailed`.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    try input.namedInErrors { () throws(ConversionError) in
      try picture(of: input, in: context.conversion)
    }
  }

  private func picture(
    of input: InputFile, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let header = try QOIHeader(
      parsing: try input.read(at: 0, count: QOIHeader.byteCount))
    let pixels = try context.limits.checkPixels(width: header.width, height: header.height)
    // A byte stands for at most 62 pixels.
    guard pixels / 62 <= input.byteCount - QOIHeader.byteCount else { throw QOIRows.cutOff }
    var facts = PictureFacts(
      width: header.width, height: header.height, format: header.hasAlpha ? .rgba8 : .rgb8,
      sampleDepth: 8, coding: name)
    facts.isLossless = true
    facts.colour = header.isLinear ? .calibrated(gamma: 1, nil) : .cicp(.sRGB)
    return Picture(facts) { _ throws(ConversionError) in
      try input.namedInErrors { () throws(ConversionError) in
        try QOIRows(header, of: input, in: context)
      }
    }
  }
}
