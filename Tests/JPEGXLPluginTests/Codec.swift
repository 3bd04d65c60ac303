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
  try JPEGXLReader().read(InputFile(bytes: bytes), type: "public.jpeg-xl", in: context)
}

func samples(
  _ picture: Picture, frame: Int = 0, in context: ConversionContext
) throws(ConversionError) -> [Int] {
  var demand = PixelDemand([picture.facts.format])
  demand.frame = frame
  return samples(try PixelBuffer(collecting: picture.open(demand), in: context))
}

func samples(_ buffer: PixelBuffer) -> [Int] {
  let plane = buffer.planes[0]
  return (0..<plane.height).flatMap { y in
    (0..<plane.width).map { x in
      buffer.format.bitDepth > 8
        ? Int(plane.row(y, as: UInt16.self)[x]) : Int(plane.row(y, as: UInt8.self)[x])
    }
  }
}

/// A picture that is known.
func picture(
  _ format: PixelFormat, width: Int = 43, height: Int = 37,
  _ change: (inout PictureFacts) -> Void = { _ in }
) -> Picture {
  var facts = PictureFacts(
    width: width, height: height, format: format, sampleDepth: format.bitDepth, coding: "")
  change(&facts)
  let buffer = SyntheticPicture(width: width, height: height).buffer(format)
  return Picture(facts) { _ in BufferSource(buffer) }
}

/// The file that becomes of a picture.
func encode(
  _ picture: Picture, _ settings: [String: String] = ["lossless": "true"],
  _ change: (inout ConversionOptions) -> Void = { _ in }
) throws -> [UInt8] {
  var options = ConversionOptions()
  options.settings = ["effort": "3"].merging(settings) { $1 }
  change(&options)
  let output = try OutputFile(.memory)
  try JPEGXLWriter().write(
    picture, as: "public.jpeg-xl", to: output, options: JPEGXLOptions(options), in: context())
  return output.bytes
}

/// The code of the error that `body` throws; `nil` if it throws none.
func errorCode(_ body: () throws -> Void) -> ConversionError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? ConversionError)?.code
  }
}
