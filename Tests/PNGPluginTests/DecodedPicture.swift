import CPNGReference
import ConverterCore
import Glibc
import PNGPlugin
import PictureModel

/// A picture with all its pixels, rows without gaps.
struct DecodedPicture: Equatable {
  var width: Int
  var height: Int
  var format: PixelFormat
  var bytes: [UInt8]

  init(width: Int, height: Int, format: PixelFormat, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.format = format
    self.bytes = bytes
  }

  /// Pulls all bands, which must follow each other and be multiples of 16 rows high.
  init(_ picture: Picture) throws {
    let source = try picture.open(PixelDemand([picture.facts.format]))
    (width, height, format) = (source.width, source.height, source.format)
    bytes = []
    var y = 0
    while let band = try source.nextBand() {
      guard band.y == y, band.height > 0, y + band.height <= height else { throw Flaw.bands }
      y += band.height
      guard y == height || band.height.isMultiple(of: 16) else { throw Flaw.bands }
      let plane = band.plane(0)
      for row in 0..<band.height {
        bytes += UnsafeRawBufferPointer(
          start: plane.row(row), count: plane.width * format.bytesPerSample)
      }
    }
    guard y == height else { throw Flaw.bands }
  }

  enum Flaw: Error {
    case bands
  }

  /// The same pixels as a picture to write.
  func picture(_ change: (inout PictureFacts) -> Void = { _ in }) -> Picture {
    var facts = PictureFacts(
      width: width, height: height, format: format, sampleDepth: format.bitDepth, coding: "test")
    change(&facts)
    let buffer = PixelBuffer(format, width: width, height: height)
    let plane = buffer.planes[0]
    let rowByteCount = plane.width * format.bytesPerSample
    for row in 0..<height {
      bytes[row * rowByteCount..<(row + 1) * rowByteCount].withUnsafeBytes {
        plane.row(row).copyMemory(
          from: $0.baseAddress ?? UnsafeRawPointer(plane.base), byteCount: rowByteCount)
      }
    }
    return Picture(facts) { _ in BufferSource(buffer) }
  }
}

/// A file as libpng itself reads it.
struct Reference: Equatable {
  var width: Int
  var height: Int
  var bitDepth: Int
  var colourType: Int
  var isInterlaced: Bool
  var palette: [UInt8]
  var pixels: [UInt8]

  /// `nil` when libpng refuses the file.
  init?(_ file: [UInt8]) {
    var result = png_reference()
    guard png_reference_read(file, file.count, &result) else { return nil }
    defer { free(result.pixels) }
    width = Int(result.width)
    height = Int(result.height)
    bitDepth = Int(result.bit_depth)
    colourType = Int(result.colour_type)
    isInterlaced = result.interlace == 1
    palette = withUnsafeBytes(of: result.palette) {
      Array($0.prefix(3 * Int(result.palette_count)))
    }
    pixels = Array(UnsafeBufferPointer(start: result.pixels, count: result.byte_count))
  }
}

func makeContext(_ limits: Limits = .standard) -> ConversionContext {
  ConversionContext(registry: Registry(), limits: limits)
}

func read(_ bytes: [UInt8], in context: ConversionContext = makeContext()) throws -> Picture {
  try PNGReader().read(InputFile(bytes: bytes), type: "public.png", in: ReadingContext(context))
}

/// Reads facts and all pixels.
func decode(
  _ bytes: [UInt8], in context: ConversionContext = makeContext()
) throws -> DecodedPicture {
  try DecodedPicture(read(bytes, in: context))
}

func encode(
  _ picture: Picture, _ settings: [String: String] = [:],
  in context: ConversionContext = makeContext()
) throws -> [UInt8] {
  var options = ConversionOptions()
  options.settings = settings
  let output = try OutputFile(.memory)
  try PNGWriter().write(
    picture, as: "public.png", to: output, options: PNGWriterOptions(options),
    in: WritingContext(context))
  return output.bytes
}
