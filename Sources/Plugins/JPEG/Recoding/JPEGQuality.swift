/// Estimates the quality that a file was encoded with, on libjpeg's scale.
enum JPEGQuality {
  /// The steps that libjpeg scales, for luma (ITU-T T.81, table K.1).
  private static let luma = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]

  /// The highest quality whose steps are on average no finer than those of a file: of libjpeg's own tables the one
  /// that made them.
  ///
  /// - Parameter sum: all 64 steps of the first component; 0 where they are not known, as any may be.
  static func estimate(quantizationSum sum: Int) -> Int {
    guard sum > 0 else { return 100 }
    return (1...100).last { Self.sum(at: $0) >= sum } ?? 1
  }

  /// All steps for luma at a quality.
  static func sum(at quality: Int) -> Int {
    let scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
    return luma.reduce(0) { $0 + min(255, max(1, ($1 * scale + 50) / 100)) }
  }
}
