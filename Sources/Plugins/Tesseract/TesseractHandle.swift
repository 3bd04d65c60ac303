import CLibTesseract
import ConverterCore
import PictureModel
import RecognizedTextModel

/// An engine that has loaded its languages.
@safe struct TesseractHandle: ~Copyable {
  private let engine: OpaquePointer

  /// - Parameters:
  ///   - folder: with the data of the languages.
  ///   - languages: their names; there is at least one.
  /// - Throws: `missingLibrary`, also for languages whose data are damaged.
  init(folder: String, languages: [String]) throws(ConversionError) {
    try SystemLibrary.tesseract.open()
    let words = languages.joined(separator: "+")
    guard let engine = unsafe fairy_tesseract_create(folder, words) else {
      throw ConversionError(
        .missingLibrary,
        "tesseract cannot load the data of \(words.printable) in \(folder.printable): a file is damaged; install "
          + "the Debian package \(LanguageData.package(of: languages[0])) anew")
    }
    unsafe self.engine = unsafe engine
  }

  deinit { unsafe fairy_tesseract_destroy(engine) }

  /// Coordinates are 16 bits.
  private static let longestSide = 32767
  private static let shortestSide = 8

  /// How a page is taken apart.
  enum Layout {
    /// Into columns and blocks.
    case page
    /// Not at all: lines of one column.
    case block
  }

  /// The words of a page.
  ///
  /// - Parameters:
  ///   - gray: one byte a pixel, black 0.
  ///   - dpi: pixels an inch.
  /// - Throws: `unsupportedContent` where the engine gives up, and what the context's checkpoint throws.
  func page(
    of gray: PixelBuffer, dpi: Double, layout: Layout, in context: ConversionContext
  ) throws(ConversionError) -> RecognizedPage {
    precondition(gray.format == .gray8)
    guard max(gray.width, gray.height) <= Self.longestSide else {
      throw ConversionError(
        .unsupportedContent,
        "is \(gray.width)×\(gray.height) pixels, and tesseract takes \(Self.longestSide) on a side: make it smaller"
      )
    }
    // Nothing can be read in less, and the engine complains.
    guard min(gray.width, gray.height) >= Self.shortestSide else {
      return RecognizedPage(width: gray.width, height: gray.height, dpi: dpi)
    }
    let collector = WordCollector(
      RecognizedPage(width: gray.width, height: gray.height, dpi: dpi), context)
    let plane = gray.planes[0]
    let done = withExtendedLifetime(collector) {
      var listener = unsafe fairy_tesseract_listener(
        context: Unmanaged.passUnretained(collector).toOpaque(),
        checkpoint: { context, percent in
          guard let context = unsafe context else { return false }
          return unsafe Unmanaged<WordCollector>.fromOpaque(context).takeUnretainedValue()
            .mayGoOn(percent: percent)
        },
        word: { context, word in
          guard let context = unsafe context, let word = unsafe word else { return }
          unsafe Unmanaged<WordCollector>.fromOpaque(context).takeUnretainedValue().add(
            word.pointee)
        })
      return unsafe fairy_tesseract_recognize(
        engine, plane.base.assumingMemoryBound(to: UInt8.self), Int32(gray.width),
        Int32(gray.height), plane.stride, Int32(dpi.rounded()),
        layout == .page ? FAIRY_TESSERACT_PAGE : FAIRY_TESSERACT_BLOCK, &listener)
    }
    if let failure = collector.failure { throw failure }
    guard done else {
      throw ConversionError(.unsupportedContent, "tesseract gave up on the page")
    }
    return collector.page
  }

  /// What the forms of letters tell without being read.
  struct Letters {
    /// By how many degrees the page is to be turned clockwise so that they stand upright.
    let degrees: Int
    /// How sure that is: 0 or more.
    let confidence: Float
    /// Their script, "Latin"; empty where it is not known.
    let script: String
    /// How sure that is: 0 or more.
    let scriptConfidence: Float
  }

  /// How letters stand and of what script they are; `nil` where there are too few. The engine must have loaded `osd`
  /// alone.
  func letters(in gray: PixelBuffer, dpi: Double) -> Letters? {
    var found = fairy_tesseract_letters()
    let plane = gray.planes[0]
    guard
      unsafe fairy_tesseract_orientation(
        engine, plane.base.assumingMemoryBound(to: UInt8.self), Int32(gray.width),
        Int32(gray.height), plane.stride, Int32(dpi.rounded()), &found)
    else { return nil }
    let script = unsafe withUnsafeBytes(of: found.script) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return Letters(
      degrees: Int(found.degrees), confidence: found.confidence, script: script,
      scriptConfidence: found.script_confidence)
  }
}

/// Puts the words that the engine found into blocks, paragraphs and lines.
@safe private final class WordCollector {
  private(set) var page: RecognizedPage
  private(set) var failure: ConversionError?
  private let context: ConversionContext
  /// The first word of the line, as long as no word of it had letters.
  private var beginning: fairy_tesseract_word?

  init(_ page: RecognizedPage, _ context: ConversionContext) {
    (self.page, self.context) = (page, context)
  }

  func mayGoOn(percent: Int32) -> Bool {
    do throws(ConversionError) {
      try context.checkpoint()
      return true
    } catch {
      failure = error
      return false
    }
  }

  func add(_ word: fairy_tesseract_word) {
    if unsafe word.begins_line {
      unsafe beginning = unsafe Self.beginning(of: word, after: beginning)
    }
    let text = unsafe String(cString: word.text).trimmed
    guard !text.isEmpty else { return }
    if let first = unsafe beginning ?? (page.blocks.isEmpty ? word : nil) {
      unsafe beginLine(with: first)
    }
    unsafe beginning = nil
    let block = page.blocks.count - 1
    let paragraph = page.blocks[block].paragraphs.count - 1
    let line = page.blocks[block].paragraphs[paragraph].lines.count - 1
    unsafe page.blocks[block].paragraphs[paragraph].lines[line].words.append(
      RecognizedPage.Word(
        text,
        box: .init(
          left: Int(word.left), top: Int(word.top), right: Int(word.right),
          bottom: Int(word.bottom)),
        confidence: min(max(Double(word.confidence) / 100, 0), 1),
        language: word.language.map { unsafe String(cString: $0) },
        direction: unsafe word.is_right_to_left ? .rightToLeft : .leftToRight))
  }

  /// The first word of a line, which begins what the lines before it began that had no words in the end.
  private static func beginning(
    of word: fairy_tesseract_word, after other: fairy_tesseract_word?
  ) -> fairy_tesseract_word {
    guard let other = unsafe other else { return unsafe word }
    var word = unsafe word
    if unsafe other.begins_block { unsafe word.begins_block = true }
    if unsafe other.begins_paragraph { unsafe word.begins_paragraph = true }
    return unsafe word
  }

  private func beginLine(with word: fairy_tesseract_word) {
    if unsafe word.begins_block || page.blocks.isEmpty { page.blocks.append(.init()) }
    let block = page.blocks.count - 1
    if unsafe word.begins_paragraph || page.blocks[block].paragraphs.isEmpty {
      page.blocks[block].paragraphs.append(.init())
    }
    let paragraph = page.blocks[block].paragraphs.count - 1
    unsafe page.blocks[block].paragraphs[paragraph].lines.append(Self.line(of: word))
  }

  private static func line(of word: fairy_tesseract_word) -> RecognizedPage.Line {
    unsafe RecognizedPage.Line(
      box: .init(
        left: Int(word.line_left), top: Int(word.line_top), right: Int(word.line_right),
        bottom: Int(word.line_bottom)),
      baseline: .init(
        x1: Double(word.baseline_x1), y1: Double(word.baseline_y1),
        x2: Double(word.baseline_x2), y2: Double(word.baseline_y2)))
  }
}

extension String {
  /// Without spaces and line feeds at its ends.
  fileprivate var trimmed: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace } ?? startIndex
    return start <= end && start < endIndex ? String(self[start...end]) : ""
  }
}

extension SystemLibrary {
  static let tesseract = unsafe SystemLibrary(
    "tesseract", package: "libtesseract5", opening: { unsafe fairy_tesseract_open() })
}
