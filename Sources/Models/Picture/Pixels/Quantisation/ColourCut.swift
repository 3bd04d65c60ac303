/// Points of the colour cube in groups, each to be one colour of a palette.
struct ColourCut {
  /// Red, green, blue and weight; those of a group stand together.
  private(set) var points: [SIMD4<Float>]
  private var groups: [Group]

  private struct Group {
    var range: Range<Int>
    /// Of the weighted points.
    var mean: SIMD4<Double>
    /// The sum of squared distances from the mean, along each axis.
    var error: SIMD4<Double>

    var total: Double { error.x + error.y + error.z }

    /// The axis along which the points differ most.
    var axis: Int {
      error.x > error.y ? (error.x > error.z ? 0 : 2) : (error.y > error.z ? 1 : 2)
    }
  }

  init(_ points: [SIMD4<Float>]) {
    self.points = points
    groups = []
    if !points.isEmpty { groups = [group(0..<points.count)] }
  }

  var means: [SIMD4<UInt8>] { groups.map { SIMD4($0.mean, opaque: true) } }

  /// Cuts the group with the largest error until there are `count`, or none can be cut.
  mutating func divide(into count: Int) {
    while groups.count < count {
      var worst = -1
      for index in groups.indices where groups[index].range.count > 1 {
        if worst < 0 || groups[index].total > groups[worst].total { worst = index }
      }
      guard worst >= 0, groups[worst].total > 0 else { return }
      let (first, second) = halves(of: groups[worst])
      groups[worst] = first
      groups.append(second)
    }
  }

  /// Cuts where the two means then explain most.
  private mutating func halves(of whole: Group) -> (Group, Group) {
    let (range, axis) = (whole.range, whole.axis)
    points[range].sort { $0[axis] < $1[axis] }
    let weight = sum(range) { Double($0.w) }
    let total = sum(range) { Double($0[axis]) * Double($0.w) }
    var (below, sumBelow) = (0.0, 0.0)
    var best = (gain: -1.0, cut: range.lowerBound + 1)
    for index in range.dropLast() {
      let point = points[index]
      below += Double(point.w)
      sumBelow += Double(point[axis]) * Double(point.w)
      if point[axis] == points[index + 1][axis] { continue }
      let (above, sumAbove) = (weight - below, total - sumBelow)
      let gain = sumBelow * sumBelow / below + sumAbove * sumAbove / max(1, above)
      if gain > best.gain { best = (gain, index + 1) }
    }
    return (
      group(range.lowerBound..<best.cut), group(best.cut..<range.upperBound)
    )
  }

  private func sum(_ range: Range<Int>, _ value: (SIMD4<Float>) -> Double) -> Double {
    points[range].reduce(0) { $0 + value($1) }
  }

  private func group(_ range: Range<Int>) -> Group {
    var (sum, squares, weight) = (SIMD4<Double>.zero, SIMD4<Double>.zero, 0.0)
    for point in points[range] {
      let colour = SIMD4(Double(point.x), Double(point.y), Double(point.z), 0)
      sum += colour * Double(point.w)
      squares += colour * colour * Double(point.w)
      weight += Double(point.w)
    }
    let mean = sum / weight
    return Group(range: range, mean: mean, error: squares - sum * mean)
  }
}
