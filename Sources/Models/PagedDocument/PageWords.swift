/// The text of a page as it is read, with the place of each word.
public struct PageWords: Sendable, Equatable {
  /// Letters without a blank, and their box in points from the upper left corner of the page as it is shown.
  public struct Word: Sendable, Equatable {
    public let text: String
    public let left: Double
    public let top: Double
    public let right: Double
    public let bottom: Double

    public init(_ text: String, left: Double, top: Double, right: Double, bottom: Double) {
      self.text = text
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }
  }

  /// From the first that is read to the last; each has at least a word.
  public let lines: [[Word]]

  public init(lines: [[Word]]) { self.lines = lines }
}
