import ConverterCore
public import PictureModel

/// Finds the page in a photo.
///
/// Straight edges in lightness and colour become lines, lines become quads, and a first score tells which quads are worth
/// a close look. Their sides are moved onto the edges of the larger picture, and a second score tells how much each is
/// like a page by what is seen close to its sides and of the other quads. The method began with what is published of the
/// best entries of the SmartDoc competition (Burie et al., ICDAR 2015).
public struct PageDetector: Sendable {
  /// The score from which on a quad is taken for a page.
  public static let threshold = 8.2
  /// Candidates that score less are not worth showing to people: most pictures have some.
  public static let worthShowing = 4.0
  /// The longer side of a picture in which corners are found well enough, in pixels; more costs time alone.
  public static let sufficientLongSide = 1000

  /// The longer side of the picture in which lines are looked for.
  private static let searchedLongSide = 640
  private static let mostLines = 56
  private static let mostQuads = 1200
  private static let mostMeasured = 500
  /// What has fewer pixels on a side shows no page whose words could be read.
  private static let leastSide = 100

  public init() {}

  /// What may be the page, best first; quads that are nearly the same once.
  ///
  /// - Parameters:
  ///   - pixels: upright, sRGB with 8 bits a sample (``/PictureModel/PixelFormat/rgb8``).
  ///   - most: how many are wanted at most.
  /// - Returns: none where the picture has no edges, or fewer than 100 pixels on a side.
  public func candidates(in pixels: PixelBuffer, most: Int = 5) -> [PageDetection] {
    precondition(pixels.format == .rgb8)
    let (look, seen) = look(at: pixels)
    var chosen: [PageDetection] = []
    for quad in seen {
      let page = look.detection(of: quad)
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
    let (look, seen) = look(at: pixels)
    guard let best = seen.first else { return [] }
    let other = seen.dropFirst().prefix { $0.score >= Self.threshold }.first {
      $0.quad.area >= best.quad.area / 4 && !$0.quad.meets(best.quad)
    }
    return [best, other].compactMap(\.self).map(look.detection)
  }

  private func look(at pixels: PixelBuffer) -> (look: CloseLook, seen: [SeenQuad]) {
    let planes = LabPlanes(pixels, longSide: Self.searchedLongSide)
    let look = CloseLook(at: pixels, searchedWidth: planes.width, height: planes.height)
    guard min(pixels.width, pixels.height) >= Self.leastSide else { return (look, []) }
    return (look, look.seen(of: ranked(in: planes)).sorted { $0.score > $1.score })
  }

  /// Quads that were looked at, in shares of the picture, with what was measured of them: to find the curves of the
  /// scores with.
  ///
  /// - Returns: all proposals as they are, and the best of them with the sides moved onto edges.
  package func measured(
    in pixels: PixelBuffer
  ) -> (coarse: [(quad: Quad, features: [Double])], close: [(quad: Quad, features: [Double])]) {
    let planes = LabPlanes(pixels, longSide: Self.searchedLongSide)
    let searched = Point(1 / Double(planes.width), 1 / Double(planes.height))
    let whole = Point(1 / Double(pixels.width), 1 / Double(pixels.height))
    let ranked = ranked(in: planes)
    let look = CloseLook(at: pixels, searchedWidth: planes.width, height: planes.height)
    return (
      ranked.map { ($0.proposal.quad.scaled(by: searched), $0.features.values) },
      look.seen(of: ranked).map { ($0.quad.scaled(by: whole), $0.features.values) }
    )
  }

  /// The best proposals with what was measured of them in the small picture, best first.
  private func ranked(in planes: LabPlanes) -> [MeasuredProposal] {
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
  private func lines(in planes: LabPlanes) -> [EdgeLine] {
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
}

extension Segment {
  /// The segment in a plane of twice the size.
  fileprivate var doubled: Segment {
    Segment(start: start * 2, end: end * 2, strength: strength)
  }
}
