/// Erosion and dilation by squares, which take thin dark or thin light things out of a plane.
extension Plane {
  /// Without what is darker than its surroundings and thinner than `size`, such as ink on paper.
  func closed(_ size: Int) -> Plane { extreme(size, max).extreme(size, min) }

  /// Without what is lighter than its surroundings and thinner than `size`, such as reflections.
  func opened(_ size: Int) -> Plane { extreme(size, min).extreme(size, max) }

  /// The extreme of the square of `size` around each sample; beyond the edges the outermost sample is repeated.
  @inline(__always)
  private func extreme(_ size: Int, _ pick: (Int16, Int16) -> Int16) -> Plane {
    let reach = size / 2
    let (wide, high) = (width + 2 * reach, height + 2 * reach)
    var padded = [Int16](repeating: 0, count: wide * high)
    var result = Plane(width: width, height: height)
    // Places are those of `wide` × `high` samples; of the picture they are held to its edges.
    unsafe padded.withUnsafeMutableBufferPointer { padded in
      for y in 0..<high {
        let row = min(max(y - reach, 0), height - 1) * width
        for x in 0..<wide {
          unsafe padded[y * wide + x] = samples[row + min(max(x - reach, 0), width - 1)]
        }
      }
      // Along rows, then along columns. What runs over the end of a row is not read again.
      unsafe Self.slide(padded, size: size, stride: 1, pick)
      unsafe Self.slide(padded, size: size, stride: wide, pick)
      for y in 0..<height {
        for x in 0..<width { result.samples[y * width + x] = unsafe padded[y * wide + x] }
      }
    }
    return result
  }

  /// Puts at each place the extreme of `size` samples from there on, `stride` apart: of two, then of four, until the
  /// last two overlap.
  @inline(__always)
  private static func slide(
    _ samples: UnsafeMutableBufferPointer<Int16>, size: Int, stride: Int,
    _ pick: (Int16, Int16) -> Int16
  ) {
    var covered = 1
    while covered < size {
      let shift = min(covered, size - covered) * stride
      for index in 0..<max(0, samples.count - shift) {
        unsafe samples[index] = pick(samples[index], samples[index + shift])
      }
      covered = min(2 * covered, size)
    }
  }
}
