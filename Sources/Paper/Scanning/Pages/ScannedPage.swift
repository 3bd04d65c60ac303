/// What is done to a picture so that it becomes a page: all that is needed to do it again.
///
/// ``record`` is the whole of it for a file, ``json`` what people and scripts are told.
public struct ScannedPage: Sendable, Equatable {
  /// The corners of the paper in pixels of the upright picture: top left, top right, bottom right, bottom left.
  public var corners: Quad
  /// Whether a page was found; else the corners are those of the whole picture.
  public var isFound: Bool
  /// How much speaks for the corners (``PageDetector/threshold``); `nil` where they were given.
  public var score: Double?
  /// What the score is made of.
  public var reasons: [PageDetection.Reason] = []
  /// How far its lines are turned clockwise to be level, in degrees.
  public var skew = 0.0
  /// By how many degrees it is turned clockwise: 0, 90, 180 or 270; `nil` where that is as its words are read.
  public private(set) var rotation: Int?
  public var filter: Filter
  /// The size of the upright picture in pixels.
  public var sourceWidth: Int
  public var sourceHeight: Int
  /// Pixels an inch that the picture says of itself; `nil` where it says nothing that is likely.
  public var sourceDPI: Double?
  /// The size of the result in pixels.
  public var width: Int
  public var height: Int
  /// Pixels an inch of the result.
  public var dpi: Double
  /// Which page of an open book it is; `nil` where the picture is one page.
  public var half: Half?
  /// How its lines are bent, which is undone; `nil` where they stay as they are.
  public var bend: PageBend? {
    didSet { bendRotation = rotation ?? 0 }
  }
  /// The ``rotation`` of the page in which ``bend`` was found: turned further, it stays the bend of the same lines.
  private(set) var bendRotation = 0
  /// Whether nothing is written on it; `nil` where nobody looked.
  public var isBlank: Bool?

  /// A page of an open book, as it is seen.
  public enum Half: String, Sendable, CaseIterable {
    case left, right
  }

  /// Turns it by quarters, clockwise, in place of what was said before.
  ///
  /// - Precondition: `degrees` is 0, 90, 180 or 270.
  public mutating func turn(by degrees: Int) {
    precondition([0, 90, 180, 270].contains(degrees), "pages are turned by quarters")
    if (degrees - (rotation ?? 0)) % 180 != 0 { (width, height) = (height, width) }
    rotation = degrees
  }

  /// What becomes of colours.
  public enum Filter: String, Sendable, CaseIterable {
    /// ``color`` where there is colour beside the paper's, else ``gray``; ``photo`` where no page was found and the
    /// picture is not of even paper.
    case auto
    /// Shadows and the colour of the light are removed: paper is white, ink and stamps keep their colours.
    case color
    /// The same without colours.
    case gray
    /// Black and white, by a threshold for each place.
    case bw
    /// Nothing.
    case photo
  }
}
