import ConverterCore
import JPEGPlugin
import PagedDocumentModel
import PictureModel
import RecognizedTextModel
import TestSupport
import Testing

@testable import PDFPlugin

/// Words of pictures that become pages, where an engine does not survive them, or gives up.
@Suite struct PictureWordsTests {
  /// Fails as it is told to, or finds no words; and warns.
  private struct Engine: Bridge {
    let failure: ConversionError?

    func cross(_ model: Picture, in context: ConversionContext) -> RecognizedText {
      RecognizedText(pageCount: 1) { _ throws(ConversionError) in
        context.warn("it is odd")
        context.note("words", .changed, why: "recognised")
        if let failure { throw failure }
        return RecognizedPage(width: 64, height: 48, dpi: 72)
      }
    }
  }

  private func context(_ failure: ConversionError?) -> ConversionContext {
    var registry = Registry()
    registry.add(Engine(failure: failure))
    return ConversionContext(registry: registry)
  }

  private let picture = SyntheticPicture(width: 64, height: 48).picture(.rgb8)

  @Test func wordsAndWarningsAreThoseOfThePage() throws {
    let context = context(nil)
    #expect(try PictureWords(in: context).page(3, of: picture, in: context)?.width == 64)
    #expect(context.warnings == ["page 3: it is odd"])
    #expect(context.ledger == [LedgerEntry("words", .changed, why: "recognised")])
    #expect(context.unreadPages.isEmpty)
  }

  @Test func aPageThatEndsTheEngineIsLeftOutAndNamed() throws {
    let context = context(ConversionError(.decoderCrashed, "crashed the decoder with SIGSEGV"))
    for _ in 0..<2 {
      #expect(try PictureWords(in: context).page(3, of: picture, in: context) == nil)
    }
    let message = "the words of page 3 are not recognised: crashed the decoder with SIGSEGV"
    #expect(context.unreadPages.map(\.message) == [message])
    #expect(context.unreadPages.map(\.code) == [.damagedInput])
    #expect(context.ledger == [LedgerEntry("words of page 3", .dropped, why: message)])
  }

  @Test func aPageThatIsGivenUpIsAWarning() throws {
    let context = context(ConversionError(.unsupportedContent, "gave up"))
    #expect(try PictureWords(in: context).page(3, of: picture, in: context) == nil)
    #expect(context.warnings == ["the words of page 3 are not recognised: gave up"])
    #expect(context.unreadPages.isEmpty)
  }

  @Test func otherFailuresAreThrown() throws {
    let context = context(ConversionError(.missingLibrary, "needs something"))
    #expect(
      errorCode { _ = try PictureWords(in: context).page(1, of: picture, in: context) }
        == .missingLibrary)
  }

  @Test func pagesAreCountedAsTheyStandInTheResult() throws {
    let pictures = [64, 32].map { SyntheticPicture(width: $0, height: 48).picture(.rgb8) }
    var registry = Registry()
    registry.add(NarrowIsTooHard())
    try JPEGPlugin.register(in: &registry)
    let context = ConversionContext(registry: registry)
    let pages = [1, 0].map {
      DocumentPage(source: $0, index: 0, size: PageSize(width: 64, height: 48))
    }
    let document = PagedDocument(
      pages: pages, sources: pictures.map { DocumentSource(title: nil, content: .picture($0)) })
    var options = PicturePageOptions()
    options.textLayer = .redo
    let coded = try CodedPages(of: document, options: options, knownWords: nil, in: context)
    for page in document.pages { _ = try coded.page(of: page.source) }
    #expect(context.warnings == ["the words of page 1 are not recognised: it is narrow"])
  }

  /// Gives up on pictures less than 50 pixels wide.
  private struct NarrowIsTooHard: Bridge {
    func cross(_ model: Picture, in context: ConversionContext) -> RecognizedText {
      RecognizedText(pageCount: 1) { _ throws(ConversionError) in
        guard model.facts.width >= 50 else {
          throw ConversionError(.unsupportedContent, "it is narrow")
        }
        return RecognizedPage(width: 64, height: 48, dpi: 72)
      }
    }
  }
}
