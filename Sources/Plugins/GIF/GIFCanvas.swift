import ConverterCore
import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The canvas on which the pictures of an animation are laid one after the other.
///
/// It stands still at the picture that was asked for last and goes on from there.
final class GIFCanvas {
  private let file: GIFFile
  private let format: PixelFormat
  private let context: ConversionContext
  private var buffer: PixelBuffer?
  /// What was on the canvas before a picture that does not stay.
  private var saved: PixelBuffer?
  /// The picture that is shown.
  private var shown: Int?

  init(_ file: GIFFile, format: PixelFormat, in context: ConversionContext) {
    self.file = file
    self.format = format
    self.context = context
  }

  /// The whole canvas as it is with picture `index`, which nobody changes while somebody has it.
  func picture(_ index: Int) throws(ConversionError) -> PixelBuffer {
    guard file.frames.indices.contains(index) else {
      throw ConversionError(
        .internalError, "picture \(index) of \(file.frames.count) was asked for")
    }
    if let shown, shown > index { self.shown = nil }
    do throws(ConversionError) {
      for next in (shown.map { $0 + 1 } ?? 0)..<max(index + 1, (shown ?? -1) + 1) {
        try context.checkpoint()
        try show(next)
      }
    } catch {
      // What is on the canvas is no picture.
      shown = nil
      throw error.about(file.input.path)
    }
    guard let buffer else { throw ConversionError(.internalError, "there is no canvas") }
    return buffer
  }

  private func show(_ index: Int) throws(ConversionError) {
    let buffer = try ownBuffer()
    if let shown { dispose(of: file.frames[shown], on: buffer) } else { clear(buffer) }
    let frame = file.frames[index]
    if frame.disposal == .previous { try save(buffer) }
    try draw(frame, on: buffer)
    shown = index
  }

  /// The canvas, in other memory if somebody still has the last picture.
  private func ownBuffer() throws(ConversionError) -> PixelBuffer {
    if buffer != nil, isKnownUniquelyReferenced(&buffer), let buffer { return buffer }
    let byteCount = PixelBuffer.byteCount(format, width: file.width, height: file.height)
    try context.limits.check(
      .memory, byteCount * 3, for: "a canvas of \(file.width)×\(file.height)")
    let fresh = PixelBuffer(format, width: file.width, height: file.height)
    if let buffer { copy(buffer, to: fresh) }
    buffer = fresh
    return fresh
  }

  /// Here and below a buffer has the size of the canvas.
  private func copy(_ source: PixelBuffer, to target: PixelBuffer) {
    unsafe memcpy(
      target.planes[0].base, source.planes[0].base, source.planes[0].stride * file.height)
  }

  private func clear(_ buffer: PixelBuffer) {
    unsafe memset(buffer.planes[0].base, 0, buffer.planes[0].stride * file.height)
  }

  private func save(_ buffer: PixelBuffer) throws(ConversionError) {
    let target = saved ?? PixelBuffer(format, width: file.width, height: file.height)
    copy(buffer, to: target)
    saved = target
  }

  private func dispose(of frame: GIFFrame, on buffer: PixelBuffer) {
    let x = min(frame.x, file.width) * format.samplesPerPixel
    let count = min(frame.x + frame.width, file.width) * format.samplesPerPixel - x
    guard frame.disposal != .keep, count > 0 else { return }
    for y in min(frame.y, file.height)..<min(frame.y + frame.height, file.height) {
      // Rows, columns and their number were held to the canvas.
      let row = unsafe buffer.planes[0].row(y) + x
      if frame.disposal == .background {
        unsafe memset(row, 0, count)
      } else if let saved {
        unsafe memcpy(row, saved.planes[0].row(y) + x, count)
      }
    }
  }

  private func draw(_ frame: GIFFrame, on buffer: PixelBuffer) throws(ConversionError) {
    guard frame.width > 0, frame.height > 0 else { return }
    let painter = GIFPainter(
      frame, colours: try frame.palette(of: file.input, otherwise: file.colours), format: format,
      canvasWidth: file.width)
    let decoder = try GIFDecoderHandle.open(frame, of: file.input)
    let linesAtOnce = max(1, (1 << 20) / frame.width)
    for line in 0..<frame.height {
      if line.isMultiple(of: linesAtOnce) { try context.checkpoint() }
      // The line of the painter is as wide as the frame, and the row as the canvas.
      try unsafe decoder.readLine(into: painter.line)
      let y = frame.y + frame.row(ofLine: line)
      if y < file.height { unsafe painter.paint(buffer.planes[0].row(y, as: UInt8.self)) }
    }
  }
}
