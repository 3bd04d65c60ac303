import ConverterCore
import PictureModel

/// Reads farbfeld: `farbfeld`, width and height as big-endian 32-bit numbers, then RGBA with 16
/// big-endian bits a sample, rows from top to bottom, not premultiplied
/// (https://tools.suckless.org/farbfeld).
struct FarbfeldReader: Reader {
  let name = "farbfeld"
  let types: [ContentType.ID] = ["org.suckless.farbfeld"]

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> Picture {
    let header = try input.read(at: 0, count: 16)
    guard header.count == 16, header.starts(with: Array("farbfeld".utf8)) else {
      throw ConversionError(.damagedInput, "does not begin with a farbfeld header of 16 bytes")
    }
    let width = Self.number(header[8..<12])
    let height = Self.number(header[12..<16])
    let pixels = try context.limits.checkPixels(width: width, height: height)
    guard pixels > 0, input.byteCount >= 16 + pixels * 8 else {
      throw ConversionError(
        .damagedInput,
        "says it is \(width)×\(height), which takes \(16 + pixels * 8) bytes, "
          + "but has \(input.byteCount)")
    }
    var facts = PictureFacts(
      width: width, height: height, format: .rgba16, sampleDepth: 16, coding: "uncompressed")
    facts.isLossless = true
    // Nothing has been read but 16 bytes: pixels come when somebody asks for them.
    return Picture(facts) { _ throws(ConversionError) in
      FarbfeldRows(input, width: width, height: height)
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The rows of a farbfeld file, 16 at a time.
private final class FarbfeldRows: PixelSource {
  let format = PixelFormat.rgba16
  let width: Int
  let height: Int
  private let input: InputFile
  private let band: PixelBuffer
  private var y = 0

  init(_ input: InputFile, width: Int, height: Int) {
    self.input = input
    self.width = width
    self.height = height
    band = PixelBuffer(.rgba16, width: width, height: min(16, height))
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    let rows = min(band.height, height - y)
    guard rows > 0 else { return nil }
    let bytes = try input.read(at: 16 + y * width * 8, count: rows * width * 8)
    guard bytes.count == rows * width * 8 else {
      throw ConversionError(.damagedInput, "ended while it was read")
    }
    for row in 0..<rows {
      // A row has four samples for each pixel of the width that the band was made with.
      let samples = unsafe band.planes[0].row(row, as: UInt16.self)
      for index in 0..<width * 4 {
        let offset = (row * width * 4 + index) * 2
        unsafe samples[index] = UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
      }
    }
    defer { y += rows }
    return PixelBand(band, y: y, height: rows)
  }
}
