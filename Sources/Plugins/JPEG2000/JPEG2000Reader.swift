public import ConverterCore
import JPEG2000
public import PictureModel

/// Reads JP2 and JPX files and bare codestreams: the first picture that they hold.
public struct JPEG2000Reader: Reader {
  public let name = "JPEG 2000"
  public let types: [ContentType.ID] = ["public.jpeg-2000", "public.jpeg-2000-codestream"]

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.openJPEG.required]
  }

  public init() {}

  /// - Throws: `damagedInput`, also for a file that is cut off; `unsupportedContent`; `limitExceeded`; `readFailed`.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    try input.namedInErrors { () throws(ConversionError) in
      try picture(of: JPEG2000File(input, in: context.conversion), in: context.conversion)
    }
  }

  private func picture(
    of file: JPEG2000File, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let channels = try Channels(of: file)
    if !file.codestream.hasEnd {
      context.warn("the picture data end without the mark of their end")
    }
    let layout = ChannelLayout(channels, of: file.codestream)
    let facts = try PictureFacts(file, channels, layout)
    let orientation = facts.metadata.exif.flatMap { Exif.orientation(in: $0) } ?? .upright
    var picture = Picture(stored: facts, orientation: orientation, in: context) {
      demand throws(ConversionError) in
      try file.input.namedInErrors { () throws(ConversionError) in
        let reductions = file.codestream.reductions(for: demand.sufficientSize)
        return try JPEG2000PixelSource(file, layout, reductions: reductions, in: context)
      }
    }
    picture.coded = file.coded(channels, in: context)
    return picture
  }
}

extension Codestream {
  /// How often it may be halved and still have at least `size`.
  fileprivate func reductions(for size: (width: Int, height: Int)?) -> Int {
    guard let size else { return 0 }
    var times = 0
    while canHalve(times + 1), width >> (times + 1) >= size.width,
      height >> (times + 1) >= size.height
    {
      times += 1
    }
    return times
  }
}
