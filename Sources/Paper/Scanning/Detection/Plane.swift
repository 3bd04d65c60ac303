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
  @inline(__always)
  func sample(_ x: Int, _ y: Int) -> Float {
    let index = min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)
    // Row and column are held to the plane, which has as many samples.
    return unsafe samples.withUnsafeBufferPointer { unsafe Float($0[index]) }
  }

  /// The sample that a place lies in.
  @inline(__always)
  func sample(at point: Point) -> Float { sample(Int(point.x), Int(point.y)) }
}
