extension Bitmap {
  /// Each new sample is what its area is, and rather ink than paper: thin lines would vanish.
  /// The colour that is the rarer one is ink.
  ///
  /// - Returns: `nil` where two colours do not suffice to show the same with fewer samples: gray that is made
  ///   of dots would become black or white, and lines would go that are too thin for the new samples.
  func reduced(toWidth newWidth: Int, height newHeight: Int) -> Bitmap? {
    let ones = oneCount
    let inkIsOne = ones * 2 < width * height
    // Thin strokes cover less than half of a sample: ink counts from two fifths.
    let threshold: UInt8 = inkIsOne ? 102 : 153
    let raster = Raster(
      width: width, height: height, channels: 1, bits: 1, packed: bytes, isIndex: false)
    let covered = AreaFilter(raster, toWidth: newWidth, height: newHeight).apply(to: raster)
    guard ThresholdLoss(covered, threshold: threshold).isSmall else { return nil }
    let bits = covered.packed(bits: 1) { $0 >= threshold ? 1 : 0 }
    return Bitmap(width: newWidth, height: newHeight, bytes: bits)
  }
}

/// What is lost of a gray picture whose samples become 0 or 255, by blocks of it.
private struct ThresholdLoss {
  private static let side = 8
  /// By how much the mean of a block may change. Edges of small text come to a third of that.
  private static let tolerance = 51
  /// A sample of which this much is of a colour shows it, if only a little.
  private static let visible: UInt8 = 31
  /// Of a line there are at least this many samples in a block that it crosses; specks have fewer.
  private static let lineLength = 5

  /// Blocks in which both colours are.
  private var mixed = 0
  /// Blocks whose gray is another one.
  private var shifted = 0
  /// Whether a block has lost all that showed of a line.
  private var losesLine = false

  init(_ covered: Raster, threshold: UInt8) {
    let (width, height, side) = (covered.width, covered.height, Self.side)
    let bytes = covered.bytes.span
    for top in stride(from: 0, to: height, by: side) {
      for left in stride(from: 0, to: width, by: side) {
        var (sum, count, whites, faint) = (0, 0, 0, 0)
        for y in top..<min(top + side, height) {
          for x in left..<min(left + side, width) {
            let value = bytes[y &* width &+ x]
            sum &+= Int(value)
            count &+= 1
            if value >= threshold { whites &+= 1 }
            if value < threshold ? value >= Self.visible : value <= 255 - Self.visible {
              faint &+= 1
            }
          }
        }
        if sum == 0 || sum == 255 &* count { continue }
        mixed += 1
        if abs(sum - whites * 255) > Self.tolerance * count { shifted += 1 }
        if faint >= Self.lineLength, !losesLine {
          losesLine =
            Self.lost(bytes, width, height, left, top, threshold) >= Self.lineLength
        }
      }
    }
  }

  var isSmall: Bool { !losesLine && shifted <= 16 + mixed / 500 }

  /// How many samples of a block showed a colour that neither they nor their neighbours have now.
  private static func lost(
    _ bytes: Span<UInt8>, _ width: Int, _ height: Int, _ left: Int, _ top: Int,
    _ threshold: UInt8
  ) -> Int {
    var lost = 0
    for y in top..<min(top + side, height) {
      for x in left..<min(left + side, width) {
        let value = bytes[y * width + x]
        let isWhite = value >= threshold
        guard isWhite ? value <= 255 - visible : value >= visible else { continue }
        var isNear = false
        for row in max(0, y - 1)...min(height - 1, y + 1) where !isNear {
          for column in max(0, x - 1)...min(width - 1, x + 1)
          where (bytes[row * width + column] >= threshold) != isWhite {
            isNear = true
          }
        }
        if !isNear { lost += 1 }
      }
    }
    return lost
  }
}
