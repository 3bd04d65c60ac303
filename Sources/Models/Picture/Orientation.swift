/// How stored pixels are turned to stand upright, numbered as in Exif (tag 0x0112).
public enum Orientation: Int, Sendable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case rotated180 = 3
  case flipped = 4
  /// Mirrored along the diagonal from top left to bottom right.
  case transposed = 5
  /// To be turned clockwise by 90°.
  case rotated90 = 6
  /// Mirrored along the other diagonal.
  case transversed = 7
  /// To be turned clockwise by 270°.
  case rotated270 = 8

  public var swapsSides: Bool { rawValue >= 5 }

  /// Whether stored columns are read from right to left.
  public var reversesColumns: Bool {
    switch self {
    case .mirrored, .rotated180, .transversed, .rotated270: true
    default: false
    }
  }

  /// Whether stored rows are read from bottom to top.
  public var reversesRows: Bool {
    switch self {
    case .rotated180, .flipped, .rotated90, .transversed: true
    default: false
    }
  }
}

extension Orientation {
  /// What undoes it.
  public var inverse: Orientation {
    switch self {
    case .rotated90: .rotated270
    case .rotated270: .rotated90
    case .upright, .mirrored, .rotated180, .flipped, .transposed, .transversed: self
    }
  }
}

/// Orientations after each other, and what they do to parts of a picture.
extension Orientation {
  private init(swapsSides: Bool, reversesColumns: Bool, reversesRows: Bool) {
    switch (swapsSides, reversesColumns, reversesRows) {
    case (false, false, false): self = .upright
    case (false, true, false): self = .mirrored
    case (false, true, true): self = .rotated180
    case (false, false, true): self = .flipped
    case (true, false, false): self = .transposed
    case (true, false, true): self = .rotated90
    case (true, true, true): self = .transversed
    case (true, true, false): self = .rotated270
    }
  }

  /// Both in one: this one first, then `next`.
  public func followed(by next: Orientation) -> Orientation {
    // What the next one calls columns are stored rows once sides are swapped.
    let (columns, rows) =
      swapsSides
      ? (next.reversesRows, next.reversesColumns) : (next.reversesColumns, next.reversesRows)
    return Orientation(
      swapsSides: swapsSides != next.swapsSides, reversesColumns: reversesColumns != columns,
      reversesRows: reversesRows != rows)
  }

  /// Where a part of the turned picture lies in the stored one.
  ///
  /// - Parameters:
  ///   - part: in pixels of the turned picture.
  ///   - size: of the stored picture.
  public func stored(
    _ part: PixelRectangle, of size: (width: Int, height: Int)
  ) -> PixelRectangle {
    var part = part
    if swapsSides {
      part = PixelRectangle(x: part.y, y: part.x, width: part.height, height: part.width)
    }
    if reversesColumns { part.x = size.width - part.x - part.width }
    if reversesRows { part.y = size.height - part.y - part.height }
    return part
  }

  /// Where a part of the stored picture lies in the turned one.
  ///
  /// - Parameters:
  ///   - part: in pixels of the stored picture.
  ///   - size: of the stored picture.
  public func shown(
    _ part: PixelRectangle, of size: (width: Int, height: Int)
  ) -> PixelRectangle {
    var part = part
    if reversesColumns { part.x = size.width - part.x - part.width }
    if reversesRows { part.y = size.height - part.y - part.height }
    guard swapsSides else { return part }
    return PixelRectangle(x: part.y, y: part.x, width: part.height, height: part.width)
  }
}
