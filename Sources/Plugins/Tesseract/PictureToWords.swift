import ConverterCore
import PictureModel
import RecognizedTextModel
import Scanning

/// Recognises the words in pictures, page by page.
struct PictureToWords: Bridge {
  let descriptors = RecognitionOptions.descriptors
  let ledgerWords = ["picture", "words"]

  func cross(
    _ model: Picture, in context: ConversionContext
  ) throws(ConversionError) -> RecognizedText {
    let data = try LanguageData()
    let names = try data.chosen(by: try context.reading.value(of: RecognitionOptions.languages))
    let isFast = try context.reading.value(of: RecognitionOptions.effort) == "fast"
    context.note("picture", .dropped, why: "its words are kept alone")
    context.note(
      "words", .changed,
      why: "recognised, which may be wrong: tesseract, \(names.joined(separator: "+"))"
        + (isFast ? ", fast" : ""))
    let pages = model.parts.isEmpty ? nil : model.parts
    let recognizer = PageRecognizer(data, names, isFast: isFast, in: context)
    return RecognizedText(pageCount: pages?.count ?? 1) { index throws(ConversionError) in
      try recognizer.page(of: try pages?[index].open() ?? model)
    }
  }
}

/// Recognises pages.
private struct PageRecognizer {
  private let data: LanguageData
  private let languages: [String]
  private let isFast: Bool
  private let context: ConversionContext

  /// From this confidence on an orientation need not be tried against upright.
  private static let certain = 8.0
  /// Below this mean confidence a page is looked at once more as a single column: receipts, whose parts seem to be
  /// columns.
  private static let doubtful = 0.88

  init(
    _ data: LanguageData, _ languages: [String], isFast: Bool, in context: ConversionContext
  ) {
    (self.data, self.languages, self.isFast) = (data, languages, isFast)
    self.context = context
  }

  func page(of shown: Picture) throws(ConversionError) -> RecognizedPage {
    let picture = try shown.legible?.open() ?? shown
    let gray = try PixelBuffer(
      collecting: try picture.readable(in: context).pixels(
        for: PixelDemand([.gray8]), in: context), in: context)
    let light = PaperLight(of: gray)
    let flat = light.isEven ? gray : light.flattened(gray)
    let dpi = picture.credibleDPI
    let engine = try EnginePool.shared.engine(folder: data.folder, languages: languages)
    defer { EnginePool.shared.giveBack(engine) }
    let turn = try orientation(of: flat, dpi: dpi)
    var best = try read(flat, turnedBy: turn?.degrees ?? 0, dpi: dpi, with: engine)
    for degrees in otherTurns(than: turn, best) {
      let other = try read(flat, turnedBy: degrees, dpi: dpi, with: engine)
      if other.yield > best.yield { best = other }
    }
    return best
  }

  /// What is to be tried beside what was told of the page: upright where it is not certain, and both sides where words
  /// are as high as they should be wide, for lines that go up or down are read too.
  private func otherTurns(
    than told: (degrees: Int, confidence: Double)?, _ page: RecognizedPage
  ) -> [Int] {
    guard !isFast else { return [] }
    if let told, told.degrees != 0 { return told.confidence < Self.certain ? [0] : [] }
    return page.liesOnItsSide ? [90, 270] : []
  }

  private func read(
    _ gray: PixelBuffer, turnedBy degrees: Int, dpi: Double, with engine: EnginePool.Engine
  ) throws(ConversionError) -> RecognizedPage {
    var page = try read(
      degrees == 0 ? gray : gray.turned(clockwise: degrees), dpi: dpi, with: engine)
    page.rotation = degrees
    return page
  }

  private func read(
    _ gray: PixelBuffer, dpi: Double, with engine: EnginePool.Engine
  ) throws(ConversionError) -> RecognizedPage {
    let page = try engine.handle.page(of: gray, dpi: dpi, layout: .page, in: context)
    guard !isFast, (page.confidence ?? 0) < Self.doubtful else { return page }
    let column = try engine.handle.page(of: gray, dpi: dpi, layout: .block, in: context)
    return column.yield > page.yield ? column : page
  }

  /// By how many degrees the page is to be turned, as far as that can be told; `nil` where it cannot, or is not asked
  /// for.
  private func orientation(
    of gray: PixelBuffer, dpi: Double
  ) throws(ConversionError) -> (degrees: Int, confidence: Double)? {
    guard !isFast, data.hasOrientation else { return nil }
    let engine = try EnginePool.shared.engine(folder: data.folder, languages: ["osd"])
    defer { EnginePool.shared.giveBack(engine) }
    // Pages with few letters tell it at their full size alone.
    for step in Set([max(1, Int(dpi / 120)), 1]).sorted(by: >) {
      let small = gray.reduced(by: step)
      guard min(small.width, small.height) > 50, max(small.width, small.height) < 20_000 else {
        continue
      }
      try context.checkpoint()
      if let told = engine.handle.orientation(of: small, dpi: dpi / Double(step)) { return told }
    }
    return nil
  }
}

extension RecognizedPage {
  /// Whether most words of some letters are higher than wide.
  fileprivate var liesOnItsSide: Bool {
    let long = words.filter { $0.text.count >= 3 }
    return 2 * long.count { $0.box.height > $0.box.width } > long.count
  }

  /// How many letters are likely to be right.
  fileprivate var yield: Double {
    words.reduce(0) { sum, word in
      let sure = word.confidence ?? 0
      return sure < 0.5 ? sum : sum + sure * Double(word.text.count)
    }
  }
}

extension Picture {
  /// The picture as gray can be made of it: flattened on white, in sRGB.
  fileprivate func readable(in context: ConversionContext) throws(ConversionError) -> Picture {
    let target = Capabilities(format: "words", items: [], alpha: false, maximumBitDepth: 8)
    let own = context.forCompanion()
    var picture = self
    for transform in context.registry.transforms(of: Picture.self) {
      picture = try transform.apply(
        to: picture, for: target, options: ConversionOptions(), in: own)
    }
    return picture
  }

  /// Pixels an inch: what the file says where that makes a page of a possible size, else as if the longer side were
  /// 11.7 inches, as of A4.
  fileprivate var credibleDPI: Double {
    let longer = Double(max(facts.width, facts.height))
    if let said = facts.metadata.dotsPerInch {
      let dpi = (said.0 + said.1) / 2
      if dpi >= 90, dpi <= 2400, (1.5...50).contains(longer / dpi) { return dpi }
    }
    return min(max(longer / 11.7, 70), 600)
  }
}
