import ConverterCore
import PictureModel

/// The lines of a single picture as they come out of its data.
final class GIFStillSource: PixelSource {
  let format: PixelFormat
  let width: Int
  let height: Int
  private let file: GIFFile
  private let frame: GIFFrame
  private let painter: GIFPainter
  private let decoder: GIFDecoderHandle
  private let band: PixelBuffer
  private let context: ConversionContext
  private var y = 0

  private static let bandByteCount = 1 << 19

  /// - Precondition: the picture is not interlaced and has pixels.
  init(
    _ file: GIFFile, format: PixelFormat, in context: ConversionContext
  ) throws(ConversionError) {
    self.file = file
    self.format = format
    self.context = context
    (width, height) = (file.width, file.height)
    frame = file.frames[0]
    painter = GIFPainter(
      frame, colours: try frame.palette(of: file.input, otherwise: file.colours), format: format,
      canvasWidth: width)
    decoder = try GIFDecoderHandle.open(frame, of: file.input)
    let rowByteCount = width * format.samplesPerPixel
    band = PixelBuffer(
      format, width: width,
      height: min(height, max(16, Self.bandByteCount / rowByteCount & ~15)))
  }

  func nextBand() throws(ConversionError) -> PixelBand? {
    let rows = min(band.height, height - y)
    guard rows > 0 else { return nil }
    try context.checkpoint()
    for row in 0..<rows {
      // The row is as wide as the canvas, and the line of the painter as the frame.
      let target = unsafe band.planes[0].row(row, as: UInt8.self)
      unsafe painter.clear(target)
      guard y + row >= frame.y, y + row < frame.y + frame.height else { continue }
      do throws(ConversionError) {
        try unsafe decoder.readLine(into: painter.line)
      } catch {
        throw error.about(file.input.path)
      }
      unsafe painter.paint(target)
    }
    defer { y += rows }
    return PixelBand(band, y: y, height: rows)
  }
}
