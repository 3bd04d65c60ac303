/// One picture of an animation as formats store it: a part of the canvas, and how it gets there.
public struct AnimationPart: Sendable, Equatable {
  public enum Blending: Sendable {
    /// Its pixels take the place of those before, transparency included.
    case replace
    /// They are laid over those before.
    case over
  }

  /// What becomes of the part of the canvas after it was shown.
  public enum Disposal: Sendable {
    case keep
    /// It becomes transparent.
    case clear
    /// It becomes what it was before.
    case restore
  }

  public var rectangle: PixelRectangle
  public var blending: Blending
  public var disposal: Disposal
  /// Whether none of its pixels is transparent.
  public var isOpaque: Bool

  public init(
    _ rectangle: PixelRectangle, blending: Blending, disposal: Disposal, isOpaque: Bool
  ) {
    self.rectangle = rectangle
    self.blending = blending
    self.disposal = disposal
    self.isOpaque = isOpaque
  }

  /// Whether nothing is seen of what was there before, neither with it nor after it.
  func hidesAll(width: Int, height: Int) -> Bool {
    (isOpaque || blending == .replace) && disposal != .restore
      && rectangle == PixelRectangle(x: 0, y: 0, width: width, height: height)
  }
}

extension [AnimationPart] {
  /// Whether a canvas of this size may show transparency at some time.
  public func leaveTransparency(width: Int, height: Int) -> Bool {
    let whole = PixelRectangle(x: 0, y: 0, width: width, height: height)
    var isCleared = true
    for part in self {
      if isCleared, part.rectangle != whole || !part.isOpaque { return true }
      // Laid over what is opaque, transparency is none.
      if part.blending == .replace, !part.isOpaque { return true }
      isCleared = part.disposal == .clear
    }
    return false
  }
}
