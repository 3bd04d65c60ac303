/// How often the colours of a picture occur, and the palette that stands for them best.
///
/// Colours are counted in 32³ boxes, each of which keeps the mean of its own. A palette begins as the means of groups
/// of boxes, of which the one with the largest error is cut in two again and again (as in X. Wu, "Efficient
/// Statistical Computations for Optimal Color Quantization", 1991), and then every colour moves to the mean of those
/// that are nearest to it, a few times (k-means).
public final class ColourHistogram {
  /// Red, green, blue and number.
  private var boxes = [SIMD4<UInt64>](repeating: .zero, count: 1 << 15)

  /// How often colours move; each further time changes less.
  private static let refinements = 4

  public init() {}

  /// Counts pixels; what is less than half opaque does not count.
  ///
  /// - Parameters:
  ///   - pixels: samples of 8 bits, those of a pixel side by side.
  ///   - samplesPerPixel: 3 for RGB, 4 for RGBA.
  ///   - count: how many pixels there are.
  public func add(_ pixels: UnsafePointer<UInt8>, samplesPerPixel: Int, count: Int) {
    unsafe boxes.withUnsafeMutableBufferPointer { boxes in
      for x in 0..<count {
        let pixel = unsafe pixels + x &* samplesPerPixel
        if samplesPerPixel == 4, unsafe pixel[3] < 128 { continue }
        let (red, green, blue) = unsafe (pixel[0], pixel[1], pixel[2])
        // Five bits of each: below the 32³ boxes.
        let box = Int(red &>> 3) &<< 10 | Int(green &>> 3) &<< 5 | Int(blue &>> 3)
        unsafe boxes[box] &+= SIMD4(UInt64(red), UInt64(green), UInt64(blue), 1)
      }
    }
  }

  /// At most `count` opaque colours; none where no pixel was counted.
  public func palette(of count: Int) -> [SIMD4<UInt8>] {
    let points = boxes.lazy.filter { $0.w > 0 }.map { box in
      let weight = Float(box.w)
      return SIMD4(Float(box.x) / weight, Float(box.y) / weight, Float(box.z) / weight, weight)
    }
    var cut = ColourCut(Array(points))
    cut.divide(into: max(1, min(256, count)))
    var palette = cut.means
    guard !palette.isEmpty else { return [] }
    for _ in 0..<Self.refinements {
      let moved = refined(palette, by: cut.points)
      if moved == palette { break }
      palette = moved
    }
    return palette
  }

  /// Every colour as the mean of the points that are nearest to it; one that has none stays.
  private func refined(
    _ palette: [SIMD4<UInt8>], by points: [SIMD4<Float>]
  ) -> [SIMD4<UInt8>] {
    let search = PaletteSearch(palette)
    var sums = [SIMD4<Double>](repeating: .zero, count: palette.count)
    for point in points {
      let nearest = search.nearest(
        SIMD4(
          Int32(point.x.rounded()), Int32(point.y.rounded()), Int32(point.z.rounded()), 0))
      let colour = SIMD4(Double(point.x), Double(point.y), Double(point.z), 1)
      sums[nearest] += colour * Double(point.w)
    }
    return zip(palette, sums).map { colour, sum in
      sum.w > 0 ? SIMD4(sum / sum.w, opaque: true) : colour
    }
  }
}

extension SIMD4<UInt8> {
  /// The nearest colour that there is.
  init(_ colour: SIMD4<Double>, opaque: Bool) {
    func byte(_ value: Double) -> UInt8 { UInt8(Swift.max(0, Swift.min(255, value.rounded()))) }
    self.init(byte(colour.x), byte(colour.y), byte(colour.z), opaque ? 255 : 0)
  }
}
