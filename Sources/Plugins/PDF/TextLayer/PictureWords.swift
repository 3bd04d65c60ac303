import ConverterCore
import PictureModel
import RecognizedTextModel

/// Recognises the words of pictures that become pages, through whatever plugin knows how.
struct PictureWords {
  private let recognizer: WordsOf<Picture>

  /// - Throws: `noRoute` where no plugin recognises words.
  init(in context: ConversionContext) throws(ConversionError) {
    guard let found = WordsOf<Picture>(in: context) else {
      throw ConversionError(.noRoute, "no plugin recognises words in pictures")
    }
    recognizer = found
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
    let text = try recognizer.words(of: single, in: own)
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
