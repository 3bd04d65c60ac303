public import ConverterCore
import DeviceIndependentBitmaps
public import PictureModel

/// Reads bitmaps in all depths, with run lengths, and those that wrap a JPEG or PNG picture.
public struct BMPReader: Reader {
  public let name = "BMP"
  public let types: [ContentType.ID] = ["com.microsoft.bmp"]

  public init() {}

  /// - Throws: `damagedInput`, also for a file that is cut off; `unsupportedContent`; `limitExceeded`; `readFailed`.
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
    let head = try input.read(at: 0, count: 14)
    guard let offset = head.number(at: 10, width: 4, .little), head.span.has("BM") else {
      throw ConversionError(.damagedInput, "does not begin with a bitmap's header of 14 bytes")
    }
    let bitmap = try Bitmap(
      input, in: 14..<max(14, input.byteCount), .file(pixelOffset: offset), context)
    if let wrapped = bitmap.wrapped {
      return try unwrapped(wrapped.kind, InputSlice(input, wrapped.place), of: input, in: context)
    }
    return Picture(try bitmap.facts(in: context)) { _ throws(ConversionError) in
      try input.namedInErrors { () throws(ConversionError) in
        try bitmap.source(in: context)
      }
    }
  }

  private func unwrapped(
    _ kind: Bitmap.Wrapped, _ content: InputSlice, of input: InputFile,
    in context: ConversionContext
  ) throws(ConversionError) -> Picture {
    let type: ContentType.ID = kind == .jpeg ? "public.jpeg" : "public.png"
    let found = context.registry.reader(for: type)
    guard let reader = found as? any Reader<Picture> else {
      throw ConversionError(.unsupportedContent, "wraps a picture that nothing here reads")
    }
    return try reader.read(
      InputFile(content: content, name: input.name), type: type, in: ReadingContext(context))
  }
}
