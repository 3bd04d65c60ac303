import ConverterCore
import PictureModel
import TestSupport

@testable import WebPPlugin

func context(limits: Limits = .standard) -> ConversionContext {
  ConversionContext(registry: Registry(), limits: limits, threads: 2)
}

/// The picture in a file that is in memory.
func read(
  _ bytes: [UInt8], in context: ConversionContext = context()
) throws(ConversionError) -> Picture {
  try WebPReader().read(
    InputFile(bytes: bytes), type: "org.webmproject.webp", in: ReadingContext(context))
}

/// The samples of a picture in a format.
func decode(
  _ bytes: [UInt8], as format: PixelFormat, frame: Int = 0,
  in context: ConversionContext = context()
) throws(ConversionError) -> [UInt8] {
  var demand = PixelDemand([format])
  demand.frame = frame
  return unpadded(try read(bytes, in: context).collected(demand, in: context))
}

extension Picture {
  func collected(
    _ demand: PixelDemand, in context: ConversionContext = context()
  ) throws(ConversionError) -> PixelBuffer {
    try PixelBuffer(collecting: pixels(for: demand, in: context), in: context)
  }
}

/// The bytes of all planes without what pads their rows.
func unpadded(_ buffer: PixelBuffer) -> [UInt8] {
  buffer.planes.flatMap { plane in
    (0..<plane.height).flatMap { y in
      UnsafeBufferPointer(start: plane.row(y, as: UInt8.self), count: plane.width)
    }
  }
}

/// A picture of known pixels.
func synthetic(
  _ format: PixelFormat, width: Int = 37, height: Int = 29,
  _ change: (inout PictureFacts) -> Void = { _ in }
) -> Picture {
  SyntheticPicture(width: width, height: height).picture(format, change)
}

/// A WebP file of a picture.
func encode(
  _ picture: Picture, quality: Double? = nil, _ settings: [String: String] = [:],
  in context: ConversionContext = context()
) throws -> [UInt8] {
  try WebPWriter().file(of: picture, quality: quality, settings, in: context)
}

/// How near samples are to others, in dB.
func peakSignalToNoise(_ first: [UInt8], _ second: [UInt8]) -> Double {
  guard first.count == second.count else { return 0 }
  let sum = zip(first, second).reduce(0) { sum, pair in
    let difference = Int(pair.0) - Int(pair.1)
    return sum + difference * difference
  }
  guard sum > 0 else { return .infinity }
  let mean = Double(sum) / Double(first.count)
  return 10 * logarithm10(255 * 255 / mean)
}

/// FNV-1a, to compare with pixels that other programs decode.
func hash(_ bytes: [UInt8]) -> UInt64 {
  bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}
