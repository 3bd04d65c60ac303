/// A rectangle that may lie aslant: where a line of text is.
struct SlantedBox: Equatable, Sendable {
  var x: Double
  var y: Double
  /// The unit vector along the text; the one down from it is (-`alongY`, `alongX`). It points to the right, at 45° or less.
  var alongX: Double
  var alongY: Double
  /// Along the text.
  var width: Double
  var height: Double

  /// The smallest rectangle around points, which are the centres of pixels (rotating calipers on the convex hull).
  init?(around points: [(x: Double, y: Double)]) {
    let hull = Self.hull(points)
    guard let first = hull.first else { return nil }
    self.init(x: first.x, y: first.y, alongX: 1, alongY: 0, width: 0, height: 0)
    var least = Double.infinity
    for (index, start) in hull.enumerated() {
      let end = hull[(index + 1) % hull.count]
      let length = ((end.x - start.x) * (end.x - start.x) + (end.y - start.y) * (end.y - start.y))
        .squareRoot()
      let direction =
        length > 0
        ? Self.rightward((end.x - start.x) / length, (end.y - start.y) / length) : (1.0, 0.0)
      let box = Self.box(around: hull, direction)
      if box.width * box.height < least {
        least = box.width * box.height
        self = box
      }
    }
  }

  init(
    x: Double, y: Double, alongX: Double, alongY: Double, width: Double, height: Double
  ) {
    (self.x, self.y, self.alongX, self.alongY) = (x, y, alongX, alongY)
    (self.width, self.height) = (width, height)
  }

  /// Of the four directions of a rectangle's sides the one that points to the right.
  private static func rightward(_ x: Double, _ y: Double) -> (Double, Double) {
    if abs(x) >= abs(y) { return x < 0 ? (-x, -y) : (x, y) }
    return y < 0 ? (-y, x) : (y, -x)
  }

  private static func box(
    around points: [(x: Double, y: Double)], _ along: (x: Double, y: Double)
  ) -> SlantedBox {
    let across = points.map { $0.x * along.x + $0.y * along.y }
    let down = points.map { -$0.x * along.y + $0.y * along.x }
    let (left, right) = (across.min() ?? 0, across.max() ?? 0)
    let (top, bottom) = (down.min() ?? 0, down.max() ?? 0)
    let (u, v) = ((left + right) / 2, (top + bottom) / 2)
    return SlantedBox(
      x: u * along.x - v * along.y, y: u * along.y + v * along.x, alongX: along.x,
      alongY: along.y, width: right - left, height: bottom - top)
  }

  /// The convex hull (Andrew's monotone chain).
  private static func hull(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    let sorted = points.sorted { ($0.x, $0.y) < ($1.x, $1.y) }
    guard sorted.count > 2 else { return sorted }
    func chain(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
      var kept: [(x: Double, y: Double)] = []
      for point in points {
        while kept.count >= 2 {
          let (a, b) = (kept[kept.count - 2], kept[kept.count - 1])
          guard (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) <= 0 else { break }
          kept.removeLast()
        }
        kept.append(point)
      }
      return kept.dropLast()
    }
    return chain(sorted) + chain(sorted.reversed())
  }

  /// Grown on each side by its area over its perimeter, times `ratio`: the network marks the middle of lines alone.
  func grown(by ratio: Double) -> SlantedBox {
    guard width + height > 0 else { return self }
    let distance = width * height * ratio / (2 * (width + height))
    var box = self
    box.width += 2 * distance
    box.height += 2 * distance
    return box
  }

  /// The same place in a picture that is so many times as wide and high.
  func scaled(_ horizontally: Double, _ vertically: Double) -> SlantedBox {
    SlantedBox(
      x: x * horizontally, y: y * vertically, alongX: alongX, alongY: alongY,
      width: width * (abs(alongX) * horizontally + abs(alongY) * vertically),
      height: height * (abs(alongX) * vertically + abs(alongY) * horizontally))
  }

  /// The point at parts of the width and the height: (0, 0) is the top left corner.
  func point(_ across: Double, _ down: Double) -> (x: Double, y: Double) {
    let (u, v) = ((across - 0.5) * width, (down - 0.5) * height)
    return (x + u * alongX - v * alongY, y + u * alongY + v * alongX)
  }

  /// Whether the text in it goes up or down, as far as its shape tells.
  var isUpright: Bool { height >= 1.5 * width }

  /// The same rectangle as a line of text that goes down.
  var turned: SlantedBox {
    SlantedBox(x: x, y: y, alongX: -alongY, alongY: alongX, width: height, height: width)
  }
}
