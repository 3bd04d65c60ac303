/// Rows of planar YCbCr of any kind as RGB of 16 bits, in single precision.
///
/// Luma has the width, chroma has its own, which is not larger; lines have room for more than eight values behind
/// either, and loops over eight values at a time begin below the width.
final class PlanarDecoder {
  private let subsampling: ChromaSubsampling
  private let isWide: Bool
  private let width: Int
  private let chroma: (width: Int, height: Int)
  private let rows: [(factors: SIMD3<Float>, constant: Float)]
  private let luma: FloatLine
  private let differences: [FloatLine]
  private let narrow: FloatLine

  /// - Parameter source: planar, with colour.
  init(
    _ source: PixelFormat, subsampling: ChromaSubsampling, matrix: YCbCrMatrix, width: Int,
    height: Int
  ) {
    self.subsampling = subsampling
    self.width = width
    isWide = source.bytesPerSample == 2
    chroma = source.planeSize(1, width: width, height: height)
    rows = (0..<3).map {
      let row = matrix.decodingRow($0, white: 65535)
      return (SIMD3<Float>(row.factors), Float(row.constant))
    }
    luma = FloatLine(width)
    differences = [FloatLine(width), FloatLine(width)]
    narrow = FloatLine(width)
  }

  /// Row `y` into the first three lines.
  func decode(_ y: Int, of window: RowWindow, into lines: SampleLines) {
    if isWide {
      loadRow(y, of: window, UInt16.self)
    } else {
      loadRow(y, of: window, UInt8.self)
    }
    for (channel, row) in rows.enumerated() {
      let output = unsafe lines[channel]
      let white = SIMD8<Float>(repeating: 65535)
      var x = 0
      while x < width {
        let value =
          luma.lanes(x) * row.factors.x + differences[0].lanes(x) * row.factors.y
          + differences[1].lanes(x) * row.factors.z + row.constant
        unsafe value.held(from: .zero, to: white).storeRounded(to: output + x)
        x += 8
      }
    }
  }

  private func loadRow<Sample: UnsignedInteger & FixedWidthInteger>(
    _ y: Int, of window: RowWindow, _ type: Sample.Type
  ) {
    let near = y / subsampling.vertical
    let far =
      subsampling.vertical == 1
      ? near : max(0, min(chroma.height - 1, y.isMultiple(of: 2) ? near - 1 : near + 1))
    let row = unsafe window.row(0, y).assumingMemoryBound(to: Sample.self)
    for x in 0..<width { unsafe luma.samples[x] = Float(row[x]) }
    for plane in 1...2 {
      let nearRow = unsafe window.row(plane, near).assumingMemoryBound(to: Sample.self)
      let farRow = unsafe window.row(plane, far).assumingMemoryBound(to: Sample.self)
      let line = differences[plane - 1]
      let blended = subsampling.horizontal == 1 ? line : narrow
      for x in 0..<chroma.width {
        unsafe blended.samples[x] = 0.75 * Float(nearRow[x]) + 0.25 * Float(farRow[x])
      }
      if subsampling.horizontal == 2 { narrow.spread(chroma.width, into: line) }
    }
  }
}

/// A row of numbers with room around it for vector loops.
///
/// There is room for 16 values before the first, and 48 behind the width.
@safe final class FloatLine {
  let samples: UnsafeMutablePointer<Float>
  private let memory: UnsafeMutablePointer<Float>

  init(_ width: Int) {
    unsafe memory = .allocate(capacity: width + 64)
    unsafe memory.initialize(repeating: 0, count: width + 64)
    unsafe samples = memory + 16
  }

  deinit { unsafe memory.deallocate() }

  @inline(__always)
  func lanes(_ x: Int) -> SIMD8<Float> {
    unsafe UnsafeRawPointer(samples + x).loadUnaligned(as: SIMD8<Float>.self)
  }

  /// Twice as many values, linearly between the centres of these.
  ///
  /// - Parameter count: of values that are there; the other line has room for twice as many.
  func spread(_ count: Int, into wide: FloatLine) {
    unsafe samples[-1] = samples[0]
    unsafe samples[count] = samples[count - 1]
    let (input, output) = unsafe (samples, wide.samples)
    for x in 0..<count {
      let middle = unsafe 0.75 * input[x]
      unsafe output[2 &* x] = middle + 0.25 * input[x &- 1]
      unsafe output[2 &* x &+ 1] = middle + 0.25 * input[x &+ 1]
    }
  }
}
