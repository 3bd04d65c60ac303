import ConverterCore
import PictureModel
import RecognizedTextModel

/// Recognises the words of pictures that become pages, through whatever plugin knows how.
struct PictureWords {
  private let recognizer: any Bridge<Picture>

  /// - Throws: `noRoute` where no plugin recognises words.
  init(in context: ConversionContext) throws(ConversionError) {
    let found = context.registry.bridges.lazy.compactMap { $0 as? any Bridge<Picture> }
      .first { Self.leadsToWords($0) }
    guard let found else {
      throw ConversionError(.noRoute, "no plugin recognises words in pictures")
    }
    recognizer = found
  }

  private static func leadsToWords<B: Bridge>(_ bridge: B) -> Bool {
    B.Target.self == RecognizedText.self
  }

  /// The words of a picture that becomes a page; `nil` where they cannot be recognised, which is said.
  ///
  /// - Parameters:
  ///   - number: of the page, from 1.
  ///   - noting: whether the ledger says who recognised them.
  func page(
    _ number: Int, of picture: Picture, noting: Bool = true, in context: ConversionContext
  ) throws(ConversionError) -> RecognizedPage? {
    do throws(ConversionError) {
      return try context.hazard("words of page \(number)") { () throws(ConversionError) in
        try recognized(number, picture, noting: noting, in: context)
      }
    } catch  where error.code == .decoderCrashed {
      context.leaveOutWords(ofPage: number, error)
    } catch  where error.code == .unsupportedContent {
      // The page keeps its picture.
      context.warn("the words of page \(number) are not recognised: \(error.message)")
    }
    return nil
  }

  private func recognized(
    _ number: Int, _ picture: Picture, noting: Bool, in context: ConversionContext
  ) throws(ConversionError) -> RecognizedPage {
    var single = picture
    single.parts = []
    let own = context.forCompanion()
    guard let text = try recognizer.cross(single, in: own) as? RecognizedText else {
      throw ConversionError(.internalError, "a bridge to words leads elsewhere")
    }
    let page = try text.page(0)
    for entry in own.ledger where noting && entry.what == "words" {
      context.note(entry.what, entry.action, why: entry.why)
    }
    for warning in own.warnings { context.warn("page \(number): \(warning)") }
    for unused in own.unusedOfReading {
      for option in RecognitionOptions.descriptors where option.key == unused.option {
        context.noteUnused(option, why: unused.why)
      }
    }
    return page
  }
}
