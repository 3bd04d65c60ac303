/// One channel of a picture, in hundredths of a unit of CIELAB.
///
/// L* goes from 0 to 10000; a* and b* from about −12800 to 12800.
struct Plane {
  let width: Int
  let height: Int
  var samples: [Int16]

  init(width: Int, height: Int) {
    self.init(width: width, height: height, samples: [Int16](repeating: 0, count: width * height))
  }

  init(width: Int, height: Int, samples: [Int16]) {
    precondition(samples.count == width * height)
    self.width = width
    self.height = height
    self.samples = samples
  }

  /// The sample at a place, that of the nearest edge outside the picture.
  func sample(_ x: Int, _ y: Int) -> Float {
    Float(samples[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)])
  }

  /// Between samples, of which each stands at the middle of its pixel.
  func sample(at point: Point) -> Float {
    let (x, y) = (Float(point.x) - 0.5, Float(point.y) - 0.5)
    let (column, row) = (x.rounded(.down), y.rounded(.down))
    let (dx, dy) = (x - column, y - row)
    let (c, r) = (Int(column), Int(row))
    let top = sample(c, r) * (1 - dx) + sample(c + 1, r) * dx
    let bottom = sample(c, r + 1) * (1 - dx) + sample(c + 1, r + 1) * dx
    return top * (1 - dy) + bottom * dy
  }
}
