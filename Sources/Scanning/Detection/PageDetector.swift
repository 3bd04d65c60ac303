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
    let scored = closeLook(at: ranked(in: planes), planes: planes, in: pixels).map { seen in
      (seen.quad, seen.features, QuadScore.total(seen.features, by: QuadScore.close))
    }.sorted { $0.2 > $1.2 }
    var chosen: [PageDetection] = []
    for (quad, features, score) in scored {
      let corners = quad.scaled(by: whole)
      guard !chosen.contains(where: { $0.corners.overlap(with: corners) > 0.9 }) else { continue }
      chosen.append(
        PageDetection(corners: corners, score: score, reasons: QuadScore.reasons(features)))
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
      closeLook(at: ranked, planes: planes, in: pixels).map {
        ($0.quad.scaled(by: small), $0.features.values)
      }
    )
  }

  /// The best quads that differ, moved onto edges and measured again in the larger picture.
  func closeLook(
    at ranked: [(proposal: ProposedQuad, features: QuadFeatures)], planes: LabPlanes,
    in pixels: PixelBuffer
  ) -> [(quad: Quad, features: QuadFeatures)] {
    let scale = Point(
      Double(pixels.width) / Double(planes.width), Double(pixels.height) / Double(planes.height))
    let measurement = CloseMeasurement(sampler: ColourSampler(pixels))
    var chosen: [(quad: Quad, features: QuadFeatures)] = []
    for (proposal, coarse) in ranked {
      let rough = proposal.quad.scaled(by: scale)
      guard !chosen.contains(where: { $0.quad.overlap(with: rough) > 0.93 }) else { continue }
      let quad = refined(proposal, scale: scale, in: pixels)
      guard !chosen.contains(where: { $0.quad.overlap(with: quad) > 0.96 }) else { continue }
      var features = coarse
      measurement.measure(quad, fixed: proposal.lines.map(\.isFrame), into: &features)
      chosen.append((quad, features))
      if chosen.count == Self.mostCloseLooks { break }
    }
    compare(&chosen)
    return chosen
  }

  /// How good the sides are of quads around and within each.
  private func compare(_ quads: inout [(quad: Quad, features: QuadFeatures)]) {
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

  /// All proposals with what was measured of them, best first.
  func ranked(in planes: LabPlanes) -> [(proposal: ProposedQuad, features: QuadFeatures)] {
    let lines = lines(in: planes)
    let measurement = QuadMeasurement(planes, lines: lines)
    let (width, height) = (Double(planes.width), Double(planes.height))
    let proposals = QuadProposals(width: width, height: height)
    let found = proposals.best(Self.mostQuads, of: lines)
    return found.map { proposal in
      let features = measurement.features(of: proposal)
      return (proposal, features, QuadScore.total(features, by: QuadScore.coarse))
    }.sorted { $0.2 > $1.2 }.map { ($0.0, $0.1) }
  }

  /// The clearest lines of the picture, and its edges.
  func lines(in planes: LabPlanes) -> [EdgeLine] {
    let (width, height) = (Double(planes.width), Double(planes.height))
    let diagonal = Point(width, height).length
    var segments = SegmentFinder(minimumGradient: 40, minimumLength: 0.025 * diagonal)
      .segments(in: planes.lightness)
    // Where a sheet lies on another there may be its thin shadow alone. Rows of print are no long straight edges.
    segments += SegmentFinder(minimumGradient: 40, minimumLength: 0.08 * diagonal)
      .segments(in: planes.fullLightness)
    for plane in [planes.greenRed, planes.blueYellow] {
      segments += SegmentFinder(minimumGradient: 60, minimumLength: 0.015 * diagonal)
        .segments(in: plane).map(\.doubled)
    }
    let lines = EdgeLine.merging(
      segments, angle: 0.07, distance: 0.006 * diagonal, most: Self.mostLines)
    return lines + Quad(width: width, height: height).sides.map { EdgeLine(frame: $0) }
  }

  private func refined(_ proposal: ProposedQuad, scale: Point, in pixels: PixelBuffer) -> Quad {
    let refinement = SideRefinement(sampler: ColourSampler(pixels))
    let fixed = proposal.lines.map(\.isFrame)
    let diagonal = Point(Double(pixels.width), Double(pixels.height)).length
    var quad = proposal.quad.scaled(by: scale)
    for reach in [0.01, 0.005] {
      quad = refinement.refined(quad, fixed: fixed, reach: max(3, Int(reach * diagonal)))
    }
    return quad
  }
}

extension Segment {
  /// The segment in a plane of twice the size.
  fileprivate var doubled: Segment {
    Segment(start: start * 2, end: end * 2, strength: strength)
  }
}
