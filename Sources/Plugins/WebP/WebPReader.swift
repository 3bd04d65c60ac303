public import ConverterCore
public import PictureModel

/// Reads WebP files: pictures, lossy and lossless, and animations.
///
/// The container is read here; libwebp is given the coded pictures alone.
public struct WebPReader: Reader {
  public let name = "WebP"
  public let types: [ContentType.ID] = ["org.webmproject.webp"]

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libwebp.required]
  }

  public init() {}

  /// - Throws: `damagedInput`, also for a file that is cut off; `unsupportedContent`; `limitExceeded`;
  ///   `missingLibrary`; `readFailed`.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    try input.namedInErrors { () throws(ConversionError) in
      try picture(of: WebPFile(scanning: input, in: context.conversion), in: context.conversion)
    }
  }

  private func picture(
    of file: WebPFile, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let facts = try PictureFacts(file, in: context)
    let orientation = facts.metadata.exif.flatMap { Exif.orientation(in: $0) } ?? .upright
    let player = file.player(facts.format, in: context)
    return Picture(stored: facts, orientation: orientation, in: context) {
      demand throws(ConversionError) in
      try file.input.namedInErrors { () throws(ConversionError) in
        if let still = file.still {
          return try WebPPixelSource(
            still, of: file.input, format: facts.format, sufficientSize: demand.sufficientSize,
            in: context)
        }
        return try player.source(of: demand.frame)
      }
    }
  }
}

extension WebPFile {
  /// - Parameter format: of its pictures.
  fileprivate func player(
    _ format: PixelFormat, in context: ConversionContext
  ) -> AnimationPlayer {
    AnimationPlayer(
      frames.map(\.part), format: format, width: width, height: height, in: context
    ) { index, format throws(ConversionError) in
      let source = try WebPPixelSource(
        frames[index].bitstream, of: input, format: format, sufficientSize: nil, in: context)
      return try source.whole()
    }
  }
}
