public import ConverterCore
public import PictureModel

/// Reads JPEG pictures, and the first picture of multi-picture files, whose others are siblings.
public struct JPEGReader: Reader {
  public let name = "JPEG"
  public let types: [ContentType.ID] = ["public.jpeg"]

  public init() {}

  public func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    try input.namedInErrors { () throws(ConversionError) in
      let stream = try JPEGStream(input, range: 0..<input.byteCount, in: context.conversion)
      return stream.picture(with: try stream.furtherPictures())
    }
  }
}
