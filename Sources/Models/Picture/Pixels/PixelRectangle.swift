/// A part of a picture, in whole pixels.
public struct PixelRectangle: Sendable, Equatable {
  public var x, y, width, height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// What lies within a picture of `width`×`height`; `nil` if nothing does.
  func within(width: Int, height: Int) -> PixelRectangle? {
    func common(_ start: Int, _ length: Int, _ size: Int) -> Range<Int>? {
      let (end, overflow) = start.addingReportingOverflow(length)
      let (low, high) = (max(0, start), overflow ? size : min(size, end))
      return low < high ? low..<high : nil
    }
    guard let columns = common(x, self.width, width), let rows = common(y, self.height, height)
    else { return nil }
    return PixelRectangle(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}
