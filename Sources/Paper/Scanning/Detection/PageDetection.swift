/// A page that was looked for in a picture.
public struct PageDetection: Sendable {
  /// The corners, as shares of the picture's width and height: 0…1 within it.
  public var corners: Quad
  /// How much speaks for it; ``PageDetector/threshold`` is enough for a page.
  public var score: Double
  /// What the score is made of, in order; they add up to it.
  public var reasons: [Reason]

  /// A part of a score.
  public struct Reason: Sendable, Equatable {
    /// What was measured, in words: "edges along the sides".
    public var name: String
    /// 0…1, or −1…1 where it may speak against a page.
    public var value: Double
    /// What it adds to the score.
    public var contribution: Double
  }
}
