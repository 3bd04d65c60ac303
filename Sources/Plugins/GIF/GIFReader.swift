public import ConverterCore
public import PictureModel

/// Reads GIF files, every picture of an animation as the whole canvas that viewers show.
public struct GIFReader: Reader {
  public let name = "GIF"
  public let types: [ContentType.ID] = ["com.compuserve.gif"]

  public func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.giflib.required]
  }

  public init() {}

  /// - Throws: `damagedInput`, also for a file that is cut off; `limitExceeded`; `readFailed`.
  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    try input.namedInErrors { () throws(ConversionError) in
      try picture(of: GIFFile(scanning: input, in: context.conversion), in: context.conversion)
    }
  }

  private func picture(
    of file: GIFFile, in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    try context.limits.checkPixels(width: file.width, height: file.height)
    for frame in file.frames {
      try context.limits.checkPixels(width: frame.width, height: frame.height)
    }
    for flaw in file.flaws { context.warn(flaw) }
    if file.lacksEnd { context.warn("the file ends without the mark of its end") }
    if file.trailingByteCount > 0 {
      context.warn("\(file.trailingByteCount) bytes after the end of the picture were ignored")
    }
    let facts = try PictureFacts(file, in: context)
    let canvas = GIFCanvas(file, format: facts.format, in: context)
    let (frame, isAnimation) = (file.frames[0], file.frames.count > 1)
    return Picture(facts) { demand throws(ConversionError) in
      guard isAnimation || frame.isInterlaced || frame.width == 0 || frame.height == 0 else {
        return try file.input.namedInErrors { () throws(ConversionError) in
          try GIFStillSource(file, format: facts.format, in: context)
        }
      }
      return BufferSource(try canvas.picture(demand.frame))
    }
  }
}
