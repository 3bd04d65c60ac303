import ConverterCore
import Markup
import RecognizedTextModel

/// Reads XML of the Library of Congress (ALTO 1 to 4).
struct ALTOReader: Reader {
  let name = "ALTO"
  let types: [ContentType.ID] = ["gov.loc.alto"]
  let ledgerWords = ["alternatives", "illustrations", "metadata", "styles"]

  func requirements(for type: ContentType.ID) -> [SystemRequirement] {
    [SystemLibrary.libxml2.required]
  }

  func read(
    _ input: InputFile, type: ContentType.ID, in context: ReadingContext
  ) throws(ConversionError) -> RecognizedText {
    let file = ALTOParser(context.limits)
    let parser = try MarkupParserHandle(.xml(of: "ALTO document"), file)
    try parser.feed(input, in: context.conversion)
    let pages = file.finished()
    guard file.hasPages else {
      throw ConversionError(.damagedInput, "is no ALTO: it has no Page").about(input.path)
    }
    for (what, count) in file.leftOut where count > 0 {
      context.note(what, .dropped, why: "\(count); words alone are read of ALTO")
    }
    return RecognizedText(pages)
  }
}

/// Takes the elements of a file.
private final class ALTOParser: MarkupEvents {
  private(set) var hasPages = false
  private(set) var leftOut: KeyValuePairs<String, Int> = [:]
  private var counts = (alternatives: 0, illustrations: 0, metadata: 0, styles: 0)
  private var collector: PageCollector
  /// Pixels an inch, where the unit is a part of one and not a pixel.
  private var unit: Double?
  private var unitText: String?
  /// How many elements are open, and where those of a language are.
  private var depth = 0
  private var languages: [(depth: Int, name: String)] = []
  private var composed = 0

  init(_ limits: Limits) { collector = PageCollector(limits) }

  func finished() -> [RecognizedPage] {
    leftOut = [
      "alternatives": counts.alternatives, "illustrations": counts.illustrations,
      "metadata": counts.metadata, "styles": counts.styles,
    ]
    return collector.finished()
  }

  func start(_ name: ElementName, _ attributes: ElementAttributes) throws(ConversionError) {
    depth += 1
    if let language = attributes.text("LANG") ?? attributes.text("language"), !language.isEmpty {
      languages.append((depth, language))
    }
    if name == "String" {
      try addWord(attributes)
    } else if name == "HYP" {
      try collector.append(attributes.text("CONTENT") ?? "-")
    } else if name == "TextLine" {
      let box = attributes.box
      try collector.beginLine(box: box, baseline: attributes.baseline(of: box))
    } else if name == "TextBlock" {
      if composed == 0 { collector.beginBlock() } else { collector.beginParagraph() }
    } else if name == "ComposedBlock" {
      composed += 1
      collector.beginBlock()
    } else {
      try startOther(name, attributes)
    }
  }

  private func startOther(
    _ name: ElementName, _ attributes: ElementAttributes
  ) throws(ConversionError) {
    if name == "Page" {
      hasPages = true
      try collector.beginPage(
        width: attributes.length("WIDTH"), height: attributes.length("HEIGHT"), dpi: unit)
    } else if name == "MeasurementUnit" {
      unitText = ""
    } else if name.isOne(of: ["Illustration", "GraphicalElement"]) {
      counts.illustrations += 1
    } else if name == "ALTERNATIVE" {
      counts.alternatives += 1
    } else if name.isOne(of: ["sourceImageInformation", "Tags"]) {
      counts.metadata += 1
    } else if name.isOne(of: ["TextStyle", "ParagraphStyle"]) {
      counts.styles += 1
    }
  }

  private func addWord(_ attributes: ElementAttributes) throws(ConversionError) {
    let content = attributes.text("CONTENT") ?? ""
    let letters = content.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !letters.isEmpty else { return }
    let confidence = attributes.text("WC").flatMap { Double($0) }.flatMap {
      $0.isFinite ? min(max($0, 0), 1) : nil
    }
    let isFromRight = letters.unicodeScalars.contains { $0.isFromRight }
    try collector.add(
      .init(
        letters, box: attributes.box ?? .init(around: []), confidence: confidence,
        language: languages.last?.name, direction: isFromRight ? .rightToLeft : .leftToRight))
  }

  func text(_ bytes: Span<UInt8>) throws(ConversionError) {
    guard let known = unitText, known.utf8.count < 100 else { return }
    unitText = known + String(decoding: bytes)
  }

  func end(_ name: ElementName) throws(ConversionError) {
    if name == "MeasurementUnit" {
      let text = unitText?.split(whereSeparator: \.isWhitespace).joined()
      unit = text == "mm10" ? 254 : text == "inch1200" ? 1200 : nil
      unitText = nil
    } else if name == "TextLine" {
      collector.endLine()
    } else if name == "ComposedBlock" {
      composed = max(0, composed - 1)
      collector.beginBlock()
    }
    while let last = languages.last, last.depth >= depth { languages.removeLast() }
    depth -= 1
  }
}

extension ElementAttributes {
  private func number(_ name: StaticString) -> Double? {
    text(name).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }

  /// A length of a page, 0 where there is none.
  fileprivate func length(_ name: StaticString) -> Int {
    Int(min(max(number(name) ?? 0, 0), Double(RecognizedPage.Box.farthest)).rounded())
  }

  fileprivate var box: RecognizedPage.Box? {
    guard let left = number("HPOS"), let top = number("VPOS"), let width = number("WIDTH"),
      let height = number("HEIGHT")
    else { return nil }
    return RecognizedPage.Box(corners: [left, top, left + width, top + height])
  }

  /// Points from left to right, or one height for the whole line, as older versions have it.
  fileprivate func baseline(of box: RecognizedPage.Box?) -> RecognizedPage.Baseline? {
    guard let said = text("BASELINE") else { return nil }
    let numbers = said.split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
    let far = Double(RecognizedPage.Box.farthest)
    guard numbers.allSatisfy({ abs($0) <= far }) else { return nil }
    if numbers.count >= 4 {
      let last = numbers.count / 2 * 2
      return .init(
        x1: numbers[0], y1: numbers[1], x2: numbers[last - 2], y2: numbers[last - 1])
    }
    guard let y = numbers.first, numbers.count == 1, let box else { return nil }
    return .init(x1: Double(box.left), y1: y, x2: Double(box.right), y2: y)
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter of Hebrew, Arabic or another script that goes from right to left.
  fileprivate var isFromRight: Bool {
    (0x590...0x8FF).contains(value) || (0xFB1D...0xFDFF).contains(value)
      || (0xFE70...0xFEFC).contains(value) || (0x10800...0x10FFF).contains(value)
      || (0x1E800...0x1EFFF).contains(value)
  }
}
