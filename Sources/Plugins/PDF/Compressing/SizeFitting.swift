import ConverterCore

/// Finds the best pictures with which a file is no larger than asked for; text is never given up.
///
/// A file is written once with its pictures as they are. What it comes to with others follows from what these
/// save, so that no step of the search writes anything.
struct SizeFitting {
  let maximum: Int
  /// The best that pictures may become; `nil` where they may stay as they are.
  let best: CompressionLevel?
  let context: ConversionContext

  /// What the best is where nothing is said of it.
  private static let unsaid = CompressionLevel(dpi: 200, quality: Quality(0.9))

  /// Recodes the pictures of a file.
  ///
  /// - Parameter measure: how large the file would be now.
  /// - Throws: `limitExceeded` with the smallest size reached.
  func fit(
    _ tidied: PDFCompressor.Tidied, measure: () throws(ConversionError) -> Int
  ) throws(ConversionError) -> [CompressionReceipt.Image] {
    let whole = try measure()
    if whole <= maximum, best == nil { return try tidied.images.recode(to: nil) }
    let ladder = CompressionLevel.ladder(from: best ?? Self.unsaid)
    guard let step = try firstFitting(ladder, whole, tidied.images) else {
      let smallest = whole - (try tidied.images.saving(at: ladder[ladder.count - 1]))
      throw ConversionError(
        .limitExceeded,
        "cannot be brought to \(maximum) bytes with its text as it is: the smallest is about "
          + "\(smallest); --rasterize makes pictures of its pages")
    }
    let level = ladder[step]
    context.note(
      "pictures", .changed,
      why: "\(Int(level.dpi)) dpi and quality \(level.quality.percent) % are the best that fit "
        + "\(maximum) bytes")
    return try tidied.images.recode(to: level)
  }

  /// What dictionaries may grow by, and objects that are compressed together.
  private func isEnough(_ count: Int) -> Bool { count + count / 200 + 64 <= maximum }

  private func firstFitting(
    _ ladder: [CompressionLevel], _ whole: Int, _ images: ImagePass
  ) throws(ConversionError) -> Int? {
    // Steps below `low` are too large.
    var (low, high) = (0, ladder.count)
    while low < high {
      try context.checkpoint()
      let middle = low == 0 && high == ladder.count ? 0 : (low + high) / 2
      if isEnough(whole - (try images.saving(at: ladder[middle]))) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return high < ladder.count ? high : nil
  }
}
