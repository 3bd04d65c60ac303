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
  public static let threshold = 14.5
  /// Candidates that score less are not worth showing to people: most pictures have some.
  public static let worthShowing = 9.0
  /// The longer side of a picture in which corners are found well enough, in pixels; more costs time alone.
  public static let sufficientLongSide = 1000

  /// The longer side of the picture in which lines are looked for.
  private static let searchedLongSide = 640
  private static let mostLines = 52
  private static let mostQuads = 1200

  public init() {}

  /// What may be the page, best first; quads that are nearly the same once.
  ///
  /// - Parameter pixels: upright, sRGB with 8 bits a sample (``PixelFormat/rgb8``).
  /// - Returns: at most `most`; none where the picture has no edges.
  public func candidates(in pixels: PixelBuffer, most: Int = 5) -> [PageDetection] {
    precondition(pixels.format == .rgb8)
    let planes = LabPlanes(pixels, longSide: Self.searchedLongSide)
    var chosen: [PageDetection] = []
    for found in ranked(in: planes) {
      let page = detection(of: found, in: pixels, planes)
      let isKnown = chosen.contains { $0.corners.overlap(with: page.corners) > 0.9 }
      if !isKnown { chosen.append(page) }
      if chosen.count == most { break }
    }
    return chosen
  }

  /// The page, and another one beside it, where there is: of at least a quarter of its size, and with as much that speaks
  /// for it as a page needs.
  ///
  /// - Returns: none where the picture has no edges.
  func pages(in pixels: PixelBuffer) -> [PageDetection] {
    let planes = LabPlanes(pixels, longSide: Self.searchedLongSide)
    let ranked = ranked(in: planes)
    guard let best = ranked.first else { return [] }
    let other = ranked.dropFirst().prefix {
      QuadScore.total($0.features) >= Self.threshold
    }.first { proposal, _ in
      proposal.quad.area >= best.proposal.quad.area / 4
        && !proposal.quad.meets(best.proposal.quad)
    }
    return [best, other].compactMap(\.self).map { detection(of: $0, in: pixels, planes) }
  }

  private func detection(
    of found: (proposal: ProposedQuad, features: QuadFeatures), in pixels: PixelBuffer,
    _ planes: LabPlanes
  ) -> PageDetection {
    let scale = Point(
      Double(pixels.width) / Double(planes.width), Double(pixels.height) / Double(planes.height))
    let quad = refined(found.proposal, scale: scale, in: pixels)
      .scaled(by: Point(1 / Double(pixels.width), 1 / Double(pixels.height)))
    return PageDetection(
      corners: quad, score: QuadScore.total(found.features),
      reasons: QuadScore.reasons(found.features))
  }

  /// All quads that were looked at, in shares of the picture, with what was measured of them: to find weights with.
  package func measured(in pixels: PixelBuffer) -> [(quad: Quad, features: [Double])] {
    let planes = LabPlanes(pixels, longSide: Self.searchedLongSide)
    let scale = Point(1 / Double(planes.width), 1 / Double(planes.height))
    return ranked(in: planes).map { ($0.proposal.quad.scaled(by: scale), $0.features.values) }
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
      return (proposal, features, QuadScore.total(features))
    }.sorted { $0.2 > $1.2 }.map { ($0.0, $0.1) }
  }

  /// The clearest lines of the picture, and its edges.
  func lines(in planes: LabPlanes) -> [EdgeLine] {
    let (width, height) = (Double(planes.width), Double(planes.height))
    let diagonal = Point(width, height).length
    var segments = SegmentFinder(minimumGradient: 80, minimumLength: 0.025 * diagonal)
      .segments(in: planes.lightness)
    for plane in [planes.greenRed, planes.blueYellow] {
      segments += SegmentFinder(minimumGradient: 60, minimumLength: 0.015 * diagonal)
        .segments(in: plane).map(\.doubled)
    }
    let lines = EdgeLine.merging(
      segments, angle: 0.07, distance: 0.006 * diagonal, most: Self.mostLines)
    return lines + Quad(width: width, height: height).sides.map { EdgeLine(frame: $0) }
  }

  private func refined(_ proposal: ProposedQuad, scale: Point, in pixels: PixelBuffer) -> Quad {
    let refinement = SideRefinement(pixels: pixels)
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
