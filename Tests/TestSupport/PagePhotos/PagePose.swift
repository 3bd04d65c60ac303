#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// How a page lies before the camera.
struct PagePose {
  /// Its corners in pixels: top left, top right, bottom right, bottom left.
  private(set) var corners: [SIMD2<Double>]
  private let toPage: [Double]
  /// How far its lines are bent, as a share of its height.
  let bend: Double

  /// - Parameters:
  ///   - aspect: the height of the page for a width of 1.
  ///   - size: the share of the picture that it takes, roughly.
  init(
    aspect: Double, size: Double, width: Double, height: Double, tilt: Double, spin: Double,
    offset: SIMD2<Double>, bend: Double, _ lot: inout SplitMix64
  ) {
    let direction = lot.real(0...2 * Double.pi)
    let flat: [SIMD2<Double>] = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]].map {
      Self.turned($0 * SIMD2(1, aspect), by: spin)
    }
    let distance = 3.0
    // Tilted about an axis in the page's plane that points in `direction`, and seen from a distance.
    let seen = flat.map { point -> SIMD2<Double> in
      let aside = Self.turned(point, by: -direction)
      let depth = distance + aside.y * sin(tilt)
      return Self.turned(SIMD2(aside.x, aside.y * cos(tilt)), by: direction) / depth
    }
    let area = abs(Self.area(seen))
    let scale = (size * width * height / area).squareRoot()
    let middle = SIMD2(width, height) / 2 + offset * SIMD2(width, height)
    corners = seen.map { $0 * scale + middle }
    toPage = Self.inverse(of: Self.projection(to: corners))
    self.bend = bend
  }

  /// Where on the page a pixel is, 0…1 along each side; outside of that beside the page.
  func place(of pixel: SIMD2<Double>) -> SIMD2<Double> {
    var place = flatPlace(of: pixel)
    if bend != 0 { place.y -= bend * sin(Double.pi * min(max(place.x, 0), 1)) }
    return place
  }

  /// Where in the plane of the page a pixel is, as if it were not bent.
  func flatPlace(of pixel: SIMD2<Double>) -> SIMD2<Double> {
    let m = toPage
    let w = m[6] * pixel.x + m[7] * pixel.y + m[8]
    return SIMD2(
      (m[0] * pixel.x + m[1] * pixel.y + m[2]) / w, (m[3] * pixel.x + m[4] * pixel.y + m[5]) / w)
  }

  static func turned(_ point: SIMD2<Double>, by angle: Double) -> SIMD2<Double> {
    SIMD2(
      point.x * cos(angle) - point.y * sin(angle), point.x * sin(angle) + point.y * cos(angle))
  }

  private static func area(_ p: [SIMD2<Double>]) -> Double {
    (0..<4).reduce(0.0) { sum, i in
      sum + p[i].x * p[(i + 1) % 4].y - p[(i + 1) % 4].x * p[i].y
    } / 2
  }

  /// The matrix from the unit square to a quad (Heckbert 1989).
  private static func projection(to q: [SIMD2<Double>]) -> [Double] {
    let sum = q[0] - q[1] + q[2] - q[3]
    let (d1, d2) = (q[1] - q[2], q[3] - q[2])
    let denominator = d1.x * d2.y - d2.x * d1.y
    let g = (sum.x * d2.y - d2.x * sum.y) / denominator
    let h = (d1.x * sum.y - sum.x * d1.y) / denominator
    return [
      q[1].x - q[0].x + g * q[1].x, q[3].x - q[0].x + h * q[3].x, q[0].x,
      q[1].y - q[0].y + g * q[1].y, q[3].y - q[0].y + h * q[3].y, q[0].y, g, h, 1,
    ]
  }

  private static func inverse(of m: [Double]) -> [Double] {
    [
      m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
      m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
      m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    ]
  }
}
