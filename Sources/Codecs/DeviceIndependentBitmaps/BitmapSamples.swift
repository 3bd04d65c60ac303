import PictureModel

/// Turns rows of a file into rows of pixels.
struct BitmapSamples {
  private let bitCount: Int
  private let width: Int
  private let format: PixelFormat
  /// Of every index: red, green, blue.
  private let colours: [SIMD4<UInt8>]
  private let channels: [Channel]
  private let takesFourth: Bool

  /// A sample within a pixel's word.
  private struct Channel {
    let mask: UInt32
    let shift: UInt32
    /// What a sample has at most.
    let most: UInt32
  }

  init(_ bitmap: Bitmap, _ format: PixelFormat) {
    bitCount = bitmap.header.bitCount
    width = bitmap.width
    self.format = format
    let missing = max(0, 256 - bitmap.colours.count)
    colours = bitmap.colours + [SIMD4<UInt8>](repeating: Bitmap.black, count: missing)
    channels = bitmap.header.masks.map { mask in
      let shift = UInt32(mask == 0 ? 0 : mask.trailingZeroBitCount)
      return Channel(mask: mask, shift: shift, most: mask >> shift)
    }
    takesFourth = bitmap.isIconWithAlpha
  }

  /// Whether samples are bytes in the order that most files have.
  private var isPlain: Bool {
    channels.prefix(3).map(\.mask) == [0xFF0000, 0xFF00, 0xFF]
      && (channels[3].mask == 0 || channels[3].mask == 0xFF00_0000)
  }

  /// - Parameters:
  ///   - row: as the file has it.
  ///   - target: has room for as many pixels of the format as the picture is wide.
  func convert(_ row: Span<UInt8>, to target: UnsafeMutableRawPointer) {
    // One check a row in place of one a byte, which costs up to a fifth: loops go over the width alone.
    precondition(row.count >= (width * bitCount + 7) / 8)
    unsafe row.withUnsafeBufferPointer { row in
      if let start = row.baseAddress { unsafe convert(start, to: target) }
    }
  }

  /// The row has `width` × `bitCount` bits, and the target `width` pixels of the format: no index of a pixel is
  /// beyond.
  private func convert(_ row: UnsafePointer<UInt8>, to target: UnsafeMutableRawPointer) {
    let bytes = unsafe target.assumingMemoryBound(to: UInt8.self)
    switch bitCount {
    case 8: for x in 0..<width { unsafe put(row[x], at: x, of: bytes) }
    case 1, 2, 4:
      let (perByte, most) = (8 / bitCount, UInt8(1 << bitCount - 1))
      for x in 0..<width {
        let shift = (perByte &- 1 &- x % perByte) &* bitCount
        unsafe put(row[x / perByte] >> UInt8(shift) & most, at: x, of: bytes)
      }
    case 24:
      let step = format.samplesPerPixel
      for x in 0..<width {
        let (pixel, place) = unsafe (row + 3 &* x, bytes + step &* x)
        unsafe (place[0], place[1], place[2]) = (pixel[2], pixel[1], pixel[0])
        if step == 4 { unsafe place[3] = 255 }
      }
    case 32 where isPlain && format.bitDepth == 8: unsafe convertWords(row, to: bytes)
    default: unsafe convertMasked(row, to: target)
    }
  }

  /// As above, of four bytes a pixel.
  private func convertWords(
    _ row: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>
  ) {
    let step = format.samplesPerPixel
    let hasAlpha = channels[3].mask != 0 || takesFourth
    for x in 0..<width {
      let (pixel, place) = unsafe (row + 4 &* x, target + step &* x)
      unsafe (place[0], place[1], place[2]) = (pixel[2], pixel[1], pixel[0])
      if step == 4 { unsafe place[3] = hasAlpha ? pixel[3] : 255 }
    }
  }

  private func convertMasked(_ row: UnsafePointer<UInt8>, to target: UnsafeMutableRawPointer) {
    let step = format.samplesPerPixel
    let full: UInt64 = format.bitDepth > 8 ? 65535 : 255
    for x in 0..<width {
      let word =
        unsafe bitCount == 16
        ? UInt32(row[2 &* x]) | UInt32(row[2 &* x &+ 1]) << 8
        : UInt32(row[4 &* x]) | UInt32(row[4 &* x &+ 1]) << 8 | UInt32(row[4 &* x &+ 2]) << 16
          | UInt32(row[4 &* x &+ 3]) << 24
      for channel in 0..<step {
        let (mask, shift, most) = (
          channels[channel].mask, channels[channel].shift, UInt64(channels[channel].most)
        )
        let sample = UInt64((word & mask) >> shift)
        // Without a mask a colour is nothing, and opacity all.
        let value = most == 0 ? (channel == 3 ? full : 0) : (sample * full + most / 2) / most
        if full > 255 {
          unsafe target.assumingMemoryBound(to: UInt16.self)[x &* step &+ channel] =
            UInt16(truncatingIfNeeded: value)
        } else {
          unsafe target.assumingMemoryBound(to: UInt8.self)[x &* step &+ channel] =
            UInt8(truncatingIfNeeded: value)
        }
      }
    }
  }

  /// Puts the colour of an index.
  ///
  /// - Parameter x: below the width that the row has.
  @inline(__always)
  func put(_ index: UInt8, at x: Int, of row: UnsafeMutablePointer<UInt8>) {
    let colour = colours[Int(index)]
    switch format.samplesPerPixel {
    case 1: unsafe row[x] = colour.x
    case 3:
      let place = unsafe row + 3 &* x
      unsafe (place[0], place[1], place[2]) = (colour.x, colour.y, colour.z)
    default:
      unsafe UnsafeMutableRawPointer(row + 4 &* x).storeBytes(of: colour, as: SIMD4<UInt8>.self)
    }
  }
}
