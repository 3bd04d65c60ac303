/// The gradients of a plane, and which of them belong to a region already.
struct GradientField {
  private let width: Int
  private let height: Int
  private let minimum: Float
  /// Gradients along x and y, in hundredths of a unit of CIELAB for a sample.
  private var across: [Float]
  private var down: [Float]
  private var magnitudes: [Float]
  private var used: [Bool]

  /// - Precondition: the plane has three rows and columns.
  init(_ plane: Plane, minimum: Float) {
    (width, height, self.minimum) = (plane.width, plane.height, minimum)
    across = [Float](repeating: 0, count: width * height)
    (down, magnitudes) = (across, across)
    used = [Bool](repeating: true, count: width * height)
    for y in 1..<height - 1 { differentiate(plane, row: y) }
  }

  /// Sobel's operator for a row; loops of whole numbers, which the compiler does several at a time.
  ///
  /// - Parameter row: neither the first nor the last, as no column that is looked at is: all eight samples around are
  /// there.
  private mutating func differentiate(_ plane: Plane, row: Int) {
    let (width, first, minimum) = (width, row * width, minimum)
    unsafe plane.samples.withUnsafeBufferPointer { samples in
      unsafe across.withUnsafeMutableBufferPointer { across in
        unsafe down.withUnsafeMutableBufferPointer { down in
          for i in first + 1..<first + width - 1 {
            func at(_ offset: Int) -> Int32 { unsafe Int32(samples[i + offset]) }
            let (a, b, c) = (at(-1 - width), at(-width), at(1 - width))
            let (d, e) = (at(-1), at(1))
            let (f, g, h) = (at(width - 1), at(width), at(width + 1))
            unsafe across[i] = Float(c &+ e &+ e &+ h &- a &- d &- d &- f) / 8
            unsafe down[i] = Float(f &+ g &+ g &+ h &- a &- b &- b &- c) / 8
          }
        }
      }
    }
    unsafe across.withUnsafeBufferPointer { across in
      unsafe down.withUnsafeBufferPointer { down in
        unsafe magnitudes.withUnsafeMutableBufferPointer { magnitudes in
          for i in first + 1..<first + width - 1 {
            unsafe magnitudes[i] = (across[i] * across[i] + down[i] * down[i]).squareRoot()
          }
        }
      }
    }
    for i in first + 1..<first + width - 1 { used[i] = magnitudes[i] < minimum }
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
  ///
  /// Samples at the edges are used from the beginning, so that those around one that is not are all there.
  mutating func grow(from seed: Int32, into region: inout [Int32], alike: Float) {
    region.removeAll(keepingCapacity: true)
    region.append(seed)
    let first = Int(seed)
    used[first] = true
    var x = across[first] / magnitudes[first]
    var y = down[first] / magnitudes[first]
    var next = 0
    let width = width
    unsafe across.withUnsafeBufferPointer { across in
      unsafe down.withUnsafeBufferPointer { down in
        unsafe magnitudes.withUnsafeBufferPointer { magnitudes in
          unsafe used.withUnsafeMutableBufferPointer { used in
            while next < region.count {
              let centre = Int(region[next])
              next += 1
              let least = alike * (x * x + y * y).squareRoot()
              for row in [centre - width, centre, centre + width] {
                for index in row - 1...row + 1 where unsafe !used[index] {
                  let magnitude = unsafe magnitudes[index]
                  guard unsafe across[index] * x + down[index] * y >= least * magnitude else {
                    continue
                  }
                  unsafe used[index] = true
                  region.append(Int32(truncatingIfNeeded: index))
                  unsafe x += across[index] / magnitude
                  unsafe y += down[index] / magnitude
                }
              }
            }
          }
        }
      }
    }
  }

  /// Lets the samples of a region, but its first, be part of others.
  mutating func release(_ region: [Int32]) {
    for index in region.dropFirst() { used[Int(index)] = false }
  }
}
