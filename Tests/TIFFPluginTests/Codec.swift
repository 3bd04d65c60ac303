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
  try TIFFReader().read(InputFile(bytes: bytes), type: "public.tiff", in: context)
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

func samples(_ buffer: PixelBuffer) -> [Int] {
  buffer.planes.flatMap { plane in
    (0..<plane.height).flatMap { y in
      (0..<plane.width).map { x in
        buffer.format.bitDepth > 8
          ? Int(plane.row(y, as: UInt16.self)[x]) : Int(plane.row(y, as: UInt8.self)[x])
      }
    }
  }
}

/// A picture that is known.
func picture(
  _ format: PixelFormat, width: Int = 23, height: Int = 37,
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
  _ picture: Picture, _ settings: [String: String] = [:], quality: Double? = nil,
  threads: Int = 1
) throws(ConversionError) -> [UInt8] {
  var options = ConversionOptions()
  options.quality = quality.map(Quality.init)
  options.settings = settings
  let output = try OutputFile(.memory)
  try TIFFWriter().write(
    picture, as: "public.tiff", to: output, options: TIFFOptions(options),
    in: context(threads: threads))
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
