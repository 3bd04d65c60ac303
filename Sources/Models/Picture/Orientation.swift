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
  var reversesColumns: Bool {
    switch self {
    case .mirrored, .rotated180, .transversed, .rotated270: true
    default: false
    }
  }

  /// Whether stored rows are read from bottom to top.
  var reversesRows: Bool {
    switch self {
    case .rotated180, .flipped, .rotated90, .transversed: true
    default: false
    }
  }
}
