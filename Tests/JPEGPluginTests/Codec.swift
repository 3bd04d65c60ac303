import ConverterCore
import Foundation
import PictureModel
import TestSupport

@testable import JPEGPlugin

func context(limits: Limits = .standard) -> ConversionContext {
  ConversionContext(registry: Registry(), limits: limits)
}

func logarithm(_ value: Double) -> Double { log10(value) }

/// The picture in a JPEG file that is in memory.
func read(
  _ bytes: [UInt8], in context: ConversionContext = context()
) throws(ConversionError) -> Picture {
  try JPEGReader().read(InputFile(bytes: bytes), type: "public.jpeg", in: ReadingContext(context))
}

/// All pixels of a JPEG file, in the first of the formats that it can give.
func decode(
  _ bytes: [UInt8], as formats: PixelFormat..., atLeast size: (width: Int, height: Int)? = nil,
  in context: ConversionContext = context()
) throws(ConversionError) -> Pixels {
  try Pixels(read(bytes, in: context).open(PixelDemand(formats, sufficientSize: size)))
}

/// A JPEG file of a picture, with the settings of `--set` and `-q`.
func encode(
  _ picture: Picture, quality: Double? = nil, settings: [String: String] = [:],
  in context: ConversionContext = context()
) throws(ConversionError) -> [UInt8] {
  try JPEGWriter().file(of: picture, quality: quality, settings, in: context)
}
