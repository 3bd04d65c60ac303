#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What is seen of an animation at one time: its parts laid one over the other.
///
/// Rows of the canvas, and of copies of it, have as many bytes as its pixels take. A part lies within the canvas, and
/// a row of its pixels has just its width: nothing goes beyond either.
final class AnimationCanvas {
  private let buffer: PixelBuffer
  private var last: AnimationPart?
  /// What was below the last part, where it comes back.
  private var below: PixelBuffer?

  /// - Parameter format: gray or RGB of 8 or 16 bits, opaque or with straight alpha.
  init(_ format: PixelFormat, width: Int, height: Int) {
    buffer = PixelBuffer(format, width: width, height: height)
    clear()
  }

  /// Makes all of it transparent, or black where it knows no transparency.
  func clear() {
    let plane = buffer.planes[0]
    unsafe memset(plane.base, 0, plane.stride * plane.height)
    last = nil
    below = nil
  }

  /// Lays the pixels of a part, which have the format of the canvas, over what the last one left.
  func show(_ pixels: PixelBuffer, as part: AnimationPart) {
    disposeOfLast()
    if part.disposal == .restore {
      let copy = PixelBuffer(
        buffer.format, width: part.rectangle.width, height: part.rectangle.height)
      unsafe eachRow(of: part.rectangle) { y, row, count in
        unsafe memcpy(copy.planes[0].row(y), row, count)
      }
      below = copy
    }
    let source = pixels.planes[0]
    let replaces = part.blending == .replace || part.isOpaque || !buffer.format.hasAlpha
    let isWide = buffer.format.bytesPerSample == 2
    let channels = buffer.format.samplesPerPixel
    unsafe eachRow(of: part.rectangle) { y, row, count in
      if replaces {
        unsafe memcpy(row, source.row(y), count)
      } else if isWide {
        unsafe Self.blend(
          source.row(y, as: UInt16.self), over: row.assumingMemoryBound(to: UInt16.self),
          part.rectangle.width, channels)
      } else {
        unsafe Self.blend(
          source.row(y, as: UInt8.self), over: row.assumingMemoryBound(to: UInt8.self),
          part.rectangle.width, channels)
      }
    }
    last = part
  }

  /// What it shows now, which later parts do not change.
  ///
  /// - Parameter format: that of the canvas, or the same without alpha.
  func copy(as format: PixelFormat) -> PixelBuffer {
    let copy = PixelBuffer(format, width: buffer.width, height: buffer.height)
    if format == buffer.format {
      unsafe memcpy(
        copy.planes[0].base, buffer.planes[0].base, buffer.planes[0].stride * buffer.height)
    } else if format.bytesPerSample == 2 {
      dropAlpha(to: copy, UInt16.self)
    } else {
      dropAlpha(to: copy, UInt8.self)
    }
    return copy
  }

  private func dropAlpha<Sample: FixedWidthInteger>(to copy: PixelBuffer, _ type: Sample.Type) {
    let (from, to) = (buffer.format.samplesPerPixel, copy.format.samplesPerPixel)
    for y in 0..<buffer.height {
      let (source, target) = unsafe (
        buffer.planes[0].row(y, as: type), copy.planes[0].row(y, as: type)
      )
      for x in 0..<buffer.width {
        for channel in 0..<to {
          unsafe target[x &* to &+ channel] = source[x &* from &+ channel]
        }
      }
    }
  }

  private func disposeOfLast() {
    guard let last else { return }
    switch last.disposal {
    case .keep: break
    case .clear:
      unsafe eachRow(of: last.rectangle) { _, row, count in unsafe memset(row, 0, count) }
    case .restore:
      guard let below else { return }
      unsafe eachRow(of: last.rectangle) { y, row, count in
        unsafe memcpy(row, below.planes[0].row(y), count)
      }
    }
    below = nil
  }

  /// - Parameter body: is given the row's number within the rectangle, its address and its bytes.
  private func eachRow(
    of part: PixelRectangle, _ body: (Int, UnsafeMutableRawPointer, Int) -> Void
  ) {
    let bytes = buffer.format.samplesPerPixel * buffer.format.bytesPerSample
    for y in 0..<part.height {
      unsafe body(y, buffer.planes[0].row(part.y + y) + part.x * bytes, part.width * bytes)
    }
  }

  /// Straight alpha over straight alpha, rounded once.
  private static func blend<Sample: FixedWidthInteger & UnsignedInteger>(
    _ source: UnsafePointer<Sample>, over target: UnsafeMutablePointer<Sample>, _ width: Int,
    _ channels: Int
  ) {
    let most = UInt64(Sample.max)
    let alpha = channels - 1
    for x in 0..<width {
      let (from, to) = unsafe (source + x * channels, target + x * channels)
      if unsafe from[alpha] == Sample.max || to[alpha] == 0 {
        unsafe to.update(from: from, count: channels)
        continue
      }
      if unsafe from[alpha] == 0 { continue }
      // Weights of at most 65535², whose products with samples fit.
      let upper = unsafe UInt64(from[alpha]) &* most
      let lower = unsafe UInt64(to[alpha]) &* (most &- UInt64(from[alpha]))
      let whole = upper &+ lower
      for channel in 0..<alpha {
        let sum = unsafe UInt64(from[channel]) &* upper &+ UInt64(to[channel]) &* lower
        unsafe to[channel] = Sample(truncatingIfNeeded: (sum &+ whole / 2) / whole)
      }
      unsafe to[alpha] = Sample(truncatingIfNeeded: (whole &+ most / 2) / most)
    }
  }
}
