/// What of a photo may keep a page from being good, with figures; nothing where all is well.
public struct PhotoDoubts: Sendable {
  /// An edge of the picture.
  public enum Edge: String, Sendable, CaseIterable { case top, right, bottom, left }

  /// How light the paper is, of white, 0…1.
  public var lightness: Double
  /// The edges of the picture that the page goes beyond, or lies at.
  public var beyond: [Edge] = []
  /// Another page beside the one that was taken.
  public var other: PageDetection?

  /// In less light words are misread. (Of a page with noise as of a phone, made darker step by step, 1.0 % of characters
  /// were wrong at 0.47, 1.2 % at 0.14 and 1.5 % at 0.1.)
  public static let darkest = 0.1

  public var isDark: Bool { lightness < Self.darkest }

  /// None but how light it is.
  init(lightness: Double) { self.lightness = lightness }

  init(lightness: Double, page: ScannedPage, other: PageDetection?) {
    self.lightness = lightness
    self.other = other
    guard page.isFound else { return }
    beyond = zip(Edge.allCases, page.corners.sides).compactMap { edge, side in
      Self.isAt(edge, side, width: Double(page.sourceWidth), height: Double(page.sourceHeight))
        ? edge : nil
    }
  }

  /// Whether both ends of a side are within half a hundredth of an edge, or beyond it.
  private static func isAt(_ edge: Edge, _ side: Side, width: Double, height: Double) -> Bool {
    [side.start, side.end].allSatisfy { corner in
      switch edge {
      case .top: corner.y <= 0.005 * height
      case .bottom: corner.y >= 0.995 * height
      case .left: corner.x <= 0.005 * width
      case .right: corner.x >= 0.995 * width
      }
    }
  }
}
