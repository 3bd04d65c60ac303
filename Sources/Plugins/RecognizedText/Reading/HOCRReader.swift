import ConverterCore
import Markup
import RecognizedTextModel

/// Reads HTML whose elements say where words stand (hOCR 1.2).
struct HOCRReader: Reader {
  let name = "hOCR"
  let types: [ContentType.ID] = ["public.hocr"]
  let ledgerWords = ["illustrations", "metadata", "text"]

  func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libxml2.required]
  }

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> RecognizedText {
    let page = HOCRParser(context.limits)
    let parser = try MarkupParserHandle(.html, page)
    try parser.feed(input, in: context.conversion)
    let pages = page.finished()
    guard page.hasPages else {
      throw ConversionError(
        .damagedInput, "is no hOCR: it has no element of the class ocr_page"
      ).about(input.path)
    }
    if page.illustrations > 0 {
      context.note(
        "illustrations", .dropped, why: "\(page.illustrations); words alone are read of hOCR")
    }
    if page.hasTitle {
      context.note("metadata", .dropped, why: "the title; words alone are read of hOCR")
    }
    if page.hasTextOutside {
      context.note("text", .dropped, why: "what stands in no line (ocr_line) is not read")
    }
    return RecognizedText(pages)
  }
}

/// Takes the elements of a page.
private final class HOCRParser: MarkupEvents {
  private enum Role { case page, block, paragraph, line, word, title, hidden, other }

  private struct Element {
    var role: Role
    var language: String?
    var direction: RecognizedPage.Direction
  }

  private(set) var hasPages = false
  private(set) var illustrations = 0
  private(set) var hasTitle = false
  /// Whether there is text that stands in no line.
  private(set) var hasTextOutside = false
  private var collector: PageCollector
  private var open: [Element] = []
  /// The current word, or the text of a line that is not divided into words.
  private var text = ""
  private var properties = HOCRProperties("")
  private var lineBox: RecognizedPage.Box?

  init(_ limits: Limits) { collector = PageCollector(limits) }

  func finished() -> [RecognizedPage] { collector.finished() }

  func start(_ name: ElementName, _ attributes: ElementAttributes) throws(ConversionError) {
    var element = Element(
      role: Self.role(of: name) ?? role(attributes.text("class") ?? ""),
      language: open.last?.language,
      direction: open.last?.direction ?? .leftToRight)
    if let language = attributes.text("lang"), !language.isEmpty { element.language = language }
    if let direction = attributes.text("dir") {
      element.direction = direction.lowercased() == "rtl" ? .rightToLeft : .leftToRight
    }
    open.append(element)
    guard element.role != .other else { return }
    try begin(element.role, HOCRProperties(attributes.text("title") ?? ""))
  }

  private func begin(_ role: Role, _ said: HOCRProperties) throws(ConversionError) {
    switch role {
    case .page:
      hasPages = true
      try collector.beginPage(
        width: said.box?.right ?? 0, height: said.box?.bottom ?? 0, dpi: said.dpi)
    case .block: collector.beginBlock()
    case .paragraph: collector.beginParagraph()
    case .line:
      lineBox = said.box
      text = ""
      try collector.beginLine(box: said.box, baseline: said.baseline)
    case .word: (properties, text) = (said, "")
    case .title, .hidden, .other: break
    }
  }

  /// What an element is whatever its class; `nil` where that is told by its class.
  private static func role(of name: ElementName) -> Role? {
    name == "title" ? .title : name.isOne(of: ["script", "style"]) ? .hidden : nil
  }

  private func role(_ classes: String) -> Role {
    for word in classes.split(whereSeparator: \.isWhitespace) {
      switch word {
      case "ocr_page": return .page
      case "ocr_carea", "ocrx_block": return .block
      case "ocr_par": return .paragraph
      case "ocr_line", "ocrx_line", "ocr_header", "ocr_caption", "ocr_textfloat": return .line
      case "ocrx_word", "ocr_word": return .word
      case "ocr_photo", "ocr_image", "ocr_linedrawing", "ocr_float": illustrations += 1
      default: continue
      }
    }
    return .other
  }

  func text(_ bytes: Span<UInt8>) throws(ConversionError) {
    guard open.contains(where: { $0.role == .line || $0.role == .word }) else {
      return noteOutside(bytes)
    }
    text += String(decoding: bytes)
    try collector.append("")
  }

  private func noteOutside(_ bytes: Span<UInt8>) {
    guard bytes.contains(where: { $0 > UInt8(ascii: " ") }) else { return }
    switch open.last?.role {
    case .title: hasTitle = true
    case .hidden: break
    default: hasTextOutside = true
    }
  }

  func end(_ name: ElementName) throws(ConversionError) {
    guard let element = open.popLast() else { return }
    switch element.role {
    case .word: try endWord(element)
    case .line: try endLine(element)
    default: break
    }
  }

  private func endWord(_ element: Element) throws(ConversionError) {
    let letters = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    text = ""
    guard !letters.isEmpty else { return }
    try collector.add(
      RecognizedPage.Word(
        letters, box: properties.box ?? lineBox ?? .init(around: []),
        confidence: properties.confidence, language: element.language,
        direction: element.direction))
  }

  /// A line that is not divided into words has them as wide as their share of its letters.
  private func endLine(_ element: Element) throws(ConversionError) {
    defer { collector.endLine() }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    text = ""
    guard !collector.lineHasWords, !words.isEmpty else { return }
    let box = lineBox ?? .init(around: [])
    let width = Double(box.width) / Double(words.reduce(-1) { $0 + $1.count + 1 })
    var place = 0
    for word in words {
      let end = place + word.count
      let own = RecognizedPage.Box(
        left: box.left + Int(Double(place) * width), top: box.top,
        right: box.left + Int(Double(end) * width), bottom: box.bottom)
      try collector.add(
        .init(word, box: own, language: element.language, direction: element.direction))
      place = end + 1
    }
  }
}

/// What the title of an element says: `bbox 1 2 3 4; x_wconf 95`.
private struct HOCRProperties {
  private(set) var box: RecognizedPage.Box?
  private(set) var confidence: Double?
  private(set) var dpi: Double?
  private var slope: (Double, Double)?

  init(_ title: String) {
    for property in title.split(separator: ";") {
      let words = property.split(whereSeparator: \.isWhitespace)
      let numbers = words.dropFirst().compactMap { Double($0) }.filter(\.isFinite)
      guard let name = words.first, let first = numbers.first else { continue }
      switch name {
      case "bbox": box = RecognizedPage.Box(corners: numbers)
      case "x_wconf": confidence = min(max(first / 100, 0), 1)
      case "scan_res": dpi = (1...100_000).contains(first) ? first : nil
      case "baseline": slope = numbers.count > 1 ? (first, numbers[1]) : nil
      default: break
      }
    }
  }

  /// It is told as its slope and its height above the lower left corner of the box.
  var baseline: RecognizedPage.Baseline? {
    guard let box, let slope, abs(slope.0) < 10, abs(slope.1) < 100_000 else { return nil }
    let start = Double(box.bottom) + slope.1
    return .init(
      x1: Double(box.left), y1: start, x2: Double(box.right),
      y2: start + slope.0 * Double(box.width))
  }
}
