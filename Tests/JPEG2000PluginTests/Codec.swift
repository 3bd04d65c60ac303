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
  try JPEG2000Reader().read(InputFile(bytes: bytes), type: "public.jpeg-2000", in: context)
}

/// All samples in the format that the file has, plane after plane.
func decode(
  _ bytes: [UInt8], atLeast size: (width: Int, height: Int)? = nil,
  in context: ConversionContext = context()
) throws(ConversionError) -> [[Int]] {
  let picture = try read(bytes, in: context)
  let source = try picture.open(PixelDemand([picture.facts.format], sufficientSize: size))
  return try samples(PixelBuffer(collecting: source, in: context))
}

func samples(_ buffer: PixelBuffer) -> [[Int]] {
  buffer.planes.map { plane in
    (0..<plane.height).flatMap { y in
      (0..<plane.width).map { x in
        buffer.format.bitDepth > 8
          ? Int(plane.row(y, as: UInt16.self)[x]) : Int(plane.row(y, as: UInt8.self)[x])
      }
    }
  }
}

/// A JP2 file of a picture that is known.
func encode(
  _ format: PixelFormat, width: Int = 23, height: Int = 17, quality: Double? = nil,
  _ change: (inout PictureFacts) -> Void = { _ in }
) throws -> [UInt8] {
  var facts = PictureFacts(
    width: width, height: height, format: format, sampleDepth: format.bitDepth, coding: "")
  change(&facts)
  let buffer = SyntheticPicture(width: width, height: height).buffer(format)
  var options = ConversionOptions()
  options.quality = quality.map(Quality.init)
  options.settings = quality == nil ? ["lossless": "true"] : [:]
  let output = try OutputFile(.memory)
  try JPEG2000Writer().write(
    Picture(facts) { _ in BufferSource(buffer) }, as: "public.jpeg-2000", to: output,
    options: JPEG2000Options(options), in: context())
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
