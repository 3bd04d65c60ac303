import ConverterCore
import JPEGPlugin
import PictureModel
import TestSupport

@testable import JPEGXLPlugin

func context(limits: Limits = .standard, threads: Int = 1) throws -> ConversionContext {
  var registry = Registry()
  try JPEGPlugin.register(in: &registry)
  return ConversionContext(registry: registry, limits: limits, threads: threads)
}

/// The picture in a file that is in memory.
func read(_ bytes: [UInt8], in context: ConversionContext) throws(ConversionError) -> Picture {
  try JPEGXLReader().read(
    InputFile(bytes: bytes), type: "public.jpeg-xl", in: ReadingContext(context))
}

func samples(
  _ picture: Picture, frame: Int = 0, in context: ConversionContext
) throws(ConversionError) -> [Int] {
  var demand = PixelDemand([picture.facts.format])
  demand.frame = frame
  return samples(try PixelBuffer(collecting: picture.open(demand), in: context))
}

/// A picture that is known.
func picture(
  _ format: PixelFormat, width: Int = 43, height: Int = 37,
  _ change: (inout PictureFacts) -> Void = { _ in }
) -> Picture {
  SyntheticPicture(width: width, height: height).picture(format, change)
}

/// The file that becomes of a picture.
func encode(
  _ picture: Picture, _ settings: [String: String] = ["lossless": "true"],
  _ change: (inout ConversionOptions) -> Void = { _ in }
) throws -> [UInt8] {
  try JPEGXLWriter().file(
    of: picture, ["effort": "3"].merging(settings) { $1 }, in: context(), change)
}
