/// The colours across a side of a quad, from outside to inside, at places all along it.
struct SideProfile {
  /// What is seen across one place of the side.
  struct Place {
    /// The mean colours a few pixels inside and outside.
    let inside: SIMD3<Float>
    let outside: SIMD3<Float>
    /// Whether there is an edge at the side that is clearer than others nearby.
    let isEdge: Bool

    var step: SIMD3<Float> { inside - outside }
  }

  /// Those within the picture, in order, and where on the side each is, 0…1.
  private(set) var places: [(at: Double, place: Place)] = []

  private static let count = 32
  private static let reach = 11

  init(_ side: Side, in sampler: ColourSampler) {
    for index in 0..<Self.count {
      let at = (Double(index) + 0.5) / Double(Self.count)
      if let place = Self.place(at, of: side, in: sampler) { places.append((at, place)) }
    }
  }

  /// The share of places beyond an end of the side that have an edge on its line.
  static func edgesBeyond(_ side: Side, isStart: Bool, in sampler: ColourSampler) -> Double? {
    let (from, step) = (isStart ? 0.0 : 1.0, isStart ? -1.0 : 1.0)
    var (edges, count) = (0, 0)
    for index in 0..<6 {
      let away = (8 + 7 * Double(index)) / max(side.length, 1)
      guard let place = place(from + step * away, of: side, in: sampler, isShort: true) else {
        continue
      }
      edges += place.isEdge ? 1 : 0
      count += 1
    }
    return count < 3 ? nil : Double(edges) / Double(count)
  }

  private static func place(
    _ at: Double, of side: Side, in sampler: ColourSampler, isShort: Bool = false
  ) -> Place? {
    let middle = side.point(at: at)
    guard sampler.contains(middle, margin: Double(reach) / 2) else { return nil }
    let inward = side.inward
    // The mean of four places beside each other is noisy half as much.
    let apart = isShort ? 1.5 : max(1, side.length / Double(count) / 4)
    let along = side.direction * apart
    var colours = [SIMD3<Float>](repeating: .zero, count: 2 * reach + 1)
    for offset in -reach...reach {
      let point = middle + inward * Double(offset)
      var sum = SIMD3<Float>.zero
      for step in [-1.5, -0.5, 0.5, 1.5] { sum += sampler.nearest(point + along * step) }
      colours[offset + reach] = sum / 4
    }
    return Place(colours, middle: reach)
  }
}

extension SideProfile.Place {
  /// - Parameter colours: from outside to inside, a pixel apart; the side is at `middle`.
  fileprivate init(_ colours: [SIMD3<Float>], middle: Int) {
    func mean(_ range: ClosedRange<Int>) -> SIMD3<Float> {
      range.reduce(SIMD3<Float>.zero) { $0 + colours[middle + $1] } / Float(range.count)
    }
    (inside, outside) = (mean(3...8), mean(-8 ... -3))
    func slope(_ offset: Int) -> Float {
      (colours[middle + offset + 1] - colours[middle + offset - 1]).length
    }
    let own = (-2...2).map(slope).max() ?? 0
    let others = ((5...10).map(slope) + (5...10).map { slope(-$0) }).sorted()
    isEdge = own > max(4, 1.6 * others[others.count / 2]) && own >= 0.9 * others[others.count - 3]
  }
}
