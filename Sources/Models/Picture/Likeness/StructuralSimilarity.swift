#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How alike two pictures are to the eye: SSIM (Wang, Bovik, Sheikh, Simoncelli, Image Quality Assessment: From Error
/// Visibility to Structural Similarity, IEEE Transactions on Image Processing 13, 2004).
///
/// Places are weighted by a Gaussian of 11×11 pixels and σ = 1.5; at edges only whole windows count.
struct StructuralSimilarity {
  /// Over all places: 1 for equal pictures, down to −1.
  let mean: Double
  /// Over the quarter of all squares where it is lowest. Eyes go to where a picture is worst, and half of many
  /// pictures is sky.
  let meanOfWorst: Double

  fileprivate static let radius = 5
  fileprivate static let weights: [Float] = {
    let raw = (-radius...radius).map { exp(-Double($0 * $0) / (2 * 1.5 * 1.5)) }
    let sum = raw.reduce(0, +)
    return raw.map { Float($0 / sum) }
  }()

  private static let c1: Float = (0.01 * 255) * (0.01 * 255)
  private static let c2: Float = (0.03 * 255) * (0.03 * 255)

  /// The side of a square, in places.
  private static let square = 32

  /// `nil` for pictures of different sizes, and for those smaller than a window unless they are equal.
  init?(_ one: LumaPlane, _ other: LumaPlane) {
    guard one.width == other.width, one.height == other.height else { return nil }
    let size = 2 * Self.radius + 1
    guard one.width >= size, one.height >= size else {
      guard one.samples == other.samples else { return nil }
      (mean, meanOfWorst) = (1, 1)
      return
    }
    let rows = WindowRows(one, other)
    let (width, height) = (one.width - size + 1, one.height - size + 1)
    let columns = (width + Self.square - 1) / Self.square
    var means: [Double] = []
    var sum = 0.0
    for top in stride(from: 0, to: height, by: Self.square) {
      let bottom = min(top + Self.square, height)
      var sums = [Double](repeating: 0, count: columns)
      for y in top..<bottom { rows.add(at: y, to: &sums) }
      sum += sums.reduce(0, +)
      for (column, part) in sums.enumerated() {
        let count = (min((column + 1) * Self.square, width) - column * Self.square) * (bottom - top)
        // A sliver at an edge says little.
        if count * 4 >= Self.square * Self.square || columns == 1 {
          means.append(part / Double(count))
        }
      }
    }
    mean = sum / Double(width * height)
    means.sort()
    let worst = means.prefix(max(1, means.count / 4))
    meanOfWorst = worst.isEmpty ? mean : worst.reduce(0, +) / Double(worst.count)
  }

  /// The five moments of windows, first along columns, then along rows.
  ///
  /// Ten lines of `width` values stand one behind the other, five of columns and five of windows. There are windows from
  /// 0 up to `width` − 2 × radius, and a tap lies up to 2 × radius behind its window: within the line. A window's rows
  /// are rows of both planes, which have `width` samples each.
  private struct WindowRows {
    let one: LumaPlane
    let other: LumaPlane

    init(_ one: LumaPlane, _ other: LumaPlane) {
      (self.one, self.other) = (one, other)
    }

    /// Adds SSIM of the windows whose first row is `y` to the sums of the squares that they begin in.
    func add(at y: Int, to sums: inout [Double]) {
      let width = one.width
      let count = width - 2 * radius
      let lines = UnsafeMutablePointer<Float>.allocate(capacity: 10 * width)
      defer { unsafe lines.deallocate() }
      unsafe lines.initialize(repeating: 0, count: 10 * width)
      let moments = unsafe (0..<5).map { unsafe lines + $0 * width }
      let windows = unsafe (5..<10).map { unsafe lines + $0 * width }
      unsafe one.samples.withUnsafeBufferPointer { one in
        unsafe other.samples.withUnsafeBufferPointer { other in
          for (row, weight) in weights.enumerated() {
            unsafe addRow(one, other, at: (y + row) * width, weight, moments, width)
          }
        }
      }
      for moment in 0..<5 {
        let (line, window) = unsafe (moments[moment], windows[moment])
        for (tap, weight) in weights.enumerated() {
          let shifted = unsafe line + tap
          for x in 0..<count { unsafe window[x] += weight * shifted[x] }
        }
      }
      for column in sums.indices {
        let first = column * square
        unsafe sums[column] += Double(similarity(windows, first..<min(first + square, count)))
      }
    }

    private func addRow(
      _ one: UnsafeBufferPointer<Float>, _ other: UnsafeBufferPointer<Float>, at start: Int,
      _ weight: Float, _ moments: [UnsafeMutablePointer<Float>], _ width: Int
    ) {
      guard let one = one.baseAddress, let other = other.baseAddress else { return }
      let (a, b) = unsafe (one + start, other + start)
      let (meanA, meanB, squareA, squareB, product) = unsafe (
        moments[0], moments[1], moments[2], moments[3], moments[4]
      )
      for x in 0..<width {
        let (p, q) = unsafe (weight * a[x], weight * b[x])
        unsafe meanA[x] += p
        unsafe meanB[x] += q
        unsafe squareA[x] += p * a[x]
        unsafe squareB[x] += q * b[x]
        unsafe product[x] += p * b[x]
      }
    }

    private func similarity(_ windows: [UnsafeMutablePointer<Float>], _ range: Range<Int>) -> Float
    {
      let (meanA, meanB, squareA, squareB, product) = unsafe (
        windows[0], windows[1], windows[2], windows[3], windows[4]
      )
      var sum: Float = 0
      for x in range {
        let (a, b) = unsafe (meanA[x], meanB[x])
        let (varianceA, varianceB) = unsafe (squareA[x] - a * a, squareB[x] - b * b)
        let covariance = unsafe product[x] - a * b
        sum +=
          (2 * a * b + c1) * (2 * covariance + c2)
          / ((a * a + b * b + c1) * (varianceA + varianceB + c2))
      }
      return sum
    }
  }
}
