/// Rows of 16-bit RGB as planar YCbCr; chroma is the mean of the pixels that share it.
///
/// Eight samples are taken at a time: the last begins below the width, so that none is at the width + 8 or beyond, and
/// lines and codes have room for more. Rows of planes get as many codes as the planes are wide.
@safe final class PlanarEncoder {
  private let format: PixelFormat
  private let sampling: (horizontal: Int, vertical: Int)
  private let width: Int
  private let rows: [(factors: SIMD3<Float>, constant: Float)]
  private let sums: [FloatLine]
  private let codes: UnsafeMutablePointer<UInt16>

  /// - Parameter target: planar, with colour.
  init(_ target: PixelFormat, matrix: YCbCrMatrix, width: Int) {
    format = target
    sampling = target.sampling(ofPlane: 1)
    self.width = width
    rows = (0..<3).map {
      let row = matrix.encodingRow($0, white: 65535)
      return (SIMD3<Float>(row.factors), Float(row.constant))
    }
    sums = [FloatLine(width), FloatLine(width)]
    unsafe codes = .allocate(capacity: width + 32)
    unsafe codes.initialize(repeating: 0, count: width + 32)
  }

  deinit { unsafe codes.deallocate() }

  /// Writes row `y` of `buffer` from the first three lines; `isLast` ends the picture.
  func encode(_ lines: SampleLines, to buffer: PixelBuffer, row y: Int, isLast: Bool) {
    let highest = Float(1 << format.bitDepth - 1)
    each(lines, rows[0]) { x, value in store(value, highest, at: x) }
    unsafe write(width, to: buffer.planes[0].row(y))
    let isSecond = sampling.vertical == 2 && !y.isMultiple(of: 2)
    for plane in 1...2 {
      let sum = sums[plane - 1]
      each(lines, rows[plane]) { x, value in
        let total = isSecond ? sum.lanes(x) + value : value
        unsafe UnsafeMutableRawPointer(sum.samples + x).storeBytes(of: total, as: SIMD8<Float>.self)
      }
      guard sampling.vertical == 1 || isSecond || isLast else { continue }
      var count = width
      var scale: Float = isSecond ? 0.5 : 1
      if sampling.horizontal == 2 {
        unsafe sum.samples[width] = sum.samples[width - 1]
        count = (width + 1) / 2
        scale /= 2
        for x in 0..<count {
          unsafe sum.samples[x] = sum.samples[2 &* x] + sum.samples[2 &* x &+ 1]
        }
      }
      var x = 0
      while x < count {
        store(sum.lanes(x) * scale, highest, at: x)
        x += 8
      }
      unsafe write(count, to: buffer.planes[plane].row(y / sampling.vertical))
    }
  }

  @inline(__always)
  private func each(
    _ lines: SampleLines, _ row: (factors: SIMD3<Float>, constant: Float),
    _ body: (Int, SIMD8<Float>) -> Void
  ) {
    var x = 0
    while x < width {
      var value = SIMD8<Float>(repeating: row.constant)
      for channel in 0..<3 {
        let samples = unsafe UnsafeRawPointer(lines[channel] + x)
          .loadUnaligned(as: SIMD8<UInt16>.self)
        value += SIMD8<Float>(SIMD8<Int32>(truncatingIfNeeded: samples)) * row.factors[channel]
      }
      body(x, value)
      x += 8
    }
  }

  @inline(__always)
  private func store(_ value: SIMD8<Float>, _ highest: Float, at x: Int) {
    unsafe value.held(from: .zero, to: SIMD8(repeating: highest)).storeRounded(to: codes + x)
  }

  private func write(_ count: Int, to row: UnsafeMutableRawPointer) {
    if format.bytesPerSample == 2 {
      let samples = unsafe row.assumingMemoryBound(to: UInt16.self)
      for x in 0..<count { unsafe samples[x] = codes[x] }
    } else {
      let samples = unsafe row.assumingMemoryBound(to: UInt8.self)
      for x in 0..<count { unsafe samples[x] = UInt8(truncatingIfNeeded: codes[x]) }
    }
  }
}
