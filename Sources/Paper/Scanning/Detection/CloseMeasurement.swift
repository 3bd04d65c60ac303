#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Measures what is seen close to the sides of a quad in the larger picture.
struct CloseMeasurement {
  let sampler: ColourSampler

  /// What was seen of one side.
  private struct Sight {
    let profile: SideProfile
    let step: SIMD3<Float>
    let inside: SIMD3<Float>
    let outside: SIMD3<Float>

    init?(_ profile: SideProfile) {
      guard profile.places.count >= 8 else { return nil }
      self.profile = profile
      step = Self.median(profile.places.map(\.place.step))
      inside = Self.median(profile.places.map(\.place.inside))
      outside = Self.median(profile.places.map(\.place.outside))
    }

    private static func median(_ colours: [SIMD3<Float>]) -> SIMD3<Float> {
      var result = SIMD3<Float>.zero
      for channel in 0..<3 {
        result[channel] = colours.map { $0[channel] }.sorted()[colours.count / 2]
      }
      return result
    }

    private func share(_ holds: (Double) -> Bool) -> Double? {
      let some = profile.places.filter { holds($0.at) }
      guard !some.isEmpty else { return nil }
      return Double(some.count { $0.place.isEdge }) / Double(some.count)
    }

    var cover: Double { share { _ in true } ?? 0 }
    var start: Double? { share { $0 < 0.13 } }
    var end: Double? { share { $0 > 0.87 } }

    /// The longest part of the side without an edge.
    var gap: Double {
      var (longest, current) = (0, 0)
      for (_, place) in profile.places {
        current = place.isEdge ? 0 : current + 1
        longest = max(longest, current)
      }
      return Double(longest) / Double(profile.places.count)
    }

    /// How much inside and outside differ, relative to how light they are.
    var contrast: Double {
      let relative = Double(step.length / ((inside.light + outside.light) / 2 + 24))
      return relative / (relative + 0.25)
    }

    /// How much lighter the inside is, −1…1.
    var polarity: Double {
      let (a, b) = (inside.light, outside.light)
      return max(-1, min(1, 2 * Double((a - b) / (a + b + 24))))
    }

    /// How much the colours differ apart from how light they are.
    var hue: Double {
      let difference =
        inside / max(inside.light, 16) - outside / max(outside.light, 16)
      return min(1, 3 * Double(difference.length))
    }

    /// How alike the change of colour is all along, 0…1.
    var evenness: Double {
      let length = step.length
      guard length > 2 else { return 0 }
      let axis = step / length
      let shares = profile.places.map {
        Double(min(max(($0.place.step * axis).sum() / length, 0), 1))
      }
      return shares.reduce(0, +) / Double(shares.count)
    }

    /// How much colours change along the side, relative to the change across it.
    func spread(_ colour: (SideProfile.Place) -> SIMD3<Float>, around middle: SIMD3<Float>)
      -> Double
    {
      let off = profile.places.map { (colour($0.place) - middle).length }.sorted()
      let typical = Double(off[off.count * 7 / 10])
      return typical / (typical + Double(step.length) + 6)
    }
  }

  /// - Parameters:
  ///   - quad: in pixels of the larger picture.
  ///   - fixed: which sides are edges of the picture.
  func measure(_ quad: Quad, fixed: [Bool], into features: inout QuadFeatures) {
    let sides = quad.sides
    let sights = zip(sides, fixed).map { side, isFixed in
      isFixed ? nil : Sight(SideProfile(side, in: sampler))
    }
    let seen = sights.compactMap { $0 }
    guard !seen.isEmpty else { return }
    func mean(_ value: (Sight) -> Double) -> Double {
      seen.reduce(0) { $0 + value($1) } / Double(seen.count)
    }
    features[.closeCover] = mean(\.cover)
    features[.closeCoverLeast] = seen.map(\.cover).min() ?? 0
    let ends = seen.flatMap { [$0.start, $0.end].compactMap { $0 } }
    features[.ends] = ends.isEmpty ? 0 : ends.reduce(0, +) / Double(ends.count)
    features[.endsLeast] = ends.min() ?? 0
    features[.gap] = seen.map(\.gap).max() ?? 0
    features[.closeContrast] = mean(\.contrast)
    features[.closeContrastLeast] = seen.map(\.contrast).min() ?? 0
    features[.polarityMean] = mean(\.polarity)
    features[.polarityLeast] = seen.map(\.polarity).min() ?? 0
    features[.hue] = mean(\.hue)
    features[.evenness] = mean(\.evenness)
    features[.evennessLeast] = seen.map(\.evenness).min() ?? 0
    features[.paperSpread] = seen.map { $0.spread(\.inside, around: $0.inside) }.max() ?? 0
    features[.groundSpread] = mean { $0.spread(\.outside, around: $0.outside) }
    features[.tilt] = tilt(of: sides)
    measureCorners(sights, into: &features)
    measureBeyond(sides, fixed: fixed, into: &features)
  }

  /// The largest angle between a side and the picture's edges, in degrees, 0…1.
  private func tilt(of sides: [Side]) -> Double {
    let sines = sides.map { min(abs($0.direction.x), abs($0.direction.y)) }
    return min(1, (sines.max() ?? 0) / sin(Double.pi / 180))
  }

  /// How much the paper differs between both sides of a corner, where the light is the same.
  private func measureCorners(_ sights: [Sight?], into features: inout QuadFeatures) {
    var differences: [Double] = []
    var levels: [Float] = []
    for index in 0..<4 {
      guard let one = sights[index], let other = sights[(index + 1) % 4] else { continue }
      levels.append((one.inside.light + 16) / (other.inside.light + 16))
      guard let a = one.profile.places.last, let b = other.profile.places.first, a.at > 0.9,
        b.at < 0.1
      else { continue }
      let difference = Double(
        (a.place.inside - b.place.inside).length / (a.place.inside.light + 24))
      differences.append(difference / (difference + 0.1))
    }
    differences.sort()
    features[.cornerPaper] =
      differences.isEmpty ? 0.4 : differences.reduce(0, +) / Double(differences.count)
    features[.cornerPaperWorst] = differences.last ?? 0.4
    features[.sidePaper] = min(1, Double(levels.map { abs(log($0)) }.max() ?? 0.1))
  }

  /// Edges that go on beyond the corners.
  private func measureBeyond(_ sides: [Side], fixed: [Bool], into features: inout QuadFeatures) {
    var beyond: [Double] = []
    for index in 0..<4 where !fixed[index] {
      for isStart in [true, false] where !fixed[(index + (isStart ? 3 : 1)) % 4] {
        if let share = SideProfile.edgesBeyond(sides[index], isStart: isStart, in: sampler) {
          beyond.append(share)
        }
      }
    }
    features[.beyond] = beyond.isEmpty ? 0 : beyond.reduce(0, +) / Double(beyond.count)
    features[.beyondWorst] = beyond.max() ?? 0
  }
}
