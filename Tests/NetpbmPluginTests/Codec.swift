import ConverterCore
import NetpbmPlugin
import PictureModel
import TestSupport

func context(limits: Limits = .standard) -> ConversionContext {
  ConversionContext(registry: Registry(), limits: limits)
}

func read(_ bytes: [UInt8], in context: ConversionContext = context()) throws -> Picture {
  try NetpbmReader().read(InputFile(bytes: bytes), type: "public.ppm", in: ReadingContext(context))
}

func decode(_ bytes: [UInt8]) throws -> [Int] { try samples(of: read(bytes)) }

/// All samples in the picture's own format.
func samples(of picture: Picture) throws -> [Int] {
  let buffer = try PixelBuffer(
    collecting: picture.open(PixelDemand([picture.facts.format])), in: context())
  return samples(buffer)
}

func encode(
  _ picture: Picture, as type: ContentType.ID, _ settings: [String: String] = [:]
) throws -> [UInt8] {
  try NetpbmWriter().file(of: picture, as: type, settings, in: context())
}

func synthetic(_ format: PixelFormat, width: Int = 13, height: Int = 20) -> Picture {
  SyntheticPicture(width: width, height: height).picture(format)
}

func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
