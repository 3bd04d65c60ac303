import ConverterCore
import NetpbmPlugin
import PictureModel
import TestSupport

func context(limits: Limits = .standard) -> ConversionContext {
  ConversionContext(registry: Registry(), limits: limits)
}

func read(_ bytes: [UInt8], in context: ConversionContext = context()) throws -> Picture {
  try NetpbmReader().read(InputFile(bytes: bytes), type: "public.ppm", in: context)
}

func decode(_ bytes: [UInt8]) throws -> [Int] { try samples(of: read(bytes)) }

/// All samples in the picture's own format.
func samples(of picture: Picture) throws -> [Int] {
  let buffer = try PixelBuffer(
    collecting: picture.open(PixelDemand([picture.facts.format])), in: context())
  return samples(buffer)
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

func encode(
  _ picture: Picture, as type: ContentType.ID, _ settings: [String: String] = [:]
) throws -> [UInt8] {
  var options = ConversionOptions()
  options.settings = settings
  let output = try OutputFile(.memory)
  try NetpbmWriter().write(
    picture, as: type, to: output, options: NetpbmOptions(options), in: context())
  return output.bytes
}

func synthetic(_ format: PixelFormat, width: Int = 13, height: Int = 20) -> Picture {
  let facts = PictureFacts(
    width: width, height: height, format: format, sampleDepth: format.bitDepth, coding: "")
  let buffer = SyntheticPicture(width: width, height: height).buffer(format)
  return Picture(facts) { _ in BufferSource(buffer) }
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

func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }
