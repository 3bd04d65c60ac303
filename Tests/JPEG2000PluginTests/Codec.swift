import ConverterCore
import PictureModel
import TestSupport

@testable import JPEG2000Plugin

func context(limits: Limits = .standard) -> ConversionContext {
  ConversionContext(registry: Registry(), limits: limits)
}

/// The picture in a file that is in memory.
func read(
  _ bytes: [UInt8], in context: ConversionContext = context()
) throws(ConversionError) -> Picture {
  try JPEG2000Reader().read(
    InputFile(bytes: bytes), type: "public.jpeg-2000", in: ReadingContext(context))
}

/// All samples in the format that the file has, plane after plane.
func decode(
  _ bytes: [UInt8], atLeast size: (width: Int, height: Int)? = nil,
  in context: ConversionContext = context()
) throws(ConversionError) -> [[Int]] {
  let picture = try read(bytes, in: context)
  let source = try picture.open(PixelDemand([picture.facts.format], sufficientSize: size))
  return try planes(of: PixelBuffer(collecting: source, in: context))
}

/// A JP2 file of a picture that is known.
func encode(
  _ format: PixelFormat, width: Int = 23, height: Int = 17, quality: Double? = nil,
  _ change: (inout PictureFacts) -> Void = { _ in }
) throws -> [UInt8] {
  try JPEG2000Writer().file(
    of: SyntheticPicture(width: width, height: height).picture(format, change), quality: quality,
    quality == nil ? ["lossless": "true"] : [:], in: context())
}
