import PictureModel

/// An outline that is drawn over a picture where it is shown, such as that of the page in a photo.
public struct PictureMark: Sendable, Equatable {
  /// As shares of the width and height of the upright picture: 0…1 within it; in order around.
  public var corners: [SIMD2<Double>]
  /// Whether it is a guess: dashed, and of another colour.
  public var isGuess: Bool

  public init(corners: [SIMD2<Double>], isGuess: Bool = false) {
    self.corners = corners
    self.isGuess = isGuess
  }
}

/// A line with round ends from one place to another, in pixels; the middle of the first pixel is at 0.5, 0.5.
struct Stroke {
  let start: SIMD2<Double>
  let end: SIMD2<Double>
  let radius: Double

  /// How much of a pixel it covers, 0…1, by the distance of the pixel's middle.
  func coverage(x: Int, y: Int) -> Double {
    let place = SIMD2(Double(x) + 0.5, Double(y) + 0.5) - start
    let along = end - start
    let length = (along * along).sum()
    let share = length > 0 ? min(max((place * along).sum() / length, 0), 1) : 0
    let offset = place - along * share
    return min(max(radius + 0.5 - (offset * offset).sum().squareRoot(), 0), 1)
  }

  /// The rows and columns of a picture that it may reach.
  func reach(width: Int, height: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    func range(_ a: Double, _ b: Double, _ limit: Int) -> Range<Int> {
      let first = min(max(min(a, b) - radius - 1, 0), Double(limit))
      let last = min(max(max(a, b) + radius + 2, 0), Double(limit))
      return Int(first)..<max(Int(first), Int(last))
    }
    return (range(start.x, end.x, width), range(start.y, end.y, height))
  }

  func wider(by more: Double) -> Stroke {
    Stroke(start: start, end: end, radius: radius + more)
  }
}

extension PictureMark {
  /// What is drawn: its sides, and a dot at each corner.
  ///
  /// - Parameter thickness: of sides, in pixels.
  func strokes(width: Int, height: Int, thickness: Double) -> [Stroke] {
    let size = SIMD2(Double(width), Double(height))
    let places = corners.map { $0 * size }
    return places.indices.flatMap { index in
      let (start, end) = (places[index], places[(index + 1) % places.count])
      return sides(from: start, to: end, thickness)
        + [Stroke(start: start, end: start, radius: 1.5 * thickness)]
    }
  }

  private func sides(
    from start: SIMD2<Double>, to end: SIMD2<Double>, _ thickness: Double
  ) -> [Stroke] {
    guard isGuess else { return [Stroke(start: start, end: end, radius: thickness / 2)] }
    let along = end - start
    let length = (along * along).sum().squareRoot()
    // A dash and a gap are three times as long as the line is thick; a dash begins and ends each side.
    let count = min(max(Int(length / (6 * thickness)), 1), 1000)
    let part = along / Double(2 * count + 1)
    return (0...count).map { index in
      let first = start + part * Double(2 * index)
      return Stroke(start: first, end: first + part, radius: thickness / 2)
    }
  }

  /// Red, green, blue: seen on wood, cloth and paper alike.
  private var colour: SIMD3<Double> { isGuess ? [255, 150, 0] : [0, 230, 80] }

  /// Draws it: first a dark edge that sets it off from what is as light as it, then itself.
  ///
  /// - Parameters:
  ///   - pixels: ``PixelFormat/rgb8``.
  ///   - thickness: of its sides, in pixels.
  func draw(on pixels: PixelBuffer, thickness: Double) {
    let strokes = strokes(width: pixels.width, height: pixels.height, thickness: thickness)
    let edge = max(1, thickness / 3)
    pixels.paint(strokes.map { $0.wider(by: edge) }, [0, 0, 0], opacity: 0.6)
    pixels.paint(strokes, colour, opacity: 1)
  }
}

extension PixelBuffer {
  /// Covers what any of the strokes covers, once, with a colour.
  fileprivate func paint(_ strokes: [Stroke], _ colour: SIMD3<Double>, opacity: Double) {
    var covered = [Float](repeating: 0, count: width * height)
    for stroke in strokes {
      let reach = stroke.reach(width: width, height: height)
      for y in reach.rows {
        for x in reach.columns {
          covered[y * width + x] = max(
            covered[y * width + x], Float(stroke.coverage(x: x, y: y)))
        }
      }
    }
    for y in 0..<height {
      // A row has three bytes for each pixel of the width.
      let row = unsafe planes[0].row(y, as: UInt8.self)
      for x in 0..<width where covered[y * width + x] > 0 {
        let share = Double(covered[y * width + x]) * opacity
        for channel in 0..<3 {
          let old = unsafe Double(row[3 * x + channel])
          unsafe row[3 * x + channel] = UInt8((old + (colour[channel] - old) * share).rounded())
        }
      }
    }
  }
}
