import ConverterCore
import PagedDocumentModel
import PictureModel
import RecognizedTextModel

@testable import PDFObjects
@testable import PDFPlugin

/// A page of a scan in a file, with lines of words that no engine had to recognise.
struct WordSheet {
  /// A line in the order in which it is read aloud, with spaces between its words.
  struct Line {
    let text: String
    var direction = RecognizedPage.Direction.leftToRight

    init(_ text: String, _ direction: RecognizedPage.Direction = .leftToRight) {
      (self.text, self.direction) = (text, direction)
    }
  }

  var lines: [Line]
  /// By how many degrees the picture was turned clockwise to be read.
  var rotation = 0
  /// Whether the page is turned when it is shown, so that lines are level; else they stand as in the picture.
  var isShownUpright = true
  /// How much lines fall for a pixel to the right.
  var slope = 0.0

  /// Of the picture as it is read, in pixels; 150 of them an inch.
  private var size: (width: Int, height: Int) { rotation % 180 == 0 ? (1240, 1754) : (1754, 1240) }

  var page: RecognizedPage {
    var page = RecognizedPage(width: size.width, height: size.height, dpi: 150)
    page.rotation = rotation
    page.blocks = lines.enumerated().map { index, line in
      .init([.init([placed(line, top: 100 + 60 * index)])])
    }
    return page
  }

  private func placed(_ line: Line, top: Int) -> RecognizedPage.Line {
    var words: [RecognizedPage.Word] = []
    let fromRight = line.direction == .rightToLeft
    // Letters are half as wide as they are high, those of Chinese as wide.
    var pen = 0
    for text in line.text.split(separator: " ") {
      let width = text.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2E00 ? 30 : 15) }
      let left = fromRight ? size.width - 100 - pen - width : 100 + pen
      let fall = Int(slope * Double(left))
      words.append(
        .init(
          String(text),
          box: .init(left: left, top: top + fall, right: left + width, bottom: top + fall + 30),
          direction: line.direction))
      pen += width + 12
    }
    let box = RecognizedPage.Box(around: words.map(\.box))
    let base = Double(top + 24)
    return RecognizedPage.Line(
      words, box: box,
      baseline: .init(
        x1: Double(box.left), y1: base + slope * Double(box.left), x2: Double(box.right),
        y2: base + slope * Double(box.right)))
  }

  /// A file of one page, whose picture is of white paper.
  func bytes() throws -> [UInt8] {
    let context = ConversionContext(registry: try Assembled.registry())
    let stored = rotation % 180 == 0 ? size : (width: size.height, height: size.width)
    let pixels = PixelBuffer(.gray8, width: stored.width, height: stored.height)
    for y in 0..<stored.height {
      pixels.planes[0].row(y, as: UInt8.self).update(repeating: 255, count: stored.width)
    }
    nonisolated(unsafe) let paper = pixels
    var facts = PictureFacts(
      width: stored.width, height: stored.height, format: .gray8, sampleDepth: 1, coding: "")
    facts.metadata.dotsPerInch = (150, 150)
    facts.isLossless = true
    let picture = Picture(facts) { _ in BufferSource(paper) }
    let file = try PDFFile.empty()
    try file.append(
      try file.page(
        CodedPage(
          facts: facts,
          images: try PictureCoding(options: PicturePageOptions(), context: context).images(
            of: picture), words: page,
          turn: isShownUpright ? page.rotation : 0),
        as: DocumentPage(source: 0, index: 0, size: PageSize(width: 595.2, height: 841.92)),
        options: PicturePageOptions(), sharing: SharedImages(), in: context))
    return try file.written()
  }
}
