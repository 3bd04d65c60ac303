import ConverterCore
import RecognizedTextModel

/// Puts the words of a file into lines, paragraphs, blocks and pages, as they are come to.
///
/// A level that a file leaves out is made as soon as something needs it.
struct PageCollector {
  private(set) var pages: [RecognizedPage] = []
  private let limits: Limits
  private var byteCount = 0
  private var isOpen = (block: false, paragraph: false, line: false)

  /// About what a word takes in memory beside its letters, with its share of a line.
  private static let bytesPerWord = 200

  init(_ limits: Limits) { self.limits = limits }

  mutating func beginPage(width: Int, height: Int, dpi: Double?) throws(ConversionError) {
    try take(Self.bytesPerWord)
    endPage()
    pages.append(RecognizedPage(width: width, height: height, dpi: dpi ?? 0))
    isOpen = (false, false, false)
  }

  mutating func beginBlock() { isOpen = (false, false, false) }

  mutating func beginParagraph() { (isOpen.paragraph, isOpen.line) = (false, false) }

  /// - Parameters:
  ///   - box: the box of its words where it is not given.
  ///   - baseline: the lower edge of the box where it is not given.
  mutating func beginLine(
    box: RecognizedPage.Box?, baseline: RecognizedPage.Baseline?
  ) throws(ConversionError) {
    try take(Self.bytesPerWord)
    closeLine()
    withParagraph { paragraph in
      let edge = box ?? RecognizedPage.Box(around: [])
      paragraph.lines.append(.init(box: edge, baseline: baseline ?? edge.lowerEdge))
    }
    (hasBox, hasBaseline, isOpen.line) = (box != nil, baseline != nil, true)
  }

  mutating func add(_ word: RecognizedPage.Word) throws(ConversionError) {
    try take(Self.bytesPerWord + word.text.utf8.count)
    if !isOpen.line { try beginLine(box: nil, baseline: nil) }
    withParagraph { $0.lines[$0.lines.count - 1].words.append(word) }
  }

  /// Appends to the last word of the current line: what stands behind a hyphenated one.
  mutating func append(_ text: String) throws(ConversionError) {
    try take(text.utf8.count)
    guard isOpen.line else { return }
    withParagraph { paragraph in
      let line = paragraph.lines.count - 1
      let word = paragraph.lines[line].words.count - 1
      if word >= 0 { paragraph.lines[line].words[word].text += text }
    }
  }

  /// Whether the current line has words.
  var lineHasWords: Bool {
    isOpen.line && pages.last?.blocks.last?.paragraphs.last?.lines.last?.words.isEmpty == false
  }

  /// Ends the current line, so that a word behind it begins another one.
  mutating func endLine() {
    closeLine()
    isOpen.line = false
  }

  /// All pages, without lines, paragraphs and blocks that hold nothing.
  mutating func finished() -> [RecognizedPage] {
    endPage()
    return pages
  }

  private var hasBox = false
  private var hasBaseline = false

  private mutating func closeLine() {
    guard isOpen.line, !hasBox || !hasBaseline else { return }
    let (hasBox, hasBaseline) = (hasBox, hasBaseline)
    withParagraph { paragraph in
      let line = paragraph.lines.count - 1
      if !hasBox {
        paragraph.lines[line].box = .init(around: paragraph.lines[line].words.map(\.box))
      }
      if !hasBaseline { paragraph.lines[line].baseline = paragraph.lines[line].box.lowerEdge }
    }
  }

  private mutating func endPage() {
    closeLine()
    isOpen = (false, false, false)
    guard var page = pages.popLast() else { return }
    for block in page.blocks.indices {
      for paragraph in page.blocks[block].paragraphs.indices {
        page.blocks[block].paragraphs[paragraph].lines.removeAll { $0.words.isEmpty }
      }
      page.blocks[block].paragraphs.removeAll { $0.lines.isEmpty }
    }
    page.blocks.removeAll { $0.paragraphs.isEmpty }
    let all = RecognizedPage.Box(around: page.lines.map(\.box))
    if page.width <= 0 { page.width = max(1, all.right) }
    if page.height <= 0 { page.height = max(1, all.bottom) }
    if page.dpi <= 0 {
      // As if the longer side were that of A4.
      page.dpi = min(max(Double(max(page.width, page.height)) / 11.7, 70), 600)
    }
    pages.append(page)
  }

  private mutating func withParagraph(_ body: (inout RecognizedPage.Paragraph) -> Void) {
    if pages.isEmpty { pages.append(RecognizedPage(width: 0, height: 0, dpi: 0)) }
    let page = pages.count - 1
    if !isOpen.block { pages[page].blocks.append(.init()) }
    let block = pages[page].blocks.count - 1
    if !isOpen.block || !isOpen.paragraph { pages[page].blocks[block].paragraphs.append(.init()) }
    (isOpen.block, isOpen.paragraph) = (true, true)
    body(&pages[page].blocks[block].paragraphs[pages[page].blocks[block].paragraphs.count - 1])
  }

  private mutating func take(_ count: Int) throws(ConversionError) {
    byteCount += count
    try limits.check(.memory, byteCount, for: "the words")
  }
}

extension RecognizedPage.Box {
  /// A place beyond which no number of a file is believed, in pixels.
  static let farthest = 1_000_000

  /// The box between two corners, in whichever order; `nil` without four numbers that are finite.
  init?(corners numbers: [Double]) {
    guard numbers.count >= 4, numbers.prefix(4).allSatisfy(\.isFinite) else { return nil }
    let far = Double(Self.farthest)
    let whole = numbers.prefix(4).map { Int(min(max($0, -far), far).rounded()) }
    self.init(
      left: min(whole[0], whole[2]), top: min(whole[1], whole[3]),
      right: max(whole[0], whole[2]), bottom: max(whole[1], whole[3]))
  }

  fileprivate var lowerEdge: RecognizedPage.Baseline {
    .init(x1: Double(left), y1: Double(bottom), x2: Double(right), y2: Double(bottom))
  }
}
