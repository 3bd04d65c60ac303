internal import CLibChafa
public import ConverterCore

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Turns pixels into what a terminal shows, through Chafa (LGPL-3.0-or-later).
public struct TerminalPictureHandle {
  private let graphics: TerminalGraphics

  /// - Throws: `missingLibrary`.
  public init(on graphics: TerminalGraphics) throws(ConversionError) {
    try SystemLibrary.chafa.open()
    self.graphics = graphics
  }

  /// Lines, each with its line feed, for a terminal that stands at the beginning of one.
  ///
  /// - Parameters:
  ///   - pixels: rows of red, green and blue from 0 to 255.
  ///   - stride: bytes from the beginning of one row to that of the next.
  ///   - area: to which the picture is stretched.
  /// - Throws: `limitExceeded` where there is no memory for a copy of the lines. Where Chafa itself gets none, GLib
  ///   ends the program.
  public func lines(
    _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int,
    in area: TerminalGraphics.Area
  ) throws(ConversionError) -> [UInt8] {
    guard (1...1 << 16).contains(width), (1...1 << 16).contains(height),
      (3 * width...1 << 20).contains(stride), pixels.count >= (height - 1) * stride + 3 * width,
      (1...1000).contains(area.columns), (1...1000).contains(area.rows)
    else {
      throw ConversionError(.internalError, "a picture was to be shown in a size that it has not")
    }
    var canvas = fairy_chafa_canvas()
    switch graphics.form {
    case .kitty: canvas.form = fairy_chafa_kitty
    case .sixel: canvas.form = fairy_chafa_sixels
    case .blocks(let palette):
      canvas.form = fairy_chafa_blocks
      canvas.is_indexed = palette == .indexed ? 1 : 0
    }
    (canvas.columns, canvas.rows) = (Int32(area.columns), Int32(area.rows))
    canvas.cell_width = Int32(graphics.cell.width)
    canvas.cell_height = Int32(graphics.cell.height)
    var length = 0
    let text = unsafe fairy_chafa_draw(
      &canvas, pixels.bindMemory(to: UInt8.self).baseAddress, Int32(width), Int32(height),
      Int32(stride), &length)
    guard let text = unsafe text else {
      throw ConversionError.exceeding(
        .init(unresolved: .memory), "there is no memory to show a picture with")
    }
    defer { unsafe free(text) }
    return unsafe Array(UnsafeRawBufferPointer(start: text, count: length)) + [UInt8(ascii: "\n")]
  }
}

extension SystemLibrary {
  static let chafa = unsafe SystemLibrary(
    "Chafa", package: "libchafa0", opening: { unsafe fairy_libchafa_open() })
}
