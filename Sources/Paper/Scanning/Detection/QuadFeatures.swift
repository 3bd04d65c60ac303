/// What speaks for a quad being a page, and what against it.
struct QuadFeatures {
  /// Each 0…1, in the order of ``Feature``.
  var values: [Double]

  enum Feature: Int, CaseIterable {
    /// The share of the sides that has an edge.
    case cover
    /// How clearly inside and outside differ in colour along the side where they differ least.
    case contrast
    /// Whether the inside is lighter all around.
    case polarity
    /// How sudden the change of colour is at the sides.
    case sharpness, leastSharpness
    /// The share of the extended sides that has an edge beyond the corners.
    case overrun
    /// The square root of the share of the picture.
    case size
    /// How far the corners are from right angles, and opposite sides from equal lengths.
    case skewness, imbalance
    /// How much lighter the inside is on the whole than the rest of the picture.
    case lighter
    /// How colourless the inside is, and how much is printed on it.
    case colourless, ink
    /// The share of sides that are edges of the picture.
    case frame
    /// How far corners are outside the picture.
    case outside
    /// How long the edges within it are, beside its sides.
    case interior
    /// The share of the side that has least of an edge.
    case coverLeast
    /// How much of the way across it a line within it has an edge.
    case crossing
    // What is seen close to the sides in the larger picture.
    case closeCover, closeCoverLeast, ends, endsLeast, gap
    case closeContrast, closeContrastLeast, polarityMean, polarityLeast, hue
    case evenness, evennessLeast, paperSpread, groundSpread
    case cornerPaper, cornerPaperWorst, sidePaper, beyond, beyondWorst
    // Other candidates.
    case enclosed, encloses
    /// How far from parallel to the picture's edges: sides of what is drawn or scanned are exactly so, those in photos
    /// hardly ever.
    case tilt
  }

  subscript(feature: Feature) -> Double {
    get { values[feature.rawValue] }
    set { values[feature.rawValue] = newValue }
  }
}

/// Measures quads in a picture.
struct QuadMeasurement {
  let planes: LabPlanes
  let lines: [EdgeLine]
  private let meanLightness: Float

  /// - Parameter lines: those of the picture.
  init(_ planes: LabPlanes, lines: [EdgeLine]) {
    (self.planes, self.lines) = (planes, lines)
    let sum = planes.lightness.samples.reduce(0) { $0 + Int($1) }
    meanLightness = Float(sum) / Float(planes.lightness.samples.count) / 100
  }

  private var width: Double { Double(planes.width) }
  private var height: Double { Double(planes.height) }
  private var diagonal: Double { Point(width, height).length }

  /// What lines and corners tell.
  func features(ofShapeAndLines proposal: ProposedQuad) -> QuadFeatures {
    var features = QuadFeatures(
      values: [Double](repeating: 0, count: QuadFeatures.Feature.allCases.count))
    measureEdges(of: proposal, into: &features)
    measureShape(of: proposal.quad, into: &features)
    features[.frame] = Double(proposal.lines.count(where: \.isFrame)) / 4
    return features
  }

  /// With what colours tell.
  func addingColours(of proposal: ProposedQuad, to features: QuadFeatures) -> QuadFeatures {
    var features = features
    measureColours(of: proposal, into: &features)
    measureSurface(of: proposal.quad, into: &features)
    return features
  }

  private func measureEdges(of proposal: ProposedQuad, into features: inout QuadFeatures) {
    let own = zip(proposal.lines, proposal.cover).filter { !$0.0.isFrame }.map(\.1)
    features[.cover] = own.isEmpty ? 0 : own.reduce(0, +) / Double(own.count)
    var overrun = 0.0
    for (side, line) in zip(proposal.quad.sides, proposal.lines) where !line.isFrame {
      let (start, end) = (line.position(of: side.start), line.position(of: side.end))
      let further = (end > start ? 1.0 : -1) * 0.04 * diagonal
      let gap = further * 0.15
      overrun += line.cover(from: start - gap, to: start - further)
      overrun += line.cover(from: end + gap, to: end + further)
    }
    features[.overrun] = overrun / 8
    let quad = proposal.quad
    let centre = quad.centre
    let shortest = quad.sides.map(\.length).min() ?? 0
    let inner = quad.corners.map { centre + ($0 - centre) * 0.92 }
    var (length, crossing) = (0.0, 0.0)
    for line in lines {
      let (edge, way) = line.edgeLength(within: inner)
      length += edge
      if way > 0 { crossing = max(crossing, edge / way * min(1, 2 * way / shortest)) }
    }
    features[.interior] = min(1, length / quad.sides.reduce(0) { $0 + $1.length })
    features[.crossing] = crossing
    features[.coverLeast] = own.min() ?? 0
  }

  /// Inside and outside beside the sides.
  private func measureColours(of proposal: ProposedQuad, into features: inout QuadFeatures) {
    var contrasts: [Double] = []
    var sharpnesses: [Double] = []
    var lighter = 0.0
    for (side, line) in zip(proposal.quad.sides, proposal.lines) where !line.isFrame {
      let strip = SideStrip(side, in: planes)
      guard strip.count > 0 else { continue }
      contrasts.append(min(1, Double(strip.contrast) / 30).squareRoot())
      sharpnesses.append(Double(strip.sharpness))
      lighter += strip.isLighter ? 1 : strip.isDarker ? -1 : 0
    }
    guard !contrasts.isEmpty else { return }
    let count = Double(contrasts.count)
    features[.contrast] = contrasts.min() ?? 0
    features[.sharpness] = sharpnesses.reduce(0, +) / count
    features[.leastSharpness] = sharpnesses.min() ?? 0
    features[.polarity] = lighter / count
  }

  private func measureShape(of quad: Quad, into features: inout QuadFeatures) {
    features[.size] = min(1, quad.area / (width * height)).squareRoot()
    let sides = quad.sides
    features[.skewness] =
      (0..<4).map { abs(sides[$0].direction.dot(sides[($0 + 1) % 4].direction)) }.max() ?? 0
    let ratios = (0..<2).map { index in
      let (a, b) = (sides[index].length, sides[index + 2].length)
      return 1 - min(a, b) / max(a, b, 1e-9)
    }
    features[.imbalance] = ratios.max() ?? 0
    features[.outside] =
      quad.corners.map { corner in
        max(-corner.x / width, corner.x / width - 1, -corner.y / height, corner.y / height - 1, 0)
      }.reduce(0, +) * 4
  }

  /// How much the inside looks like printed paper.
  private func measureSurface(of quad: Quad, into features: inout QuadFeatures) {
    let grid = 8
    var light: [Float] = []
    var (chroma, printed): (Float, Float) = (0, 0)
    for row in 0..<grid {
      for column in 0..<grid {
        let (u, v) = ((Double(column) + 0.5) / Double(grid), (Double(row) + 0.5) / Double(grid))
        let top = quad.corners[0] + (quad.corners[1] - quad.corners[0]) * u
        let bottom = quad.corners[3] + (quad.corners[2] - quad.corners[3]) * u
        let point = top + (bottom - top) * v
        let colour = planes.colour(at: point)
        light.append(colour.x)
        chroma += (colour.y * colour.y + colour.z * colour.z).squareRoot()
        printed += planes.ink.sample(at: point / 8) > 300 ? 1 : 0
      }
    }
    // The upper quartile does not change with ink and pictures.
    light.sort()
    let count = Float(light.count)
    features[.lighter] = Double(min(max((light[light.count * 3 / 4] - meanLightness) / 40, -1), 1))
    features[.colourless] = Double(max(0, 1 - chroma / count / 40))
    features[.ink] = Double(printed / count)
  }
}

/// The colours along both sides of an edge of a quad.
private struct SideStrip {
  private(set) var count = 0
  /// The difference of the mean colours, in units of CIELAB.
  private(set) var contrast: Float = 0
  /// How much of the difference comes within a few samples, 0…1.
  private(set) var sharpness: Float = 0
  private var lightness: Float = 0

  var isLighter: Bool { lightness > 2 }
  var isDarker: Bool { lightness < -2 }

  private static let samples = 24

  init(_ side: Side, in planes: LabPlanes) {
    let inward = side.inward
    var differences: [SIMD3<Float>] = []
    var nearby: [SIMD3<Float>] = []
    for index in 0..<Self.samples {
      let point = side.point(at: (Double(index) + 0.5) / Double(Self.samples))
      guard point.x >= 3, point.y >= 3, point.x < Double(planes.width) - 3,
        point.y < Double(planes.height) - 3
      else { continue }
      differences.append(
        planes.colour(at: point + inward * 7) - planes.colour(at: point - inward * 7))
      nearby.append(
        planes.colour(at: point + inward * 3) - planes.colour(at: point - inward * 3))
    }
    count = differences.count
    guard count > 0 else { return }
    let mean = differences.reduce(.zero, +) / Float(count)
    lightness = mean.x
    contrast = (mean * mean).sum().squareRoot()
    guard contrast > 0.5 else { return }
    // Along the mean difference, so that an edge counts whose colours stay the same all along the side.
    let axis = mean / contrast
    let steps = nearby.map { min(max(($0 * axis).sum() / contrast, 0), 1) }
    sharpness = steps.reduce(0, +) / Float(count)
  }
}
