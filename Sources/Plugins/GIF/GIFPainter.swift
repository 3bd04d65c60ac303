import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Puts the indices of a picture's lines on rows of the canvas as colours.
@safe final class GIFPainter {
  /// The indices of a line.
  let line: UnsafeMutablePointer<UInt8>
  private let colours: [UInt32]
  private let samplesPerPixel: Int
  private let canvasWidth: Int
  /// Where the first pixel goes, and how many lie on the canvas.
  private let x: Int
  private let count: Int
  private let isOpaque: Bool

  /// - Parameters:
  ///   - colours: of all 256 indices.
  ///   - format: 8 bits, RGB or RGBA.
  init(_ frame: GIFFrame, colours: [SIMD4<UInt8>], format: PixelFormat, canvasWidth: Int) {
    precondition(colours.count == 256)
    self.colours = colours.map { unsafe unsafeBitCast($0, to: UInt32.self) }
    samplesPerPixel = format.samplesPerPixel
    self.canvasWidth = canvasWidth
    x = min(frame.x, canvasWidth)
    count = min(frame.width, canvasWidth - x)
    isOpaque = frame.transparentIndex == nil
    unsafe line = .allocate(capacity: max(1, frame.width))
    unsafe line.initialize(repeating: 0, count: max(1, frame.width))
  }

  deinit { unsafe line.deallocate() }

  /// Empties a row.
  ///
  /// - Parameter row: as wide as the canvas.
  func clear(_ row: UnsafeMutablePointer<UInt8>) {
    unsafe memset(row, 0, canvasWidth * samplesPerPixel)
  }

  /// Lays the line on a row of the canvas.
  ///
  /// There is a colour for each byte that a file may hold; `count` pixels fit behind `x`, and the line has as many.
  func paint(_ row: UnsafeMutablePointer<UInt8>) {
    let target = unsafe row + x * samplesPerPixel
    unsafe colours.withUnsafeBufferPointer { colours in
      if samplesPerPixel == 4 {
        let pixels = unsafe UnsafeMutableRawPointer(target).assumingMemoryBound(to: UInt32.self)
        for index in 0..<count {
          let colour = unsafe colours[Int(line[index])]
          if isOpaque || colour != 0 { unsafe pixels[index] = colour }
        }
      } else {
        for index in 0..<count {
          let colour = unsafe colours[Int(line[index])]
          guard isOpaque || colour != 0 else { continue }
          unsafe target[3 &* index] = UInt8(truncatingIfNeeded: colour)
          unsafe target[3 &* index &+ 1] = UInt8(truncatingIfNeeded: colour &>> 8)
          unsafe target[3 &* index &+ 2] = UInt8(truncatingIfNeeded: colour &>> 16)
        }
      }
    }
  }
}
