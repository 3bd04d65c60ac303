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

  /// Says for a plan who will recognise words, with which languages.
  ///
  /// - Parameter place: where that will be, where it is not known yet: " where pages lack them".
  /// - Throws: what the engine throws where it cannot begin: `missingLibrary`, `usage`.
  func announce(at place: String = "", in context: ConversionContext) throws(ConversionError) {
    // No pixel of it is asked for.
    let facts = PictureFacts(width: 1, height: 1, format: .gray8, sampleDepth: 8, coding: "")
    let blank = Picture(facts) { _ throws(ConversionError) in
      throw ConversionError(.internalError, "a plan looks at no pixels")
    }
    let own = context.forCompanion()
    _ = try recognizer.words(of: blank, in: own)
    note(own, at: place, in: context)
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
    let page = try recognizer.words(of: single, in: own).page(0)
    for warning in own.warnings { context.warn("page \(number): \(warning)") }
    note(own, noting: noting, in: context)
    return page
  }

  /// Takes over what the engine said of itself.
  private func note(
    _ own: ConversionContext, noting: Bool = true, at place: String = "",
    in context: ConversionContext
  ) {
    for entry in own.ledger where noting && entry.what == "words" {
      context.note(entry.what, entry.action, why: entry.why.map { $0 + place })
    }
    for unused in own.unusedOfReading {
      for option in RecognitionOptions.descriptors where option.key == unused.option {
        context.noteUnused(option, why: unused.why)
      }
    }
  }
}
