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

  /// The words of a picture.
  ///
  /// - Parameter noting: whether the ledger says who recognised them.
  func page(
    of picture: Picture, noting: Bool = true, in context: ConversionContext
  ) throws(ConversionError) -> RecognizedPage {
    var single = picture
    single.parts = []
    let own = context.forCompanion()
    guard let text = try recognizer.cross(single, in: own) as? RecognizedText else {
      throw ConversionError(.internalError, "a bridge to words leads elsewhere")
    }
    for entry in own.ledger where noting && entry.what == "words" {
      context.note(entry.what, entry.action, why: entry.why)
    }
    for unused in own.unusedOfReading {
      for option in RecognitionOptions.descriptors where option.key == unused.option {
        context.noteUnused(option, why: unused.why)
      }
    }
    return try text.page(0)
  }
}
