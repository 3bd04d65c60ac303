import ConverterCore
import PictureModel
import TestSupport

@testable import TIFFPlugin

func context(limits: Limits = .standard, threads: Int = 1) -> ConversionContext {
  ConversionContext(registry: Registry(), limits: limits, threads: threads)
}

/// The picture in a file that is in memory.
func read(
  _ bytes: [UInt8], in context: ConversionContext = context()
) throws(ConversionError) -> Picture {
  try TIFFReader().read(InputFile(bytes: bytes), type: "public.tiff", in: ReadingContext(context))
}

/// All samples in the format that the file has.
func decode(
  _ bytes: [UInt8], in context: ConversionContext = context()
) throws(ConversionError) -> [Int] {
  try samples(read(bytes, in: context), in: context)
}

func samples(
  _ picture: Picture, in context: ConversionContext = context()
) throws(ConversionError) -> [Int] {
  let source = try picture.open(PixelDemand([picture.facts.format]))
  return samples(try PixelBuffer(collecting: source, in: context))
}

/// A picture that is known.
func picture(
  _ format: PixelFormat, width: Int = 23, height: Int = 37,
  _ change: (inout PictureFacts) -> Void = { _ in }
) -> Picture {
  SyntheticPicture(width: width, height: height).picture(format, change)
}

/// The file that becomes of a picture.
func encode(
  _ picture: Picture, _ settings: [String: String] = [:], quality: Double? = nil,
  threads: Int = 1
) throws(ConversionError) -> [UInt8] {
  try TIFFWriter().file(
    of: picture, quality: quality, settings, in: context(threads: threads))
}
