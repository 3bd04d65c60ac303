import ConverterCore
import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// All pixels of a moment of an animation, each opaque or empty: red, green, blue, 255, or nothing.
///
/// All scenes of an animation are of the same size, and places lie within it: rows have `width` pixels of four bytes.
final class GIFScene {
  let width: Int
  let height: Int
  private(set) var hasTranslucentPixels = false
  private let buffer: PixelBuffer

  /// Nothing.
  ///
  /// - Precondition: the size was checked against the limits.
  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    buffer = PixelBuffer(.rgba8, width: width, height: height)
    unsafe memset(buffer.planes[0].base, 0, buffer.planes[0].stride * height)
  }

  /// - Parameter source: RGBA of the same size as `other`.
  convenience init(
    _ source: any PixelSource, like other: GIFScene, in context: ConversionContext
  ) throws(ConversionError) {
    self.init(width: other.width, height: other.height)
    guard source.width == width, source.height == height else {
      throw ConversionError(
        .internalError,
        "a picture of the animation is \(source.width)×\(source.height), not \(width)×\(height)")
    }
    while let band = try source.nextBand() {
      try context.checkpoint()
      for row in 0..<band.height {
        unsafe take(band.plane(0).row(row, as: UInt32.self), row: band.y + row)
      }
    }
  }

  func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
    unsafe buffer.planes[0].row(y, as: UInt32.self)
  }

  var wholePlace: PixelRectangle { PixelRectangle(x: 0, y: 0, width: width, height: height) }

  private func take(_ pixels: UnsafePointer<UInt32>, row y: Int) {
    let target = unsafe row(y)
    var isTranslucent = false
    for x in 0..<width {
      let pixel = unsafe pixels[x].littleEndian
      let alpha = pixel &>> 24
      unsafe target[x] = alpha < 128 ? 0 : (pixel | 0xFF00_0000).littleEndian
      if alpha &- 1 < 254 { isTranslucent = true }
    }
    if isTranslucent { hasTranslucentPixels = true }
  }

  func clear(_ place: PixelRectangle) {
    for y in place.y..<place.y + place.height {
      unsafe memset(row(y) + place.x, 0, 4 * place.width)
    }
  }

  /// What is not as on another scene; `nil` if all is.
  func changed(from other: GIFScene) -> PixelRectangle? {
    bounds(with: other) { $0 != $1 }
  }

  /// What is opaque here and empty in the next scene.
  func emptied(in next: GIFScene) -> PixelRectangle? {
    bounds(with: next) { $0 != 0 && $1 == 0 }
  }

  @inline(__always)
  private func bounds(
    with other: GIFScene, where isMeant: (UInt32, UInt32) -> Bool
  ) -> PixelRectangle? {
    var (left, right, top, bottom) = (width, -1, height, -1)
    for y in 0..<height {
      let (own, others) = unsafe (row(y), other.row(y))
      if unsafe memcmp(own, others, 4 * width) == 0 { continue }
      guard let first = (0..<width).first(where: { unsafe isMeant(own[$0], others[$0]) }) else {
        continue
      }
      var last = width - 1
      while unsafe !isMeant(own[last], others[last]) { last -= 1 }
      left = min(left, first)
      right = max(right, last)
      top = min(top, y)
      bottom = y
    }
    guard right >= 0 else { return nil }
    return PixelRectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}

extension PixelRectangle {
  /// The smallest that holds both.
  func union(_ other: PixelRectangle) -> PixelRectangle {
    let (left, top) = (min(x, other.x), min(y, other.y))
    let (right, bottom) = (
      max(x + width, other.x + other.width), max(y + height, other.y + other.height)
    )
    return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}
