/// Planar YCbCr of 8 to 12 bits to RGB or RGBA of 8 bits: the way of nearly every photo.
///
/// Fixed-point arithmetic in 16-bit lanes, whose error stays under a tenth of a code value before
/// the last rounding. Chroma is spread linearly between the centres of its samples, as libjpeg's
/// "fancy upsampling" does, but is not rounded before the matrix.
///
/// Rows of luma and alpha have the width, those of chroma its own. `rgba` and `opaque` have room for 16 pixels more,
/// since 16 are made at a time (``LumaRow``).
@safe final class YCbCrToBytes: RowConverter {
  let looksAtNeighbours: Bool
  private let subsampling: ChromaSubsampling
  private let width: Int
  private let chroma: (width: Int, height: Int)
  private let isWide: Bool
  private let hasAlpha: Bool
  private let alphaPlane: Int?
  private let matrix: UnsafeMutablePointer<FixedPointMatrix>
  private let cb: ChromaLine
  private let cr: ChromaLine
  private let colours: ColourLines
  /// A row of pixels of four bytes.
  private let rgba: UnsafeMutablePointer<UInt8>
  private let opaque: UnsafeMutableRawPointer

  /// `nil` where this arithmetic does not fit; ``LineConverter`` does all the rest.
  init?(from source: PixelFormat, to target: PixelFormat, width: Int, height: Int) {
    guard case .ycbcr(let subsampling, let matrix, let range) = source.channels,
      subsampling != .monochrome, source.bitDepth <= 12,
      target.channels == .rgb, target.bitDepth == 8,
      case .weighted = matrix,
      let fixed = FixedPointMatrix(
        YCbCrMatrix(matrix, range, bitDepth: source.bitDepth), source.bitDepth)
    else { return nil }
    alphaPlane = target.hasAlpha ? source.alphaPlane : nil
    if alphaPlane != nil, source.alpha != target.alpha || source.bitDepth > 8 { return nil }
    self.subsampling = subsampling
    self.width = width
    isWide = source.bytesPerSample == 2
    hasAlpha = target.hasAlpha
    chroma = source.planeSize(1, width: width, height: height)
    looksAtNeighbours = subsampling.vertical == 2
    unsafe self.matrix = .allocate(capacity: 1)
    unsafe self.matrix.initialize(to: fixed)
    cb = ChromaLine(chroma.width)
    cr = ChromaLine(chroma.width)
    colours = ColourLines(width)
    unsafe rgba = .allocate(capacity: 4 * (width + 16))
    unsafe opaque = .allocate(byteCount: width + 16, alignment: 16)
    unsafe opaque.initializeMemory(as: UInt8.self, repeating: 255, count: width + 16)
  }

  deinit {
    unsafe matrix.deallocate()
    unsafe rgba.deallocate()
    unsafe opaque.deallocate()
  }

  func convert(_ rows: Range<Int>, of window: RowWindow, into buffer: PixelBuffer) {
    for y in rows {
      let near = y / subsampling.vertical
      let far =
        subsampling.vertical == 1
        ? near : max(0, min(chroma.height - 1, y.isMultiple(of: 2) ? near - 1 : near + 1))
      for (plane, line) in [(1, cb), (2, cr)] {
        let (nearRow, farRow) = unsafe (window.row(plane, near), window.row(plane, far))
        if isWide {
          unsafe line.blend(nearRow, farRow, UInt16.self)
        } else {
          unsafe line.blend(nearRow, farRow, UInt8.self)
        }
      }
      unsafe colours.load(cb, cr, isHalf: subsampling.horizontal == 2, matrix)
      let luma = unsafe LumaRow(
        samples: window.row(0, y),
        alpha: UnsafeRawPointer(alphaPlane.map { unsafe window.row($0, y) } ?? opaque),
        colours: colours,
        matrix: matrix)
      unsafe store(luma, to: buffer.planes[0].row(y - rows.lowerBound))
    }
  }

  private func store(_ luma: LumaRow, to output: UnsafeMutableRawPointer) {
    // Rows of buffers are multiples of 64 bytes, so sixteen pixels of four bytes always fit.
    let pixels = unsafe hasAlpha ? output : UnsafeMutableRawPointer(rgba)
    if isWide {
      unsafe luma.storeFromWords(width, to: pixels)
    } else {
      unsafe luma.storeFromBytes(width, to: pixels)
    }
    if !hasAlpha { unsafe dropFourth(to: output) }
  }

  /// Pixels of three bytes from the line of four, two at a time: there is no vector instruction for
  /// it that every x86-64 processor has.
  private func dropFourth(to output: UnsafeMutableRawPointer) {
    let input = unsafe UnsafeRawPointer(rgba)
    var x = 0
    // A store is two bytes wider than its pixels.
    while x + 2 < width {
      let pair = unsafe input.loadUnaligned(fromByteOffset: 4 &* x, as: UInt64.self)
      let packed = (pair & 0xFF_FFFF) | ((pair &>> 8) & 0xFFFF_FF00_0000)
      unsafe output.storeBytes(of: packed, toByteOffset: 3 &* x, as: UInt64.self)
      x &+= 2
    }
    while x < width {
      for channel in 0..<3 {
        unsafe output.storeBytes(
          of: rgba[4 * x + channel], toByteOffset: 3 * x + channel, as: UInt8.self)
      }
      x += 1
    }
  }
}
