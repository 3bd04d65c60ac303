import PictureModel

/// A proposal, and what was measured of it in the small picture.
typealias MeasuredProposal = (proposal: ProposedQuad, features: QuadFeatures)

/// A quad in pixels of the larger picture, and everything that was measured of it.
struct SeenQuad {
  let quad: Quad
  /// Which sides are edges of the picture.
  let fixed: [Bool]
  var features: QuadFeatures

  var score: Double { QuadScore.total(features, by: QuadScore.close) }
}

/// Moves the sides of the best quads onto edges of the larger picture, and measures what is seen close to them.
struct CloseLook {
  private let sampler: ColourSampler
  /// From the picture in which quads were found to the larger one.
  private let scale: Point

  private static let most = 16
  /// How far sides are moved at first, and in the end, as shares of the diagonal.
  private static let (firstReach, lastReach) = (0.01, 0.005)
  /// So many profiles tell well enough where a side is; the last step takes more.
  private static let fewProfiles = 40

  /// - Parameters:
  ///   - searchedWidth: of the picture in which quads were found.
  ///   - height: of the same.
  init(at pixels: PixelBuffer, searchedWidth: Int, height: Int) {
    sampler = ColourSampler(pixels)
    scale = Point(
      Double(pixels.width) / Double(searchedWidth), Double(pixels.height) / Double(height))
  }

  /// The best quads that differ, moved onto edges and measured again.
  ///
  /// - Parameter ranked: best first.
  func seen(of ranked: [MeasuredProposal]) -> [SeenQuad] {
    let measurement = CloseMeasurement(sampler: sampler)
    var seen: [SeenQuad] = []
    for (proposal, features) in ranked {
      let rough = proposal.quad.scaled(by: scale)
      guard !seen.contains(where: { $0.quad.overlap(with: rough) > 0.93 }) else { continue }
      let fixed = proposal.lines.map(\.isFrame)
      let quad = SideRefinement(sampler: sampler, profiles: Self.fewProfiles)
        .refined(rough, fixed: fixed, reach: reach(Self.firstReach))
      guard !seen.contains(where: { $0.quad.overlap(with: quad) > 0.96 }) else { continue }
      var own = SeenQuad(quad: quad, fixed: fixed, features: features)
      measurement.measure(quad, fixed: fixed, into: &own.features)
      seen.append(own)
      if seen.count == Self.most { break }
    }
    return Self.compared(seen)
  }

  /// The quad with its sides as exactly on edges as can be.
  func detection(of seen: SeenQuad) -> PageDetection {
    let quad = SideRefinement(sampler: sampler)
      .refined(seen.quad, fixed: seen.fixed, reach: reach(Self.lastReach))
    let corners = quad.scaled(by: Point(1 / Double(sampler.width), 1 / Double(sampler.height)))
    return PageDetection(
      corners: corners, score: seen.score, reasons: QuadScore.reasons(seen.features))
  }

  /// With how good the sides are of quads around and within each: of two sheets, one on the other, the smaller one is
  /// within the larger one, as a table on a page is.
  private static func compared(_ quads: [SeenQuad]) -> [SeenQuad] {
    quads.map { own in
      var own = own
      for other in quads where other.quad != own.quad {
        let shared = own.quad.commonArea(with: other.quad)
        let good = min(other.features[.closeCoverLeast], other.features[.coverLeast])
        if shared > 0.93 * own.quad.area {
          own.features[.enclosed] = max(own.features[.enclosed], good)
        } else if shared > 0.93 * other.quad.area {
          own.features[.encloses] = max(own.features[.encloses], good)
        }
      }
      return own
    }
  }

  /// A share of the diagonal in pixels.
  private func reach(_ share: Double) -> Int {
    max(3, Int(share * Point(Double(sampler.width), Double(sampler.height)).length))
  }
}
