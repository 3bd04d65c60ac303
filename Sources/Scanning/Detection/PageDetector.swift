import ConverterCore
public import PictureModel

/// Finds the page in a photo.
///
/// Straight edges in lightness and colour become lines, lines become quads, and one score tells how much a quad is like
/// a page: edges and contrast along its sides, paper of one colour inside. The best quad is then moved onto the edges in
/// the larger picture. The method follows what is published of the best entries of the SmartDoc competition
/// (Burie et al., ICDAR 2015).
public struct PageDetector: Sendable {
  /// The score from which on a quad is taken for a page.
  public static let threshold = 5.0
  /// The longer side of a picture in which corners are found well enough, in pixels; more costs time alone.
  public static let sufficientLongSide = 1000

  /// The longer side of the picture in which lines are looked for.
  private static let searchedLongSide = 640
  private static let mostLines = 56
  private static let mostQuads = 1200
  private static let mostMeasured = 500
  private static let mostCloseLooks = 16

  public init() {}

  /// What may be the page, best first; quads that are nearly the same once.
  ///
  /// - Parameter pixels: upright, sRGB with 8 bits a sample (``PixelFormat/rgb8``).
  /// - Returns: at most `most`; none where the picture has no edges.
  public func candidates(in pixels: PixelBuffer, most: Int = 5) -> [PageDetection] {
    precondition(pixels.format == .rgb8)
    let planes = LabPlanes(pixels, longSide: Self.searchedLongSide)
    let whole = Point(1 / Double(pixels.width), 1 / Double(pixels.height))
    let sampler = ColourSampler(pixels)
    let scored = closeLook(at: ranked(in: planes), planes: planes, in: sampler).map { seen in
      (seen, QuadScore.total(seen.features, by: QuadScore.close))
    }.sorted { $0.1 > $1.1 }
    let refinement = SideRefinement(sampler: sampler)
    var chosen: [PageDetection] = []
    for (seen, score) in scored {
      let quad = refinement.refined(seen.quad, fixed: seen.fixed, reach: reach(0.005, in: sampler))
      let corners = quad.scaled(by: whole)
      guard !chosen.contains(where: { $0.corners.overlap(with: corners) > 0.9 }) else { continue }
      chosen.append(
        PageDetection(corners: corners, score: score, reasons: QuadScore.reasons(seen.features)))
      if chosen.count == most { break }
    }
    return chosen
  }

  /// Quads that were looked at, in shares of the picture, with what was measured of them: to find weights with.
  ///
  /// - Returns: all proposals as they are, and the best of them with the sides moved onto edges.
  package func measured(
    in pixels: PixelBuffer
  ) -> (coarse: [(quad: Quad, features: [Double])], close: [(quad: Quad, features: [Double])]) {
    let planes = LabPlanes(pixels, longSide: Self.searchedLongSide)
    let scale = Point(1 / Double(planes.width), 1 / Double(planes.height))
    let ranked = ranked(in: planes)
    let small = Point(1 / Double(pixels.width), 1 / Double(pixels.height))
    return (
      ranked.map { ($0.proposal.quad.scaled(by: scale), $0.features.values) },
      closeLook(at: ranked, planes: planes, in: ColourSampler(pixels)).map {
        ($0.quad.scaled(by: small), $0.features.values)
      }
    )
  }

  /// A quad in pixels of the larger picture, and everything that was measured of it.
  struct SeenQuad {
    let quad: Quad
    /// Which sides are edges of the picture.
    let fixed: [Bool]
    var features: QuadFeatures
  }

  /// The best quads that differ, moved onto edges and measured again in the larger picture.
  func closeLook(
    at ranked: [(proposal: ProposedQuad, features: QuadFeatures)], planes: LabPlanes,
    in sampler: ColourSampler
  ) -> [SeenQuad] {
    let scale = Point(
      Double(sampler.width) / Double(planes.width), Double(sampler.height) / Double(planes.height))
    let measurement = CloseMeasurement(sampler: sampler)
    var seen: [SeenQuad] = []
    for (proposal, features) in ranked {
      let rough = proposal.quad.scaled(by: scale)
      guard !seen.contains(where: { $0.quad.overlap(with: rough) > 0.93 }) else { continue }
      let quad = refined(proposal, scale: scale, in: sampler)
      guard !seen.contains(where: { $0.quad.overlap(with: quad) > 0.96 }) else { continue }
      var own = SeenQuad(quad: quad, fixed: proposal.lines.map(\.isFrame), features: features)
      measurement.measure(quad, fixed: own.fixed, into: &own.features)
      seen.append(own)
      if seen.count == Self.mostCloseLooks { break }
    }
    compare(&seen)
    return seen
  }

  /// How good the sides are of quads around and within each.
  private func compare(_ quads: inout [SeenQuad]) {
    for index in quads.indices {
      let own = quads[index].quad
      for other in quads where other.quad != own {
        let union = (own.area + other.quad.area) / (1 + 1 / max(1e-9, own.overlap(with: other.quad)))
        let good = min(other.features[.closeCoverLeast], other.features[.coverLeast])
        if union > 0.93 * own.area {
          quads[index].features[.enclosed] = max(quads[index].features[.enclosed], good)
        } else if union > 0.93 * other.quad.area {
          quads[index].features[.encloses] = max(quads[index].features[.encloses], good)
        }
      }
    }
  }

  /// The best proposals with what was measured of them, best first.
  func ranked(in planes: LabPlanes) -> [(proposal: ProposedQuad, features: QuadFeatures)] {
    let lines = lines(in: planes)
    let measurement = QuadMeasurement(planes, lines: lines)
    let proposals = QuadProposals(width: Double(planes.width), height: Double(planes.height))
    // What costs little tells which are worth the rest.
    let first = proposals.best(Self.mostQuads, of: lines).map { proposal in
      let features = measurement.features(ofShapeAndLines: proposal)
      return (proposal, features, QuadScore.total(features, by: QuadScore.shapeAndLines))
    }.sorted { $0.2 > $1.2 }.prefix(Self.mostMeasured)
    return first.map { proposal, features, _ in
      let all = measurement.addingColours(of: proposal, to: features)
      return (proposal, all, QuadScore.total(all, by: QuadScore.coarse))
    }.sorted { $0.2 > $1.2 }.map { ($0.0, $0.1) }
  }

  /// The clearest lines of the picture, and its edges.
  func lines(in planes: LabPlanes) -> [EdgeLine] {
    let (width, height) = (Double(planes.width), Double(planes.height))
    let diagonal = Point(width, height).length
    var segments = SegmentFinder(minimumGradient: 40, minimumLength: 0.025 * diagonal)
      .segments(in: planes.lightness)
    // Where a sheet lies on another there may be its thin shadow alone. Rows of print are no long straight edges.
    segments += SegmentFinder(minimumGradient: 60, minimumLength: 0.08 * diagonal)
      .segments(in: planes.fullLightness)
    for plane in [planes.greenRed, planes.blueYellow] {
      segments += SegmentFinder(minimumGradient: 60, minimumLength: 0.015 * diagonal)
        .segments(in: plane).map(\.doubled)
    }
    let lines = EdgeLine.merging(
      segments, angle: 0.07, distance: 0.006 * diagonal, most: Self.mostLines)
    return lines + Quad(width: width, height: height).sides.map { EdgeLine(frame: $0) }
  }

  /// The quad with its sides on edges, as well as a few profiles tell.
  private func refined(_ proposal: ProposedQuad, scale: Point, in sampler: ColourSampler) -> Quad {
    let refinement = SideRefinement(sampler: sampler, profiles: 40)
    return refinement.refined(
      proposal.quad.scaled(by: scale), fixed: proposal.lines.map(\.isFrame),
      reach: reach(0.01, in: sampler))
  }

  /// A share of the diagonal in pixels.
  private func reach(_ share: Double, in sampler: ColourSampler) -> Int {
    max(3, Int(share * Point(Double(sampler.width), Double(sampler.height)).length))
  }
}

extension Segment {
  /// The segment in a plane of twice the size.
  fileprivate var doubled: Segment {
    Segment(start: start * 2, end: end * 2, strength: strength)
  }
}
