import ConverterCore
import PictureModel
import RecognizedTextModel
import WordRecognition

/// Reads pages: lines are found, then each is read, then they are put in order.
struct PaddlePages: PageWordsReader {
  let networks: PaddleNetworks
  let isFast: Bool
  let context: ConversionContext

  /// A line that is less sure is taken for something else than text.
  private static let leastConfidence = 0.5
  /// How much of a line's box is below the feet of its letters.
  private static let belowBaseline = 0.22

  let summary = "PP-OCR"
  let tellsOrientations = false

  func orientation(of gray: PixelBuffer, dpi: Double) -> PageOrientation? { nil }

  func page(of gray: PixelBuffer, dpi: Double) throws(ConversionError) -> RecognizedPage {
    let finder = LineFinder(network: networks.detection, longestSide: isFast ? 960 : 1600)
    let boxes = try finder.lines(of: gray).map { $0.isUpright ? $0.turned : $0 }
    try context.checkpoint()
    let readings = try LineReader(networks: networks, context: context).read(boxes, in: gray)
    let lines = zip(boxes, readings).compactMap { box, reading in
      reading.text.confidence < Self.leastConfidence ? nil : Self.line(box, reading, in: gray)
    }
    return RecognizedPage(
      width: gray.width, height: gray.height, dpi: dpi, blocks: ReadingOrder.blocks(of: lines))
  }

  /// `nil` for a line without words.
  private static func line(
    _ box: SlantedBox, _ reading: LineReader.Reading, in gray: PixelBuffer
  ) -> RecognizedPage.Line? {
    let pitch = reading.text.pitch
    let words = reading.text.words.map { word in
      let columns = word.columns(pitch: pitch)
      let part = { (column: Double) in min(max(column * reading.columnWidth, 0), 1) }
      return RecognizedPage.Word(
        word.text,
        box: self.box(
          of: box, from: part(columns.lowerBound), to: part(columns.upperBound), in: gray),
        confidence: min(max(word.confidence, 0), 1))
    }
    guard !words.isEmpty else { return nil }
    let (left, right) = (box.point(0, 1 - belowBaseline), box.point(1, 1 - belowBaseline))
    return RecognizedPage.Line(
      words, box: self.box(of: box, from: 0, to: 1, in: gray),
      baseline: .init(x1: left.x, y1: left.y, x2: right.x, y2: right.y))
  }

  /// The upright box around a part of a slanted one, on the page.
  private static func box(
    of box: SlantedBox, from start: Double, to end: Double, in gray: PixelBuffer
  ) -> RecognizedPage.Box {
    let corners = [
      box.point(start, 0), box.point(end, 0), box.point(start, 1), box.point(end, 1),
    ]
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let left = min(max(Int((xs.min() ?? 0).rounded()), 0), gray.width - 1)
    let top = min(max(Int((ys.min() ?? 0).rounded()), 0), gray.height - 1)
    return RecognizedPage.Box(
      left: left, top: top,
      right: min(max(Int((xs.max() ?? 0).rounded()), left + 1), gray.width),
      bottom: min(max(Int((ys.max() ?? 0).rounded()), top + 1), gray.height))
  }
}
