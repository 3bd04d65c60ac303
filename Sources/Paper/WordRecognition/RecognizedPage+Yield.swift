public import PictureModel
public import RecognizedTextModel

/// How much of a page was read.
extension RecognizedPage {
  /// How many letters are likely to be right.
  public var yield: Double {
    words.reduce(0) { sum, word in
      let sure = word.confidence ?? 0
      return sure < 0.5 ? sum : sum + sure * Double(word.text.count)
    }
  }

  /// Whether there are words, and nearly all are likely to be right.
  public var isSurelyRead: Bool { (confidence ?? 0) >= 0.75 && yield >= 20 }

  /// Which share of a page's ink is in words, 0…1; 1 for a page without ink.
  ///
  /// - Parameter gray: the page that was read, lit evenly.
  public func coverage(of gray: PixelBuffer) -> Double {
    // Every fourth pixel each way tells.
    let step = 4
    let (columns, rows) = (gray.width / step, gray.height / step)
    var isWord = [Bool](repeating: false, count: max(1, columns * rows))
    for box in words.map(\.box) {
      for y in max(0, box.top / step)..<max(0, box.top / step, min(rows, box.bottom / step + 1)) {
        for x in max(
          0, box.left / step)..<max(0, box.left / step, min(columns, box.right / step + 1))
        { isWord[y * columns + x] = true }
      }
    }
    var (ink, read) = (0, 0)
    for y in 0..<rows {
      // `rows` and `columns` are those of every `step`-th pixel.
      let row = unsafe gray.planes[0].row(y * step, as: UInt8.self)
      for x in 0..<columns where unsafe row[x * step] < 128 {
        ink += 1
        if isWord[y * columns + x] { read += 1 }
      }
    }
    return ink == 0 ? 1 : Double(read) / Double(ink)
  }
}
