public import PictureModel

/// How sharp a picture of a page is: how wide the edges between ink and paper are.
///
/// An edge is a run of samples in a row that only rise or only fall, by at least two fifths of the paper's light. Its
/// width is what it rises by, divided by its steepest step: 1 pixel where ink ends from one sample to the next. The
/// measure hardly depends on what is written, only on the lens, the focus and the hand.
public enum InkEdges {
  /// The rows that are looked at, at most, evenly spaced.
  private static let mostRows = 400
  /// Fewer edges tell nothing.
  private static let fewest = 200
  /// The least rise of an edge, of 255.
  private static let leastRise = 100
  /// Letters of ten points are read without more errors while edges are no wider than this, in millimetres; for others in
  /// proportion. (Measured with a page set in eight points, blurred until tesseract misread it.)
  static let sharpEnough = 0.55

  /// The median width of edges in pixels.
  ///
  /// - Parameter page: 8 bits a sample, gray or RGB, of which green is looked at; lit evenly.
  /// - Returns: `nil` for a page with too few edges to tell.
  public static func width(in page: PixelBuffer) -> Double? {
    let count = page.format.samplesPerPixel
    var widths: [Double] = []
    for y in stride(from: 0, to: page.height, by: max(1, page.height / mostRows)) {
      // A row has `count` bytes for each pixel of the width.
      let row = unsafe page.planes[0].row(y, as: UInt8.self)
      var (rise, steepest) = (0, 0)
      for x in 1..<max(1, page.width) {
        let step = unsafe Int(row[x * count + count / 2]) - Int(row[(x - 1) * count + count / 2])
        if step.signum() != rise.signum() || step == 0 {
          if abs(rise) >= leastRise { widths.append(Double(abs(rise)) / Double(steepest)) }
          (rise, steepest) = (0, 0)
        }
        rise += step
        steepest = max(steepest, abs(step))
      }
      if abs(rise) >= leastRise { widths.append(Double(abs(rise)) / Double(steepest)) }
    }
    guard widths.count >= fewest else { return nil }
    return widths.sorted()[widths.count / 2]
  }

  /// The size of the smallest letters that are read well, in points, where that is more than ten.
  ///
  /// - Parameter dpi: pixels an inch of the page.
  static func smallestLetters(in page: PixelBuffer, dpi: Double) -> (width: Double, points: Int)? {
    guard let width = width(in: page) else { return nil }
    let millimetres = width / dpi * 25.4
    guard millimetres > sharpEnough else { return nil }
    return (millimetres, Int((10 * millimetres / sharpEnough).rounded(.up)))
  }
}
