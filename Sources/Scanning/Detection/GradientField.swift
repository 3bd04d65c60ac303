/// The gradients of a plane, and which of them belong to a region already.
struct GradientField {
  private let width: Int
  private let height: Int
  private let minimum: Float
  /// Gradients along x and y, in hundredths of a unit of CIELAB for a sample.
  private var gradients: [SIMD2<Float>]
  private var magnitudes: [Float]
  private var used: [Bool]

  /// - Precondition: the plane has three rows and columns.
  init(_ plane: Plane, minimum: Float) {
    (width, height, self.minimum) = (plane.width, plane.height, minimum)
    gradients = [SIMD2<Float>](repeating: .zero, count: width * height)
    magnitudes = [Float](repeating: 0, count: width * height)
    used = [Bool](repeating: true, count: width * height)
    plane.samples.withUnsafeBufferPointer { samples in
      for y in 1..<height - 1 {
        for x in 1..<width - 1 {
          let i = y * width + x
          func at(_ offset: Int) -> Float { Float(samples[i + offset]) }
          let right = at(1 - width) + 2 * at(1) + at(1 + width)
          let left = at(-1 - width) + 2 * at(-1) + at(-1 + width)
          let below = at(width - 1) + 2 * at(width) + at(width + 1)
          let above = at(-width - 1) + 2 * at(-width) + at(-width + 1)
          let gradient = SIMD2(right - left, below - above) / 8
          let magnitude = (gradient * gradient).sum().squareRoot()
          gradients[i] = gradient
          magnitudes[i] = magnitude
          used[i] = magnitude < minimum
        }
      }
    }
  }

  func isUsed(_ index: Int32) -> Bool { used[Int(index)] }

  func magnitude(_ index: Int32) -> Float { magnitudes[Int(index)] }

  /// The middle of a sample.
  func place(_ index: Int32) -> Point {
    Point(Double(Int(index) % width) + 0.5, Double(Int(index) / width) + 0.5)
  }

  /// The samples of edges, roughly in the order of their gradients.
  func strongestFirst() -> [Int32] {
    let classes = 128
    func rank(_ magnitude: Float) -> Int {
      // A step for each 12 % or so above the minimum, at first.
      classes - 1 - min(classes - 1, Int((magnitude / minimum - 1) * 8))
    }
    var counts = [Int](repeating: 0, count: classes + 1)
    for index in used.indices where !used[index] { counts[rank(magnitudes[index]) + 1] += 1 }
    for index in 1...classes { counts[index] += counts[index - 1] }
    var order = [Int32](repeating: 0, count: counts[classes])
    for index in used.indices where !used[index] {
      let rank = rank(magnitudes[index])
      order[counts[rank]] = Int32(truncatingIfNeeded: index)
      counts[rank] += 1
    }
    return order
  }

  /// Collects the samples that are joined to `seed` and whose gradients point as their mean does.
  ///
  /// - Parameter alike: the least cosine between a gradient and the mean.
  mutating func grow(from seed: Int32, into region: inout [Int32], alike: Float) {
    region.removeAll(keepingCapacity: true)
    region.append(seed)
    used[Int(seed)] = true
    var sum = gradients[Int(seed)] / magnitudes[Int(seed)]
    var next = 0
    while next < region.count {
      let centre = Int(region[next])
      next += 1
      let length = (sum * sum).sum().squareRoot()
      for offset in [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1] {
        let index = centre + offset
        guard !used[index] else { continue }
        let gradient = gradients[index]
        let magnitude = magnitudes[index]
        guard (gradient * sum).sum() >= alike * magnitude * length else { continue }
        used[index] = true
        region.append(Int32(truncatingIfNeeded: index))
        sum += gradient / magnitude
      }
    }
  }

  /// Lets the samples of a region, but its first, be part of others.
  mutating func release(_ region: [Int32]) {
    for index in region.dropFirst() { used[Int(index)] = false }
  }
}
