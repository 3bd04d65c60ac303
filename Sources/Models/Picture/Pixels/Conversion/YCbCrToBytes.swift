#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Planar YCbCr of 8 to 12 bits to RGB or RGBA of 8 bits: the way of nearly every photo.
///
/// Fixed-point arithmetic in 16-bit lanes, whose error stays under a tenth of a code value before
/// the last rounding. Chroma is spread linearly between the centres of its samples, as libjpeg's
/// "fancy upsampling" does, but is not rounded before the matrix.
final class YCbCrToBytes<Sample: UnsignedInteger & FixedWidthInteger & BitwiseCopyable>:
  RowConverter
{
  let looksAtNeighbours: Bool
  private let subsampling: ChromaSubsampling
  private let width: Int
  private let chroma: (width: Int, height: Int)
  private let hasAlpha: Bool
  private let alphaPlane: Int?
  private let factors: UnsafeMutablePointer<Factors>
  private let cb: ChromaLine
  private let cr: ChromaLine

  /// `nil` where this arithmetic does not fit; ``LineConverter`` does all the rest.
  init?(from source: PixelFormat, to target: PixelFormat, width: Int, height: Int) {
    guard case .ycbcr(let subsampling, let matrix, let range) = source.channels,
      subsampling != .monochrome, source.bitDepth <= 12,
      (source.bytesPerSample == 1) == (Sample.self == UInt8.self),
      target.channels == .rgb, target.bitDepth == 8,
      case .weighted = matrix,
      let factors = Factors(YCbCrMatrix(matrix, range, bitDepth: source.bitDepth), source.bitDepth)
    else { return nil }
    alphaPlane = target.hasAlpha ? source.alphaPlane : nil
    if alphaPlane != nil, source.alpha != target.alpha || source.bitDepth > 8 { return nil }
    self.subsampling = subsampling
    self.width = width
    hasAlpha = target.hasAlpha
    chroma = source.planeSize(1, width: width, height: height)
    looksAtNeighbours = subsampling.vertical == 2
    self.factors = .allocate(capacity: 1)
    self.factors.initialize(to: factors)
    cb = ChromaLine(chroma.width)
    cr = ChromaLine(chroma.width)
  }

  deinit { factors.deallocate() }

  func convert(_ rows: Range<Int>, of window: RowWindow, into buffer: PixelBuffer) {
    for y in rows {
      let near = y / subsampling.vertical
      let far =
        subsampling.vertical == 1
        ? near : max(0, min(chroma.height - 1, y.isMultiple(of: 2) ? near - 1 : near + 1))
      for (plane, line) in [(1, cb), (2, cr)] {
        line.blend(
          window.row(plane, near).assumingMemoryBound(to: Sample.self),
          window.row(plane, far).assumingMemoryBound(to: Sample.self))
      }
      let luma = UnsafeRawPointer(window.row(0, y))
      let output = buffer.planes[0].row(y - rows.lowerBound)
      let alpha = alphaPlane.map { UnsafeRawPointer(window.row($0, y)) }
      switch (subsampling.horizontal, hasAlpha) {
      case (1, false): convertRow(luma, alpha, output, doubled: false, hasAlpha: false)
      case (1, true): convertRow(luma, alpha, output, doubled: false, hasAlpha: true)
      case (_, false): convertRow(luma, alpha, output, doubled: true, hasAlpha: false)
      case (_, true): convertRow(luma, alpha, output, doubled: true, hasAlpha: true)
      }
    }
  }

  @inline(__always)
  private func convertRow(
    _ luma: UnsafeRawPointer, _ alpha: UnsafeRawPointer?, _ output: UnsafeMutableRawPointer,
    doubled: Bool, hasAlpha: Bool
  ) {
    let (cb, cr) = (UnsafeRawPointer(cb.samples), UnsafeRawPointer(cr.samples))
    let size = hasAlpha ? 4 : 3
    var x = 0
    while x < width {
      let (red, green, blue) = sixteenPixels(luma, cb, cr, at: x, doubled: doubled)
      let fourth =
        if hasAlpha, let alpha { alpha.lanes(Bytes.self, at: x) } else { Bytes(repeating: 255) }
      // The last pixels go through a block of their own: stores are wider than what is left.
      if x + 17 <= width {
        store(red, green, blue, fourth, to: output + x * size, hasAlpha: hasAlpha)
      } else {
        withUnsafeTemporaryAllocation(byteCount: 80, alignment: 16) { block in
          guard let base = block.baseAddress else { return }
          store(red, green, blue, fourth, to: base, hasAlpha: hasAlpha)
          memcpy(output + x * size, base, (width - x) * size)
        }
      }
      x += 16
    }
  }

  @inline(__always)
  private func sixteenPixels(
    _ luma: UnsafeRawPointer, _ cb: UnsafeRawPointer, _ cr: UnsafeRawPointer, at x: Int,
    doubled: Bool
  ) -> (Bytes, Bytes, Bytes) {
    let k = factors.pointee
    let low: Words
    let high: Words
    if Sample.self == UInt8.self {
      let samples = luma.lanes(Bytes.self, at: x)
      low = Words(truncatingIfNeeded: samples.lowHalf) &<< 7
      high = Words(truncatingIfNeeded: samples.highHalf) &<< 7
    } else {
      low = luma.lanes(Words.self, at: 2 * x) &* k.lumaUnit
      high = luma.lanes(Words.self, at: 2 * x + 16) &* k.lumaUnit
    }
    let lumaLow = upperProduct(low, k.luma) &+ k.constant
    let lumaHigh = upperProduct(high, k.luma) &+ k.constant
    let blues = chromaLanes(cb, at: x, k, doubled: doubled)
    let reds = chromaLanes(cr, at: x, k, doubled: doubled)
    @inline(__always) func result(_ first: Words, _ second: Words) -> Bytes {
      // Spread chroma comes as its even and its odd columns.
      let a = doubled ? interleavedLow(first, second) : first
      let b = doubled ? interleavedHigh(first, second) : second
      return saturatedBytes((lumaLow &+ a) &>> 5, (lumaHigh &+ b) &>> 5)
    }
    return (
      result(upperProduct(reds.0, k.redCr), upperProduct(reds.1, k.redCr)),
      result(
        upperProduct(blues.0, k.greenCb) &+ upperProduct(reds.0, k.greenCr),
        upperProduct(blues.1, k.greenCb) &+ upperProduct(reds.1, k.greenCr)),
      result(upperProduct(blues.0, k.blueCb), upperProduct(blues.1, k.blueCb))
    )
  }

  /// Colour differences of sixteen pixels, in 1/256 of an 8-bit code.
  @inline(__always)
  private func chromaLanes(
    _ line: UnsafeRawPointer, at x: Int, _ k: Factors, doubled: Bool
  ) -> (Words, Words) {
    if doubled {
      let middle = line.lanes(Words.self, at: x)
      let weighted = middle &+ middle &+ middle &- k.chromaZero
      return (
        (weighted &+ line.lanes(Words.self, at: x - 2)) &* k.chromaUnit,
        (weighted &+ line.lanes(Words.self, at: x + 2)) &* k.chromaUnit
      )
    }
    return (
      ((line.lanes(Words.self, at: 2 * x) &<< 2) &- k.chromaZero) &* k.chromaUnit,
      ((line.lanes(Words.self, at: 2 * x + 16) &<< 2) &- k.chromaZero) &* k.chromaUnit
    )
  }

  @inline(__always)
  private func store(
    _ red: Bytes, _ green: Bytes, _ blue: Bytes, _ alpha: Bytes,
    to address: UnsafeMutableRawPointer, hasAlpha: Bool
  ) {
    let firstLow = unsafeBitCast(interleavedLow(red, green), to: Words.self)
    let firstHigh = unsafeBitCast(interleavedHigh(red, green), to: Words.self)
    let secondLow = unsafeBitCast(interleavedLow(blue, alpha), to: Words.self)
    let secondHigh = unsafeBitCast(interleavedHigh(blue, alpha), to: Words.self)
    @inline(__always) func put(_ pixels: Words, _ index: Int) {
      if hasAlpha {
        (address + 16 * index).storeBytes(of: pixels, as: Words.self)
      } else {
        storeWithoutFourth(pixels, to: address + 12 * index)
      }
    }
    put(interleavedLow(firstLow, secondLow), 0)
    put(interleavedHigh(firstLow, secondLow), 1)
    put(interleavedLow(firstHigh, secondHigh), 2)
    put(interleavedHigh(firstHigh, secondHigh), 3)
  }
}

/// The matrix in fixed point: luma in 1/128 times factors in 1/2¹⁴, colour differences in 1/256
/// times factors in 1/2¹³; the upper halves of both products are 1/32 of an 8-bit code.
private struct Factors {
  var luma, constant, redCr, greenCb, greenCr, blueCb: Words
  /// Powers of two as factors: a shift by a lane's own count is not among the instructions.
  var chromaZero, chromaUnit, lumaUnit: Words

  /// `nil` if a factor is out of range, which only made-up weights bring about.
  init?(_ matrix: YCbCrMatrix, _ bitDepth: Int) {
    let unit = Double(1 << (bitDepth - 8))
    let rows = (0..<3).map { matrix.decodingRow($0, white: 255).factors * unit }
    guard
      rows.allSatisfy({ row in
        row.x > 0 && row.x < 1.99 && row.y.magnitude + row.z.magnitude < 3.99
      })
    else { return nil }
    func lanes(_ value: Double) -> Words { Words(repeating: Int16(value.rounded())) }
    luma = lanes(rows[0].x * 16384)
    constant = lanes(16 - 32 * rows[0].x * matrix.lumaZero / unit)
    redCr = lanes(rows[0].z * 8192)
    greenCb = lanes(rows[1].y * 8192)
    greenCr = lanes(rows[1].z * 8192)
    blueCb = lanes(rows[2].y * 8192)
    chromaZero = Words(repeating: Int16(truncatingIfNeeded: 16 << (bitDepth - 1)))
    chromaUnit = Words(repeating: 1 << Int16(12 - bitDepth))
    lumaUnit = Words(repeating: 1 << Int16(15 - bitDepth))
  }
}

/// A row of chroma between two rows of samples, in quarters, with its ends repeated beyond them.
private final class ChromaLine {
  let samples: UnsafeMutablePointer<Int16>
  private let width: Int
  private let memory: UnsafeMutablePointer<Int16>

  init(_ width: Int) {
    self.width = width
    // Vector loops run on to a multiple of 16 pixels.
    memory = .allocate(capacity: width + 64)
    memory.initialize(repeating: 0, count: width + 64)
    samples = memory + 16
  }

  deinit { memory.deallocate() }

  /// Three quarters of the nearer row and one of the farther.
  func blend<Sample: UnsignedInteger & FixedWidthInteger>(
    _ near: UnsafePointer<Sample>, _ far: UnsafePointer<Sample>
  ) {
    for x in 0..<width {
      samples[x] =
        3 &* Int16(truncatingIfNeeded: near[x]) &+ Int16(truncatingIfNeeded: far[x])
    }
    samples[-1] = samples[0]
    samples[width] = samples[width - 1]
  }
}
