import ConverterCore
import ExternalTools
import Markup
import RecognizedTextModel

/// The text of pages with the places of its words, as poppler finds it.
struct PlacedText {
  /// Pixels an inch in which places are told: those of a good scan.
  static let dpi = 300.0
  /// How many pages are read at once.
  static let pagesAtOnce = 64

  let input: ToolInput

  /// A length of a page in pixels.
  static func pixels(_ points: Double) -> Int {
    Int((min(max(points, -1e5), 1e5) * dpi / 72).rounded())
  }

  /// Places are those on the page as it is shown, its size is that before it is turned.
  ///
  /// - Parameter pages: from 0.
  /// - Throws: `damagedInput`, `missingLibrary` for libxml2.
  func words(of pages: Range<Int>, in context: ConversionContext) throws(ConversionError)
    -> [RecognizedPage]
  {
    let places = PlacedTextParser(context.limits)
    let parser = try MarkupParserHandle(.html, places)
    try PageText(input: input, form: .places).read(pages, in: context) {
      (bytes) throws(ConversionError) in try parser.feed(bytes)
    }
    try parser.feed(Span(), isLast: true)
    guard places.pages.count == pages.count else {
      throw ConversionError(
        .damagedInput, "the text of its pages cannot be read: they are damaged")
    }
    return places.pages
  }
}

/// Takes the elements of `pdftotext -bbox-layout`: page, flow, block, line and word, with places in points.
private final class PlacedTextParser: MarkupEvents {
  private(set) var pages: [RecognizedPage] = []
  private let limits: Limits
  private var byteCount = 0
  private var word: (box: RecognizedPage.Box, text: String)?

  /// About what a word takes in memory beside its letters.
  private static let bytesPerWord = 200
  /// The part of a line that is below its baseline, as in most fonts.
  private static let descent = 0.2

  init(_ limits: Limits) { self.limits = limits }

  func start(_ name: ElementName, _ attributes: ElementAttributes) throws(ConversionError) {
    if name == "page" {
      try take(Self.bytesPerWord)
      pages.append(
        RecognizedPage(
          width: max(1, attributes.pixels("width")), height: max(1, attributes.pixels("height")),
          dpi: PlacedText.dpi))
      return
    }
    guard !pages.isEmpty else { return }
    let page = pages.count - 1
    if name == "flow" {
      pages[page].blocks.append(.init())
    } else if name == "block" {
      if pages[page].blocks.isEmpty { pages[page].blocks.append(.init()) }
      pages[page].blocks[pages[page].blocks.count - 1].paragraphs.append(.init())
    } else if name == "line" {
      let box = attributes.box
      let base = Double(box.bottom) - Self.descent * Double(box.height)
      inParagraph {
        $0.lines.append(
          .init(
            box: box,
            baseline: .init(x1: Double(box.left), y1: base, x2: Double(box.right), y2: base)))
      }
    } else if name == "word" {
      word = (attributes.box, "")
    }
  }

  func text(_ bytes: Span<UInt8>) throws(ConversionError) {
    guard word != nil else { return }
    try take(bytes.count)
    word?.text += String(decoding: bytes)
  }

  func end(_ name: ElementName) throws(ConversionError) {
    guard name == "word", let (box, text) = word, !pages.isEmpty else { return }
    word = nil
    let letters = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !letters.isEmpty else { return }
    try take(Self.bytesPerWord)
    inParagraph { paragraph in
      guard !paragraph.lines.isEmpty else { return }
      paragraph.lines[paragraph.lines.count - 1].words.append(
        .init(letters, box: box, direction: letters.isFromRight ? .rightToLeft : .leftToRight))
    }
  }

  private func inParagraph(_ body: (inout RecognizedPage.Paragraph) -> Void) {
    let page = pages.count - 1
    guard let block = pages[page].blocks.indices.last,
      let paragraph = pages[page].blocks[block].paragraphs.indices.last
    else { return }
    body(&pages[page].blocks[block].paragraphs[paragraph])
  }

  private func take(_ count: Int) throws(ConversionError) {
    byteCount += count
    try limits.check(.memory, byteCount, for: "the text")
  }
}

extension ElementAttributes {
  /// A length in points as pixels.
  fileprivate func pixels(_ name: StaticString) -> Int {
    guard let points = text(name).flatMap({ Double($0) }), points.isFinite else { return 0 }
    return PlacedText.pixels(points)
  }

  fileprivate var box: RecognizedPage.Box {
    let (left, top) = (pixels("xmin"), pixels("ymin"))
    return .init(
      left: left, top: top, right: max(left, pixels("xmax")), bottom: max(top, pixels("ymax")))
  }
}

extension String {
  /// Whether it holds letters of a script that is written from right to left.
  fileprivate var isFromRight: Bool {
    unicodeScalars.contains { scalar in
      let value = scalar.value
      return (0x590...0x8FF).contains(value) || (0xFB1D...0xFDFF).contains(value)
        || (0xFE70...0xFEFC).contains(value)
    }
  }
}
