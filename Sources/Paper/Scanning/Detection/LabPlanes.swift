import PictureModel

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A small picture in CIELAB, in which equal differences look equally large.
struct LabPlanes {
  /// How light it is, with thin ink and thin lights taken out.
  let lightness: Plane
  /// How light it is, with everything in it.
  let fullLightness: Plane
  /// How much darker thin things are than their surroundings, at an eighth of the size: ink, mostly.
  let ink: Plane
  /// From green to red, at half of the size.
  let greenRed: Plane
  /// From blue to yellow, at half of the size.
  let blueYellow: Plane

  var width: Int { lightness.width }
  var height: Int { lightness.height }

  /// L*, a* and b* at a place, each in units of CIELAB.
  func colour(at point: Point) -> SIMD3<Float> {
    SIMD3(
      lightness.sample(at: point), greenRed.sample(at: point / 2), blueYellow.sample(at: point / 2)
    ) / 100
  }

  /// - Parameter pixels: sRGB with 8 bits a sample.
  init(_ pixels: PixelBuffer, longSide: Int) {
    let small = SmallPicture(pixels, longSide: longSide)
    let tables = LabTables.shared
    var light = Plane(width: small.width, height: small.height)
    for index in light.samples.indices {
      light.samples[index] = tables.lightness(of: small.linear[index])
    }
    let half = small.halved()
    var red = Plane(width: half.width, height: half.height)
    var yellow = red
    for index in red.samples.indices {
      (red.samples[index], yellow.samples[index]) = tables.chroma(of: half.linear[index])
    }
    fullLightness = light
    let withoutInk = light.closed(7)
    ink = Self.ink(in: light, under: withoutInk)
    lightness = withoutInk.opened(7)
    (greenRed, blueYellow) = (red, yellow)
  }
}

extension LabPlanes {
  /// The mean of what closing changed, in squares of 8 samples.
  private static func ink(in light: Plane, under closed: Plane) -> Plane {
    let size = 8
    var ink = Plane(
      width: (light.width + size - 1) / size, height: (light.height + size - 1) / size)
    var sums = [Int](repeating: 0, count: ink.samples.count)
    for y in 0..<light.height {
      for x in 0..<light.width {
        let index = y * light.width + x
        sums[y / size * ink.width + x / size] +=
          Int(closed.samples[index]) - Int(light.samples[index])
      }
    }
    for index in sums.indices {
      ink.samples[index] = Int16(clamping: sums[index] / (size * size))
    }
    return ink
  }
}

/// Light in linear proportions, red, green and blue, 0…1 each, of which areas can be averaged.
private struct SmallPicture {
  let width: Int
  let height: Int
  var linear: [SIMD4<Float>]

  private init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    linear = [SIMD4<Float>](repeating: .zero, count: width * height)
  }

  /// Each pixel is the mean of the pixels that fall into it.
  init(_ pixels: PixelBuffer, longSide: Int) {
    let scale = max(1, Double(max(pixels.width, pixels.height)) / Double(longSide))
    self.init(
      width: max(1, Int((Double(pixels.width) / scale).rounded())),
      height: max(1, Int((Double(pixels.height) / scale).rounded())))
    let columns = Self.shares(of: pixels.width, among: width)
    let rows = Self.shares(of: pixels.height, among: height)
    let table = LabTables.shared.linear
    for y in 0..<pixels.height {
      // A row has three bytes for each pixel of the width.
      let row = unsafe pixels.planes[0].row(y, as: UInt8.self)
      let into = rows[y] * width
      for x in 0..<pixels.width {
        let light = unsafe SIMD4(
          table[Int(row[3 * x])], table[Int(row[3 * x + 1])], table[Int(row[3 * x + 2])], 1)
        linear[into + columns[x]] += light
      }
    }
    for index in linear.indices { linear[index] /= max(1, linear[index].w) }
  }

  /// Which of `count` equal parts each of `length` positions falls into.
  private static func shares(of length: Int, among count: Int) -> [Int] {
    (0..<length).map { min(count - 1, $0 * count / length) }
  }

  func halved() -> SmallPicture {
    var half = SmallPicture(width: max(1, width / 2), height: max(1, height / 2))
    for y in 0..<half.height {
      let (above, below) = (2 * y * width, min(2 * y + 1, height - 1) * width)
      for x in 0..<half.width {
        let (left, right) = (2 * x, min(2 * x + 1, width - 1))
        half.linear[y * half.width + x] =
          (linear[above + left] + linear[above + right] + linear[below + left]
            + linear[below + right]) / 4
      }
    }
    return half
  }
}

/// From sRGB with 8 bits to linear light, and on to CIELAB under D65 (IEC 61966-2-1, CIE 15).
private struct LabTables: Sendable {
  static let shared = LabTables()

  /// Linear light of each code value, 0…1.
  let linear: [Float]
  /// The function of CIELAB's cube roots for 4,096 steps from 0 to 1.
  private let root: [Float]

  private init() {
    linear = (0..<256).map { code in
      let value = Double(code) / 255
      return Float(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
    }
    root = (0...Self.steps).map { step in
      let value = Double(step) / Double(Self.steps)
      return Float(value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116)
    }
  }

  private static let steps = 4096

  private func root(of value: Float) -> Float {
    root[Int(min(max(value, 0), 1) * Float(Self.steps) + 0.5)]
  }

  func lightness(of light: SIMD4<Float>) -> Int16 {
    let y = (light * SIMD4(0.2126729, 0.7151522, 0.0721750, 0)).sum()
    return Int16(11600 * root(of: y) - 1600)
  }

  /// a* and b*, relative to the white of D65.
  func chroma(of light: SIMD4<Float>) -> (Int16, Int16) {
    let x = (light * SIMD4(0.4339499, 0.3762098, 0.1898403, 0)).sum()
    let y = (light * SIMD4(0.2126729, 0.7151522, 0.0721750, 0)).sum()
    let z = (light * SIMD4(0.0177566, 0.1094680, 0.8727754, 0)).sum()
    let (fx, fy, fz) = (root(of: x), root(of: y), root(of: z))
    return (Int16(50000 * (fx - fy)), Int16(20000 * (fy - fz)))
  }
}
