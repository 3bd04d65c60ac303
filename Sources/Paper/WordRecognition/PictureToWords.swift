public import ConverterCore
public import PictureModel
public import RecognizedTextModel

/// Recognises the words in pictures, page by page, with the engine that `--engine` names.
///
/// Each engine is registered as one of these. The planner crosses the first, which looks for the named engine among all.
public struct PictureToWords: Bridge {
  public let descriptors = RecognitionOptions.descriptors
  public let ledgerWords = ["picture", "words"]
  /// The page in a photo is found first, where that is asked for.
  public let isPrepared = true
  let engine: any TextRecognitionEngine

  public init(_ engine: any TextRecognitionEngine) { self.engine = engine }

  public func cross(
    _ model: Picture, in context: ConversionContext
  ) throws(ConversionError) -> RecognizedText {
    let isFast = try context.reading.value(of: RecognitionOptions.effort) == "fast"
    let reader = try Self.named(
      try context.reading.value(of: RecognitionOptions.engine), in: context
    ).reader(isFast: isFast, in: context)
    context.note("picture", .dropped, why: "its words are kept alone")
    context.note(
      "words", .changed,
      why: "recognised, which may be wrong: \(reader.summary)" + (isFast ? ", fast" : ""))
    let pages = model.parts.isEmpty ? nil : model.parts
    let recognizer = PageRecognizer(reader, isFast: isFast, in: context)
    return RecognizedText(pageCount: pages?.count ?? 1) { index throws(ConversionError) in
      guard let pages else { return try recognizer.page(of: model, named: nil) }
      return try Self.page(index + 1, of: try pages[index].open(), with: recognizer, in: context)
    }
  }

  /// The words of one of several pages; none, which is said, for a page on which the engine ends the process.
  private static func page(
    _ number: Int, of picture: Picture, with recognizer: PageRecognizer,
    in context: ConversionContext
  ) throws(ConversionError) -> RecognizedPage {
    do throws(ConversionError) {
      return try context.hazard("words of page \(number)") { () throws(ConversionError) in
        try recognizer.page(of: picture, named: "page \(number)")
      }
    } catch  where error.code == .decoderCrashed {
      context.leaveOutWords(ofPage: number, error)
      return RecognizedPage(width: picture.facts.width, height: picture.facts.height, dpi: 72)
    }
  }

  private static func named(
    _ name: String, in context: ConversionContext
  ) throws(ConversionError) -> any TextRecognitionEngine {
    for bridge in context.registry.bridges {
      if let known = bridge as? PictureToWords, known.engine.name == name { return known.engine }
    }
    throw ConversionError(.noRoute, "no plugin has the engine \(name.printable)")
  }
}
